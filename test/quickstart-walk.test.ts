// A stranger's walk: in a real browser from /docs to the quickstart, and there from the first command to the first webhook, by what
// the page itself says to type. Only what a stranger would put in is put in: the key, the click, and where things run.
import { spawn } from "node:child_process";
import { afterAll, expect, test } from "vitest";
import { newVisitor, startBrowser } from "./support/browser.ts";
import { type Child, environmentOf, killChildren, startChildOf } from "./support/child.ts";
import { createTestDatabase } from "./support/database.ts";
import { freePort } from "./support/ports.ts";
import { secretKey } from "./support/service.ts";
import { startServiceProcess } from "./support/service-process.ts";
import { root } from "./support/tree.ts";

const testDatabase = await createTestDatabase();
const browser = await startBrowser();
afterAll(async () => {
  await browser.close();
  await killChildren();
  await testDatabase.drop();
});

/** In place of npm, whose own start takes longer than all that is asked of it here; the script is the one it would run. */
const npm = `npm() { shift 4; node bin/svc.js "$@"; }`;

function type(lines: string, given: Readonly<Record<string, string>> = {}): Promise<string> {
  const env = environmentOf({ DATABASE_URL: testDatabase.url, SVC_SECRET_KEYS: secretKey, ...given });
  const shell = spawn("bash", ["-c", `set -euo pipefail\n${npm}\n${lines}`], { env, cwd: root });
  let said = "";
  for (const stream of [shell.stdout, shell.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
  shell.stdin.end();
  return new Promise((resolve, reject) => {
    shell.on("close", (code) => (code === 0 ? resolve(said) : reject(new Error(`${lines}\n${said}`))));
  });
}

test("leads from /docs by the quickstart's own commands to a commission and to the first webhook", async () => {
  const first = await startServiceProcess(testDatabase.url);
  const visitor = await newVisitor(browser);
  const page = await visitor.open(`${first.url}/docs`);
  await page.getByRole("link", { name: "quickstart" }).first().click();
  await page.getByRole("heading", { level: 1, name: "Quickstart" }).waitFor();
  const blocks = await page.locator("pre code").allTextContents();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();

  const [receiverPort, places] = [await freePort(), new Map<string, string>()];
  let service = first;
  /** The block of the page in which these words stand, as it is typed here. */
  const blockWith = (words: string): string => {
    const [found, ...others] = blocks.filter((block) => block.includes(words));
    if (found === undefined || others.length > 0) throw new Error(`not one block of the page has: ${words}`);
    let typed = found.replaceAll("http://127.0.0.1:8080", service.url).replaceAll("9000", String(receiverPort));
    for (const [place, value] of places) typed = typed.replaceAll(place, value);
    return typed;
  };

  const made = await type(blockWith("workspaces create"));
  places.set("aff_…", /aff_[\w-]+/.exec(made)?.[0] ?? "no key was shown");
  const key = { KEY: places.get("aff_…") ?? "" };
  expect(await type(`${blockWith("export KEY")}\necho "$KEY"`)).toContain(key.KEY);
  const clicked = await type(blockWith("track/click"));
  places.set("clk_…", /clk_[\w-]+/.exec(clicked)?.[0] ?? "no click was answered");
  expect(await type(blockWith("track/lead"), key)).toContain('"lead_id"');
  expect(await type(blockWith("order-1001"), key)).toContain('"commission');
  expect(await type(blockWith("commissions list"))).toContain("980");

  const restart = /^((?:\w+=\w+ )+)npm start$/m.exec(blockWith("any npm start"))?.[1] ?? "";
  first.child.process.kill("SIGTERM");
  await first.child.exit;
  service = await startServiceProcess(
    testDatabase.url,
    Object.fromEntries(
      restart
        .trim()
        .split(" ")
        .map((pair) => pair.split("=")),
    ),
  );
  const receiver: Child = startChildOf("bash", ["-c", `exec ${blockWith("createServer")}`]);
  await type(`until (exec 3<>/dev/tcp/127.0.0.1/${receiverPort}) 2>/dev/null; do :; done`);
  expect(await type(blockWith("order-1002"), key)).toContain('"commission');
  await receiver.says(/"type":"sale\.recorded"[\s\S]*order-1002[\s\S]*"type":"commission\.created"/);
});
