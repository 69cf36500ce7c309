// Runs Stryker over the rules, with the arguments it is given, and then holds what survived against its reasons.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";

const root = join(import.meta.dirname, "..");
const stryker = join(import.meta.dirname, "node_modules/@stryker-mutator/core/bin/stryker.js");
// For each mutant the rules and their tests are loaded anew, but need not be compiled anew.
const env = { ...process.env, NODE_COMPILE_CACHE: join(root, "node_modules/.cache/node") };
const run = spawnSync(process.execPath, [stryker, "run", "mutation/core.config.ts", ...process.argv.slice(2)], {
  cwd: root,
  env,
  stdio: "inherit",
});
if (run.status === 0) await import("./check-survivors.ts");
else process.exitCode = 1;
