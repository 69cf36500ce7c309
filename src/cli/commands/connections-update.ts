// svc connections update: switches a connection, or replaces its signing secret: the new one and the old one are both valid
// until --keep-newest-secret ends the old one. Adding a secret that is there changes nothing. Running services hear of it within a
// second.
import { type ConnectionChange, changeConnection } from "../../access/connections.ts";
import { operator } from "../../access/permission.ts";
import { openSecrets } from "../../access/secrets.ts";
import { findConnectionLine } from "../../queries/connections.ts";
import { clientReferenceFlag, clientReferenceOf } from "../client-reference.ts";
import { defineCommand } from "../command.ts";
import { CommandFailed, UsageError } from "../failures.ts";
import { choiceFlag, idFlag, optional, programFlag, secretFlag, switchFlag } from "../flags.ts";
import { recordOutput } from "../output.ts";
import type { Shell } from "../shell.ts";
import { readSecrets } from "../signing-secrets.ts";
import { webhookUrl } from "../webhook-url.ts";

export const command = defineCommand({
  example: "connections update --program 1 --connection 1 --secret - < new-signing-secret",
  flags: {
    program: programFlag,
    connection: idFlag("The connection"),
    status: optional(choiceFlag(["active", "disabled"], "A disabled connection takes no deliveries")),
    mode: optional(choiceFlag(["live", "test"], "Whatever is delivered in test mode is flagged, and never a sale")),
    clientReference: optional(clientReferenceFlag),
    secret: optional(secretFlag("A new signing secret beside the newest until now; - reads it from stdin")),
    keepNewestSecret: switchFlag("Only the newest signing secret stays valid"),
  },
  run: async (
    { shell, config, database, db },
    { program, connection, clientReference, status, mode, secret, keepNewestSecret },
  ) => {
    const secrets = await secretsChange(shell, secret, keepNewestSecret);
    if (status === undefined && mode === undefined && secrets === null && clientReference === undefined) {
      throw new UsageError(
        "Give at least one of --status, --mode, --client-reference, --secret and --keep-newest-secret.",
      );
    }
    const provider = (await findConnectionLine(db, program, connection))?.provider ?? "";
    const reference = clientReferenceOf(provider, clientReference);
    await changeConnection(
      database,
      openSecrets(config.secretKeys.reveal()),
      {
        programId: program,
        connectionId: connection,
        status: status ?? null,
        livemode: mode === undefined ? null : mode === "live",
        secrets,
        ...(reference === undefined ? {} : { clientReference: reference }),
      },
      operator,
    );
    const changed = await findConnectionLine(db, program, connection);
    if (changed === undefined) throw new CommandFailed(`Program ${program} has no connection ${connection}.`);
    return recordOutput({ ...changed, webhook_url: webhookUrl(config, changed.provider, connection) });
  },
});

async function secretsChange(
  shell: Shell,
  given: readonly string[] | undefined,
  keepsNewest: boolean,
): Promise<ConnectionChange["secrets"]> {
  if (given === undefined) return keepsNewest ? { kind: "keep_newest" } : null;
  if (keepsNewest) throw new UsageError("Give --secret or --keep-newest-secret, not both.");
  const [secret = ""] = await readSecrets(shell, given, 1);
  return { kind: "rotate", secret };
}
