// `npm run release`: the next version by the pending changes, and what it would write. With --apply it is written: the version in each
// place, the changelogs, and without the pending changes. `npm run release -- 1.0.0` names the version.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { changelogs, nextVersion, places, readChange, releasedChangelog } from "./versions.ts";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

const usage = `npm run release [-- [version] [--apply]]

  version   1.2.3; without it the one that the pending changes in .changeset/ make
  --apply   write it: the version in each place, and the changelogs

docs/releasing.md has the steps before and after.
`;

function readArguments() {
  try {
    const options = { apply: { type: "boolean" }, help: { type: "boolean" } } as const;
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exit(1);
  }
}

const { values, positionals } = readArguments();
if (values.help === true) {
  process.stdout.write(usage);
  process.exit(0);
}
const pending = readdirSync(join(root, ".changeset"))
  .filter((file) => file.endsWith(".md") && file !== "README.md")
  .map((file) => `.changeset/${file}`);
const changes = pending.map((path) => readChange(path, read(path)));
const current: string = JSON.parse(read("package.json")).version;
const version = positionals[0] ?? nextVersion(current, changes);

if (version === undefined || !/^\d+\.\d+\.\d+$/.test(version)) {
  process.stderr.write(
    "No pending change in .changeset/ says which version is next. Name it: npm run release -- 1.2.3\n",
  );
  process.exit(1);
}
const written = new Map(places.map(({ path, pattern }) => [path, read(path).replaceAll(pattern, version)]));
for (const name of ["svc", "@svc/sdk"] as const) {
  const path = changelogs[name];
  written.set(path, releasedChangelog(read(path), { name, version, changes }));
}
process.stdout.write(`${current} becomes ${version}. Pending changes: ${changes.length}. Files:\n`);
process.stdout.write([...written.keys()].map((path) => `  ${path}\n`).join(""));
if (values.apply === true) {
  for (const [path, text] of written) writeFileSync(join(root, path), text);
  for (const path of pending) rmSync(join(root, path));
  process.stdout.write("Next: npm install --package-lock-only --ignore-scripts\n");
} else {
  process.stdout.write("Nothing is written. Add --apply to write it.\n");
}
