// Whether the database accepts no writes: it is a standby, or its operator made it read-only.
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

export async function isReadOnly(database: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ is_read_only: boolean }>`
    select pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as is_read_only`.execute(
    database,
  );
  return rows[0]?.is_read_only ?? false;
}
