// Signing secrets from the command line: as arguments, or one a line on stdin, which keeps them out of the shell's history.
import { text } from "node:stream/consumers";
import { isSigningSecret, signingSecretRule } from "../../../core/vocabulary/signing-secret.ts";
import { UsageError } from "../failures.ts";
import type { Shell } from "../shell.ts";

/** `-` among the arguments is stdin. */
export async function readSecrets({ stdin }: Shell, given: readonly string[], countMax: number): Promise<string[]> {
  const fromInput = given.includes("-") ? (await text(stdin)).split(/\r?\n/).filter((line) => line !== "") : [];
  const secrets = [...given.filter((secret) => secret !== "-"), ...fromInput];
  if (secrets.length < 1 || secrets.length > countMax) {
    const count = countMax === 1 ? "one secret" : `1 to ${countMax} secrets`;
    throw new UsageError(`Give ${count}, by --secret or one a line on stdin.`);
  }
  if (!secrets.every(isSigningSecret)) throw new UsageError(`A secret ${signingSecretRule}.`);
  return secrets;
}
