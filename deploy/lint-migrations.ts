// Lints new migrations with squawk: they run while processes of the release before record, so none may keep these waiting.
// squawk is fetched for the run: its packages for other platforms than this one would not be in every lockfile.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { isOutsideTransaction, readMigrations } from "../src/engine/postgres/migrations/migrate.ts";

const squawk = ["--yes", "--package=squawk-cli@2.66.0", "squawk"];
/**
 * Those up to here are accepted as they are: they had been applied before there was a lint and cannot be changed any more. 0002 to
 * 0004, 0006, 0007, 0014, 0016 and 0017 made indexes while writes waited, 0003, 0005, 0012, 0013 and 0018 added constraints that
 * were checked at once, 0020 and 0022 take a `not null` away, which older processes never relied on, and 0022 made an index on a table
 * that was small. None of them had been released.
 */
const lastAccepted = 24;
const root = join(import.meta.dirname, "..");

function npx(parameters: readonly string[]) {
  return spawnSync("npx", [...squawk, ...parameters], { cwd: root, encoding: "utf8" });
}

const fresh = (await readMigrations()).filter(({ version }) => version > lastAccepted);
if (fresh.length > 0 && npx(["--version"]).status !== 0) {
  process.stdout.write("skipped: squawk could not be fetched from the registry\n");
  process.exit(0);
}
let isFaulty = false;
for (const isOutside of [false, true]) {
  const files = fresh
    .filter((migration) => isOutsideTransaction(migration) === isOutside)
    .map(({ version, name }) => `migrations/${String(version).padStart(4, "0")}_${name}.sql`);
  if (files.length === 0) continue;
  const inTransaction = isOutside ? "--no-assume-in-transaction" : "--assume-in-transaction";
  const { status, stdout, stderr } = npx([inTransaction, "--config", ".squawk.toml", "--reporter", "gcc", ...files]);
  if (status === 0) continue;
  isFaulty = true;
  process.stdout.write(`${stdout}${stderr}`);
}
process.stdout.write(`${fresh.length} new migrations linted, ${isFaulty ? "with faults" : "none with a fault"}\n`);
process.exit(isFaulty ? 1 : 0);
