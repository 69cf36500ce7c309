// A secret of an installation that is made once and kept in a file for its owner's eyes only. Processes that start at the same time
// get the same one. It never replaces a file that exists.
import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "../files/make-folder.ts";

/** The file's text without the space around it. */
export function generatedFile(file: string, make: () => string): string {
  return readIfThere(file) ?? write(file, make());
}

function write(file: string, text: string): string {
  makeFolder(dirname(file), 0o700);
  const unfinished = `${file}.${randomUUID()}`;
  writeFileSync(unfinished, text, { mode: 0o600, flush: true });
  try {
    // Unlike a rename, a link fails when another process was quicker.
    linkSync(unfinished, file);
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  } finally {
    rmSync(unfinished);
  }
  return readFileSync(file, "utf8").trim();
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if (isCode(error, "ENOENT")) return null;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
