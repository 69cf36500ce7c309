// Which code makes books out of the log: one digest over the rules, the adapters and how rows are read and written.
// A plan is applied only by the code that made it, so that what an operator reviewed is what happens.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";

const root = join(import.meta.dirname, "..", "..", "..");
/** In an installed package the code is what the sources were compiled to. */
const ending = extname(import.meta.filename);

/** Folders, and single files without their ending. */
const codeOfBooks = [
  "adapters",
  "src/core/rules",
  "src/core/vocabulary",
  "src/engine/log",
  "src/engine/books",
  "src/engine/replay",
  "src/engine/postgres/driver/binary-arrays",
  "src/engine/recording/recorded-reading",
];

export function codeDigest(paths: readonly string[] = codeOfBooks): string {
  const hash = createHash("sha256");
  for (const path of paths.flatMap(sourcesAt).sort()) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update("\0");
  }
  return hash.digest("hex");
}

function sourcesAt(path: string): string[] {
  if (existsSync(join(root, path + ending))) return [path + ending];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"));
}
