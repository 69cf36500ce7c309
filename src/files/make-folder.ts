// Creates a folder and its missing parents, or fails at once. Node's own recursive mkdir retries without end in a folder that is visible
// but not writable, such as /proc.
import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

export function makeFolder(path: string, mode: number): void {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process was quicker.
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return;
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`The folder ${path} cannot be made: ${why}`, { cause: error });
  }
}
