// Which code makes books out of the log: one digest over the rules, the adapters and how rows are read and written.
// A plan is applied by the very code that made it, so that what was looked at is what is done.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";

const root = join(import.meta.dirname, "..", "..", "..");
/** In an installed package the code is what the sources were compiled to. */
const ending = extname(import.meta.filename);
/** Rules, what they are read from and written to, and who decides which rows a replay compares. */
const codeOfBooks = [
  "adapters",
  "src/core/rules",
  "src/core/vocabulary",
  "src/engine/log",
  "src/engine/books",
  "src/engine/replay",
  "src/engine/postgres/driver/binary-arrays.ts",
  "src/engine/recording/recorded-reading.ts",
];

export function codeDigest(folders: readonly string[] = codeOfBooks): string {
  const hash = createHash("sha256");
  for (const path of folders.flatMap(filesUnder).sort()) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update("\0");
  }
  return hash.digest("hex");
}

function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"));
}
