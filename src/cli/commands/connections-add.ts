// svc connections add: where a provider sends its webhooks, and the secrets that prove them. Secrets are never shown again.
import { addConnection } from "../../access/connections.ts";
import { operator } from "../../access/permission.ts";
import { openSecrets } from "../../access/secrets.ts";
import { connectableProviders } from "../../core/providers.ts";
import { secretsPerConnectionMax } from "../../core/signing-secret.ts";
import { findConnectionLine } from "../../queries/connections.ts";
import { clientReferenceFlag, clientReferenceOf } from "../client-reference.ts";
import { defineCommand } from "../command.ts";
import { CommandFailed } from "../failures.ts";
import { choiceFlag, optional, programFlag, secretFlag, switchFlag } from "../flags.ts";
import { recordOutput } from "../output.ts";
import { readSecrets } from "../signing-secrets.ts";
import { webhookUrl } from "../webhook-url.ts";

export const command = defineCommand({
  example: "connections add --program 1 --provider stripe --secret - < signing-secret",
  flags: {
    program: programFlag,
    provider: choiceFlag(connectableProviders, `The payment provider: ${connectableProviders.join(", ")}`),
    secret: secretFlag(
      `The provider's signing secret; - reads it from stdin. At most ${secretsPerConnectionMax}, while one replaces the other`,
    ),
    clientReference: optional(clientReferenceFlag),
    testMode: switchFlag("Whatever it delivers is a test: flagged, and never a sale"),
  },
  run: async ({ shell, config, database, db }, { program, provider, secret, clientReference, testMode }) => {
    const reference = clientReferenceOf(provider, clientReference) ?? null;
    const connectionId = await addConnection(
      database,
      openSecrets(config.secretKeys.reveal()),
      {
        programId: program,
        provider,
        livemode: !testMode,
        clientReference: reference,
        secrets: await readSecrets(shell, secret, secretsPerConnectionMax),
      },
      operator,
    );
    if (connectionId === undefined) throw new CommandFailed(`There is no program ${program}.`);
    const connection = await findConnectionLine(db, program, connectionId);
    return recordOutput({ ...connection, webhook_url: webhookUrl(config, provider, connectionId) });
  },
});
