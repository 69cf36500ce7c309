// Applies a migration where programs are spread: Citus repeats each statement on every machine, one at a time and not several in one text,
// and a new table of programs is spread at once, before anything refers to it.
import type { Client } from "pg";
import { statementsOf } from "../sql-statements.ts";
import { leadingTable, tablesOfPrograms } from "./distribution.ts";
import { severalMachines } from "./several-machines.ts";

/** Our triggers look at the row that is changed, and at nothing that another machine has. */
const allowTriggers = "set local citus.enable_unsafe_triggers = on";

/** Within a transaction of its own. What is set locally from here on is set on each machine. */
export async function beginSpreadMigration(client: Client): Promise<void> {
  const { tables, settings } = severalMachines.first;
  for (const { text } of [...settings, ...tables]) await client.query(text);
  await client.query(allowTriggers);
}

export async function applySpread(client: Client, sql: string): Promise<void> {
  for (const statement of statementsOf(sql)) {
    await client.query(statement);
    const [, table] = /^create table (\w+)/i.exec(statement) ?? [];
    if (table !== undefined && tablesOfPrograms.includes(table)) await spread(client, table);
  }
}

async function spread(client: Client, table: string): Promise<void> {
  await client.query("select create_distributed_table($1::regclass, 'program_id', colocate_with => $2)", [
    table,
    leadingTable,
  ]);
}
