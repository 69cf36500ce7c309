// Changes what the log's tables protect from change, as the owner of the database: for rows of a past that no test can wait for.
import { withClient } from "../../src/engine/postgres/database.ts";

type ProtectedTable = "event" | "delivery";
type Client = Parameters<Parameters<typeof withClient>[1]>[0];

export function withoutProtection(
  url: string,
  tables: readonly ProtectedTable[],
  change: (client: Client) => Promise<void>,
): Promise<void> {
  return withClient(url, async (client) => {
    for (const table of tables) await client.query(switched(table, "disable"));
    await change(client);
    for (const table of tables) await client.query(switched(table, "enable"));
  });
}

/** On a cluster the triggers of a table's shards are the ones that protect it. */
function switched(table: ProtectedTable, to: "enable" | "disable"): string {
  const trigger = `${table}_is_append_only`;
  if (process.env.TEST_CITUS !== "yes") return `alter table ${table} ${to} trigger ${trigger}`;
  return `select run_command_on_shards('${table}', 'alter table %s ${to} trigger user')`;
}
