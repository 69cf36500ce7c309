// The one table of the limits that have no HTTP, the same as that of the bare limit.
import { withClient } from "../../src/engine/postgres/database.ts";

export const bareTable = "bare_delivery";

export async function createBareTable(url: string): Promise<void> {
  await withClient(url, (client) =>
    client.query(
      `create table if not exists ${bareTable} (id bigint generated always as identity, body bytea not null)`,
    ),
  );
}

/** Throws unless exactly what was committed is there. */
export async function requireRows(url: string, name: string, committed: number): Promise<string> {
  const count = await withClient(url, async (client) => {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int4 as count from ${bareTable}`);
    return rows[0]?.count;
  });
  if (count !== committed) throw new Error(`${name}: ${count} rows of ${committed} that were committed`);
  return `${name}: ${count} rows of ${committed} that were committed`;
}
