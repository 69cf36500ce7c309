// Which test files start neither a process of their own nor a browser, nor use a module that does: those of `npm run test:fast`.
// Read from the sources, so that a new test is in it by what it does.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const startsProcesses = /\bfrom "(?:node:child_process|node:worker_threads|node:cluster|playwright-core)"/;
const relativeImport = /\bfrom "(\.{1,2}\/[^"]+\.ts)"/g;

/** `files` below the root, which is the current folder. */
export function fastFiles(files: readonly string[]): string[] {
  const known = new Map<string, boolean>();
  return files.filter((file) => !isSlow(file, known));
}

/** What the service itself starts, such as its embedded database, is looked for where a test asks for it: in modules of the tests. */
function isSlow(file: string, known: Map<string, boolean>): boolean {
  const before = known.get(file);
  if (before !== undefined) return before;
  // Of a circle the rest decides.
  known.set(file, false);
  const source = existsSync(file) ? readFileSync(file, "utf8") : "";
  const imports = [...source.matchAll(relativeImport)].map(([, path = ""]) => join(dirname(file), path));
  const slow = startsProcesses.test(source) || imports.filter(isOfTests).some((path) => isSlow(path, known));
  known.set(file, slow);
  return slow;
}

const isOfTests = (path: string): boolean => /^(?:test|bench)\//.test(path);
