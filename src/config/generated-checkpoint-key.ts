// The key that checkpoints are signed with, of an installation that was given none: made once, kept in its data folder and nowhere in
// the database.
import { join } from "node:path";
import { newSignerKey } from "../engine/integrity/signed-note.ts";
import { generatedFile } from "./generated-file.ts";

/** The file's text. It is named for the host that the service had when it was made, and keeps that name. */
export function generatedCheckpointKey(dataDir: string, baseUrl: string | null): string {
  const host = baseUrl === null ? "localhost" : new URL(baseUrl).host;
  return generatedFile(join(dataDir, "checkpoint-key"), () => `${newSignerKey(host)}\n`);
}
