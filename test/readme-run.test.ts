// README.md and docs/by-hand.md are true to the letter: their lines are typed into one shell on one installation, from the demo to the
// replay.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { environmentOf, killChildren, startChild } from "./support/child.ts";
import { createDataFolder, type DataFolder } from "./support/data-folder.ts";
import { svcScript } from "./support/svc.ts";
import { root } from "./support/tree.ts";

/** In the order of a reader. */
const walk = [
  ["README.md", "See it work"],
  ["docs/by-hand.md", "A sale"],
  ["docs/by-hand.md", "Paying partners"],
  ["docs/by-hand.md", "When a rule was wrong"],
] as const;
const linesMax = 100;

/** In place of npm, whose own start takes longer than all that is asked of it here; the script is the one it would run. */
const npm = `npm() {
  case "$*" in
    "run demo") node bin/svc.js demo ;;
    "run --silent svc -- "*) shift 4; (cd "$ROOT" && node bin/svc.js "$@") ;;
    *) echo "not a script of these pages: npm $*" >&2; return 1 ;;
  esac
}`;

let folder: DataFolder;
beforeAll(async () => {
  folder = await createDataFolder();
  await folder.initialise();
});
afterAll(async () => {
  await killChildren();
  await folder.remove();
});

function linesOf([path, title]: readonly [string, string]): string {
  const page = readFileSync(join(root, path), "utf8");
  const section = page.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? "";
  return [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, lines]) => lines).join("\n");
}

function type(script: string, env: NodeJS.ProcessEnv): Promise<{ code: number | null; said: string }> {
  const shell = spawn("bash", ["-c", script], { env: environmentOf(env), cwd: root });
  let said = "";
  for (const stream of [shell.stdout, shell.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
  shell.stdin.end();
  return new Promise((resolve) => shell.on("close", (code) => resolve({ code, said })));
}

test("from top to bottom, with the demo first", async () => {
  const env = { SVC_DATA_DIR: folder.dataDir };
  const service = startChild(svcScript, ["serve"], env);
  const [, url = ""] = await service.says(/service {4}(http:\S+)/);
  const lines = walk.map(linesOf).join("\n").replaceAll("localhost:8080", new URL(url).host);
  const files = lines.replaceAll(/> (payouts\.csv|statement\.html)$/gm, '> "$SVC_DATA_DIR/$1"');
  const { code, said } = await type(`set -euo pipefail\n${npm}\n${files}`, { ...env, ROOT: root });
  expect(code, said).toBe(0);
  expect(said).toContain("Right to the cent: 3 sales");
  expect(said).toContain("https://acme.example/?aff=anna");
  expect(said).toMatch(/"status":"refunded".*"refunded_cents":1000/);
  expect(said).toMatch(/On hold: 1 commission, the first until/);
  expect(said).toMatch(/Nothing differs: the books match the log\./);
  // The second program: the first is the demo's.
  expect(said).toMatch(/│ +780 │/);
});

test("the README is read in a minute: its figures are those of the benchmarks, and its start is two commands", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const benchmarks = readFileSync(join(root, "docs/benchmarks.md"), "utf8");
  expect(readme.split("\n").length).toBeLessThanOrEqual(linesMax);
  const figures = [...readme.matchAll(/\d+,\d{3}/g)].map(([figure]) => figure);
  expect(figures.length).toBeGreaterThan(0);
  expect(figures.filter((figure) => !benchmarks.includes(figure))).toEqual([]);
  expect(linesOf(["README.md", "Run it"]).trim()).toBe("npm ci\nnpm start");
});
