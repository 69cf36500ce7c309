// What README.md and docs/ ask a reader to type can be typed: each command has the flags that are written behind it, each body of a call
// is one that the API description takes, and each snippet can be read by the language it is in.
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { commands } from "../src/faces/cli/commands.ts";
import { flagName } from "../src/faces/cli/input/flags.ts";
import { readDescription } from "./support/described-answers.ts";
import { readTree, root } from "./support/tree.ts";

type Snippet = { readonly path: string; readonly language: string; readonly text: string };

const documents = readTree().filter(({ path }) =>
  /^((README|CONTRIBUTING|ARCHITECTURE)\.md|docs\/.*\.md|(console|examples\/shop)\/README\.md)$/.test(path),
);
const snippets: readonly Snippet[] = documents.flatMap(({ path, source }) =>
  [...source.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = "", text = ""]) => ({
    path,
    language,
    text,
  })),
);
const of = (language: string) => snippets.filter((snippet) => snippet.language === language);

/** Of today: a decision may name what has gone since, and what a first change adds is not there yet. */
const lines = documents
  .filter(({ path }) => !/^(docs\/decisions\/|CONTRIBUTING)/.test(path))
  .flatMap(({ path, source }) => codeLinesIn(source).map((line) => ({ path, line })));

describe("a command", () => {
  const written = lines.flatMap(({ path, line }) => commandsIn(line).map((command) => ({ path, ...command })));

  test("is read out of the documents with its flags", () => {
    expect(written.length).toBeGreaterThan(60);
    expect(commandsIn("npm run --silent svc -- partners add --program 1 --code anna   # --no flag")).toEqual([
      { name: "partners add", flags: ["--program", "--code"] },
    ]);
  });

  test("has every flag that is written behind it", async () => {
    const unknown = await Promise.all(
      written.map(async ({ path, name, flags }) => {
        const known = await flagsOf(name);
        return flags.filter((flag) => !known.has(flag)).map((flag) => `${path}: svc ${name} has no ${flag}`);
      }),
    );
    expect(unknown.flat()).toEqual([]);
  });
});

describe("a call", () => {
  const calls = of("sh").flatMap(({ path, text }) => callsIn(text).map((call) => ({ path, ...call })));

  test("is read out of the documents with its body", () => {
    expect(calls.length).toBeGreaterThan(6);
    expect(callsIn("curl -s localhost:8080/api/v1/x \\\n  -d '{\"a\":1}'\n")).toEqual([
      { address: "/api/v1/x", body: { a: 1 } },
    ]);
  });

  test("sends a body that the API description takes", async () => {
    const { document, judge } = await readDescription();
    const faults = calls.flatMap(({ path, address, body }) => {
      if (document.paths[address]?.post === undefined) return [`${path}: there is no POST ${address}`];
      const name = address.replaceAll("~", "~0").replaceAll("/", "~1");
      const validate = judge(`#/paths/${name}/post/requestBody/content/application~1json/schema`);
      return validate(body) ? [] : [`${path}: POST ${address} ${JSON.stringify(validate.errors)}`];
    });
    expect(faults).toEqual([]);
  });
});

describe("a snippet", () => {
  test.each(of("json").map(({ path, text }) => [path, text]))("of JSON can be read: %s", (_, text) => {
    expect(() => JSON.parse(text)).not.toThrow();
  });

  test.each(of("yaml").map(({ path, text }) => [path, text]))("of YAML can be read: %s", (_, text) => {
    expect(parseAllDocuments(text).flatMap(({ errors }) => errors)).toEqual([]);
  });

  test("of a shell can be read", () => {
    const faults = of("sh").flatMap(({ path, text }) => {
      const { status, stderr } = spawnSync("bash", ["-n"], { input: text, encoding: "utf8" });
      return status === 0 ? [] : [`${path}: ${stderr}`];
    });
    expect(faults).toEqual([]);
  });

  test("of a checkout has the types of the provider's own package", async () => {
    const folder = await mkdtemp(join(tmpdir(), "svc-snippets-"));
    try {
      await symlink(join(root, "node_modules"), join(folder, "node_modules"));
      for (const [index, { text }] of of("js").entries())
        await writeFile(join(folder, `${index}.mts`), `${assumed}{\n${text}}\n`);
      const { stdout } = spawnSync(
        process.execPath,
        [
          join(root, "node_modules/typescript/bin/tsc"),
          ...[
            "--noEmit",
            "--strict",
            "--skipLibCheck",
            "--module",
            "nodenext",
            "--target",
            "es2022",
            "--types",
            "node",
          ],
          ...of("js").map((_, index) => `${index}.mts`),
        ],
        { cwd: folder, encoding: "utf8" },
      );
      expect(stdout).toBe("");
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

/** What a checkout's code has already. Of packages that are not installed here, only what the snippet calls. */
const assumed = `import type Stripe from "stripe";
import type { Paddle as PaddleServer, CreateTransactionRequestBody } from "@paddle/paddle-node-sdk";
type Attribution = { [key: string]: string | number | boolean };
declare const clickId: string, customerKey: string, productId: string, storeId: string, variantId: string;
declare const stripe: Stripe;
declare const paddle: PaddleServer;
declare const items: CreateTransactionRequestBody["items"];
declare const Paddle: { Checkout: { open(checkout: { items: unknown; customData?: Attribution }): void } };
declare const polar: { checkouts: { create(checkout: { products: string[]; externalCustomerId?: string | null; metadata?: Attribution }): Promise<unknown> } };
declare const dodo: { checkoutSessions: { create(session: { product_cart: { product_id: string; quantity: number }[]; metadata?: Attribution }): Promise<unknown> } };
declare const creem: { checkouts: { create(checkout: { productId: string; metadata?: Attribution }): Promise<unknown> } };
declare const razorpay: { orders: { create(order: { amount: number; currency: string; notes?: Attribution }): Promise<unknown> } };
declare function createCheckout(storeId: string, variantId: string, checkout: { checkoutData?: { custom?: Attribution } }): Promise<unknown>;
export {};
`;

/** The lines of fenced blocks without what is remarked behind them, and what is between backticks elsewhere. */
function codeLinesIn(source: string): string[] {
  const parts = source.split(/^```.*$/m);
  return parts.flatMap((part, index) =>
    index % 2 === 1
      ? part.replaceAll("\\\n", " ").split("\n")
      : [...part.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code),
  );
}

type Written = { readonly name: string; readonly flags: readonly string[] };

function commandsIn(line: string): Written[] {
  const code = line.replace(/\s#.*/, "");
  return [...code.matchAll(/\bsvc(?: --)? ([a-z].*)/g)].flatMap(([, words = ""]) => {
    const [, first = "", rest = ""] = /^(\S+)(.*)$/.exec(words) ?? [];
    return first.split("|").flatMap((noun) => {
      const command = commandOf(`${noun}${rest}`);
      return command === undefined ? [] : [{ name: command, flags: rest.match(/(?<=\s)--[a-z][a-z-]*/g) ?? [] }];
    });
  });
}

/** The longest that the words begin with. */
function commandOf(words: string): string | undefined {
  const names = commands.map(([name]) => name).filter((name) => `${words} `.startsWith(`${name} `));
  return names.sort((one, other) => other.length - one.length)[0];
}

async function flagsOf(name: string): Promise<ReadonlySet<string>> {
  const entry = commands.find(([each]) => each === name);
  if (entry === undefined) throw new Error(`there is no command ${name}`);
  const [, , load] = entry;
  const { command } = await load();
  return new Set([...Object.keys(command.flags).map(flagName), "--json", "--help", "--remote"]);
}

type Call = { readonly address: string; readonly body: unknown };

/** A body that comes from a file or a program is none of these. */
function callsIn(text: string): Call[] {
  const joined = text.replaceAll("\\\n", " ").split("\n");
  return joined.flatMap((line) => {
    const [, address] = /\bcurl\b.*?[\w.]+(?::\d+)?(\/api\/[\w/.-]+)/.exec(line) ?? [];
    const [, body] = /\s-d '(\{.*\})'/.exec(line) ?? [];
    return address === undefined || body === undefined ? [] : [{ address, body: JSON.parse(body) }];
  });
}
