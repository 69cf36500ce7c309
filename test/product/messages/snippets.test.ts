// The receivers' snippets of docs/webhooks.md do what they say, in every language that is at hand: what was signed here is believed,
// and the same with one byte changed is not.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { newSigningSecret, sign } from "../../../src/product/messages/signature.ts";
import { describeWith, isInstalled, starts, type Tool } from "../../support/needs-tool.ts";
import { root } from "../../support/tree.ts";

const source = readFileSync(join(root, "docs/webhooks.md"), "utf8");
const folder = await mkdtemp(join(tmpdir(), "svc-receivers-"));
await symlink(join(root, "node_modules"), join(folder, "node_modules"));
afterAll(() => rm(folder, { recursive: true }));

const secret = newSigningSecret();
const body = JSON.stringify({ type: "sale.recorded", data: { words: "Đơn hàng" } });
const headers = sign([newSigningSecret(), secret], { messageId: "msg_1_2_sale_recorded_2", at: new Date(), body });

type Language = {
  readonly tool: Tool | null;
  readonly file: string;
  readonly command: readonly string[];
  readonly harness: string;
};

/** The harness around the snippet: reads what was received, and ends with 0 only where it is believed. */
const languages: Readonly<Record<string, Language>> = {
  mjs: {
    tool: null,
    file: "receive.mjs",
    command: [process.execPath, "receive.mjs"],
    harness: `import { readFileSync } from "node:fs";
const given = JSON.parse(readFileSync("given.json", "utf8"));
readMessage(given.secret, given.headers, given.body);`,
  },
  python: {
    tool: "python",
    file: "receive.py",
    command: ["python3", "receive.py"],
    harness: `given = json.load(open("given.json", encoding="utf8"))
read_message(given["secret"], given["headers"], given["body"].encode())`,
  },
  php: {
    tool: "php",
    file: "receive.php",
    command: ["php", "receive.php"],
    harness: `$given = json_decode(file_get_contents('given.json'), true);
try { readMessage($given['secret'], $given['headers'], $given['body']); } catch (Throwable $e) { exit(1); }`,
  },
  ruby: {
    tool: "ruby",
    file: "receive.rb",
    command: ["ruby", "receive.rb"],
    harness: `given = JSON.parse(File.read("given.json"))
read_message(given["secret"], given["headers"], given["body"])`,
  },
};

function snippetOf(language: string): string {
  const [, text] = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "m").exec(source) ?? [];
  if (text === undefined) throw new Error(`docs/webhooks.md has no snippet in ${language}`);
  return text;
}

async function receive(language: Language, given: string): Promise<number | null> {
  await writeFile(join(folder, "given.json"), JSON.stringify({ secret, headers, body: given }));
  const [program = "", ...words] = language.command;
  return spawnSync(program, words, { cwd: folder }).status;
}

for (const [name, language] of Object.entries(languages)) {
  const [program = ""] = language.command;
  const believesWhatWasSigned = (): void =>
    test(`${name} believes what was signed and nothing else`, async () => {
      await writeFile(join(folder, language.file), `${snippetOf(name)}\n${language.harness}\n`);
      expect(await receive(language, body)).toBe(0);
      expect(await receive(language, body.replace("sale", "sole"))).not.toBe(0);
    });
  if (language.tool === null) believesWhatWasSigned();
  else describeWith(language.tool, starts(program), believesWhatWasSigned);
}

describeWith("gofmt", isInstalled("gofmt"), () => {
  test("Go is written as its own formatter writes it", () => {
    const { status, stdout } = spawnSync("gofmt", [], { input: snippetOf("go"), encoding: "utf8" });
    expect({ status, stdout }).toEqual({ status: 0, stdout: snippetOf("go") });
  });
});
