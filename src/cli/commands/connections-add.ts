// svc connections add: where a provider sends its webhooks, and the secrets that prove them. Secrets are never shown again.
import { text } from "node:stream/consumers";
import { addConnection, secretsPerConnectionMax } from "../../access/connections.ts";
import { openSecrets } from "../../access/secrets.ts";
import { providers } from "../../core/providers.ts";
import { findConnectionLine } from "../../queries/connections.ts";
import { defineCommand } from "../command.ts";
import { CommandFailed, UsageError } from "../failures.ts";
import { choiceFlag, programFlag, secretFlag, switchFlag } from "../flags.ts";
import { recordOutput } from "../output.ts";
import { webhookUrl } from "../webhook-url.ts";

/** Those that send webhooks. Their adapters are not asked: loading them costs every command a tenth of a second. */
export const connectable = providers.filter((provider) => provider !== "other");

const secretCharactersMin = 8;
const secretCharactersMax = 512;

export const connectionsAdd = defineCommand({
  name: "connections add",
  summary: "Connect a provider's webhooks to a program",
  example: "connections add --program 1 --provider stripe --secret - < signing-secret",
  flags: {
    program: programFlag,
    provider: choiceFlag(connectable, `The payment provider: ${connectable.join(", ")}`),
    secret: secretFlag(
      `The provider's signing secret; - reads it from stdin. At most ${secretsPerConnectionMax}, while one replaces the other`,
    ),
    testMode: switchFlag("Whatever it delivers is a test: flagged, and never a sale"),
  },
  run: async ({ config, database, db }, { program, provider, secret, testMode }) => {
    const connectionId = await addConnection(database, openSecrets(config.secretKeys.reveal()), {
      programId: program,
      provider,
      livemode: !testMode,
      secrets: await readSecrets(secret),
    });
    if (connectionId === undefined) throw new CommandFailed(`There is no program ${program}.`);
    const connection = await findConnectionLine(db, program, connectionId);
    return recordOutput({ ...connection, webhook_url: webhookUrl(config, provider, connectionId) });
  },
});

/** One secret a line of stdin, so that none has to stand in the shell's history. */
async function readSecrets(given: readonly string[]): Promise<string[]> {
  const fromInput = given.includes("-") ? (await text(process.stdin)).split(/\r?\n/).filter((line) => line !== "") : [];
  const secrets = [...given.filter((secret) => secret !== "-"), ...fromInput];
  if (secrets.length < 1 || secrets.length > secretsPerConnectionMax) {
    throw new UsageError(`Give 1 to ${secretsPerConnectionMax} secrets, by --secret or one a line on stdin.`);
  }
  if (!secrets.every(isSecret)) {
    throw new UsageError(
      `A secret has ${secretCharactersMin} to ${secretCharactersMax} characters, none of them a blank.`,
    );
  }
  return secrets;
}

function isSecret(secret: string): boolean {
  return /^[\x21-\x7e]+$/.test(secret) && secret.length >= secretCharactersMin && secret.length <= secretCharactersMax;
}
