// svc connections update: switches a connection, or replaces its signing secret: the new one and the old one are both valid
// until --keep-newest-secret ends the old one. Adding a secret that is there changes nothing. Running services hear of it within a
// second.
import { type ConnectionChange, changeConnection } from "../../access/connections.ts";
import { operator } from "../../access/permission.ts";
import { openSecrets } from "../../access/secrets.ts";
import { findConnectionLine } from "../../queries/connections.ts";
import { defineCommand } from "../command.ts";
import { CommandFailed, UsageError } from "../failures.ts";
import { choiceFlag, idFlag, optional, programFlag, secretFlag, switchFlag } from "../flags.ts";
import { recordOutput } from "../output.ts";
import { readSecrets } from "../signing-secrets.ts";
import { webhookUrl } from "../webhook-url.ts";

export const connectionsUpdate = defineCommand({
  name: "connections update",
  summary: "Change a connection's status, mode or signing secret",
  example: "connections update --program 1 --connection 1 --secret - < new-signing-secret",
  flags: {
    program: programFlag,
    connection: idFlag("The connection"),
    status: optional(choiceFlag(["active", "disabled"], "A disabled connection takes no deliveries")),
    mode: optional(choiceFlag(["live", "test"], "Whatever is delivered in test mode is flagged, and never a sale")),
    secret: optional(secretFlag("A new signing secret beside the newest until now; - reads it from stdin")),
    keepNewestSecret: switchFlag("Only the newest signing secret stays valid"),
  },
  run: async ({ config, database, db }, { program, connection, status, mode, secret, keepNewestSecret }) => {
    const secrets = await secretsChange(secret, keepNewestSecret);
    if (status === undefined && mode === undefined && secrets === null) {
      throw new UsageError("Give at least one of --status, --mode, --secret and --keep-newest-secret.");
    }
    await changeConnection(
      database,
      openSecrets(config.secretKeys.reveal()),
      {
        programId: program,
        connectionId: connection,
        status: status ?? null,
        livemode: mode === undefined ? null : mode === "live",
        secrets,
      },
      operator,
    );
    const changed = await findConnectionLine(db, program, connection);
    if (changed === undefined) throw new CommandFailed(`Program ${program} has no connection ${connection}.`);
    return recordOutput({ ...changed, webhook_url: webhookUrl(config, changed.provider, connection) });
  },
});

async function secretsChange(
  given: readonly string[] | undefined,
  keepsNewest: boolean,
): Promise<ConnectionChange["secrets"]> {
  if (given === undefined) return keepsNewest ? { kind: "keep_newest" } : null;
  if (keepsNewest) throw new UsageError("Give --secret or --keep-newest-secret, not both.");
  const [secret = ""] = await readSecrets(given, 1);
  return { kind: "rotate", secret };
}
