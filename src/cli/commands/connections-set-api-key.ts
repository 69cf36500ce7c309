// svc connections set-api-key: the key with which a connection's provider is asked for what it could not deliver.
// It is checked with the provider first, kept encrypted, and never shown.
import { removeApiKey, setApiKey } from "../../access/provider-accounts.ts";
import { openSecrets } from "../../access/secrets.ts";
import { findProviderAccountLine, type ProviderAccountLine } from "../../queries/provider-accounts.ts";
import { defineCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { CommandFailed, UsageError } from "../failures.ts";
import { idFlag, switchFlag } from "../flags.ts";
import { type Output, recordOutput } from "../output.ts";
import { readSecret } from "../secret-input.ts";

const keyCharactersMin = 8;
const keyCharactersMax = 512;

export const command = defineCommand({
  example: "connections set-api-key --connection 1 < api-key",
  flags: {
    connection: idFlag("The connection's id"),
    remove: switchFlag("Forget the key instead"),
  },
  run: async (context, { connection: connectionId, remove }) => {
    const connection = await findProviderAccountLine(context.db, connectionId);
    if (connection === undefined) throw new CommandFailed(`There is no connection ${connectionId}.`);
    if (!remove) return keep(context, connection);
    if (!(await removeApiKey(context.database, connectionId))) {
      throw new CommandFailed(`Connection ${connectionId} has no API key.`);
    }
    return recordOutput({ connection_id: connectionId, has_api_key: false });
  },
});

async function keep({ shell, config, database }: Context, connection: ProviderAccountLine): Promise<Output> {
  const { connection_id: connectionId, provider, livemode } = connection;
  const { checkApiKey, reconcilableProviders } = await import("../../ingest/reconcile.ts");
  if (!reconcilableProviders.includes(provider)) {
    throw new CommandFailed(
      `${provider} cannot be asked for what it sent; reconciling knows ${reconcilableProviders.join(" and ")}.`,
    );
  }
  const apiKey = await readSecret(shell, `${provider} API key (not shown): `);
  if (!/^[\x21-\x7e]+$/.test(apiKey) || apiKey.length < keyCharactersMin || apiKey.length > keyCharactersMax) {
    throw new UsageError(
      `Give the API key on stdin: ${keyCharactersMin} to ${keyCharactersMax} characters, none of them a blank.`,
    );
  }
  const check = await checkApiKey({ provider, livemode, apiKey }, new Date());
  if (check.kind === "refused") throw new CommandFailed(check.reason);
  await setApiKey(database, openSecrets(config.secretKeys.reveal()), connectionId, apiKey);
  const reason = check.kind === "unknown" ? check.reason : null;
  return recordOutput({ connection_id: connectionId, has_api_key: true, was_checked: reason === null, reason });
}
