// The secret keys of an installation that was given none.
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { generatedFile } from "./generated-file.ts";

const secretBytes = 32;

/** The file's text: comma-separated, as the variable would be. */
export function generatedSecretKeys(dataDir: string): string {
  return generatedFile(join(dataDir, "secret-keys"), () => `${randomBytes(secretBytes).toString("base64url")}\n`);
}
