// The secret keys of an installation that was given none: made once, kept in its data directory for its owner's eyes only.
// Processes that start at the same time get the same keys. It never replaces a file that exists.
import { randomBytes, randomUUID } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "./make-folder.ts";

const secretBytes = 32;

/** The file's text: comma-separated, as the variable would be. */
export function generatedSecretKeys(dataDir: string): string {
  const file = join(dataDir, "secret-keys");
  return readIfThere(file) ?? make(dataDir, file);
}

function make(dataDir: string, file: string): string {
  makeFolder(dataDir, 0o700);
  const unfinished = `${file}.${randomUUID()}`;
  writeFileSync(unfinished, `${randomBytes(secretBytes).toString("base64url")}\n`, { mode: 0o600, flush: true });
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
