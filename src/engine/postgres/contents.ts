// What a database contains of the service: its tables, each after those it refers to, and its sequences. Read from the database, so it fits
// any migration. Objects that an operator adds are left alone.
import type { Client } from "pg";
import type { TableColumns } from "./driver/copy.ts";
import { readMigrations } from "./migrations/migrate.ts";

export type SequencePlace = {
  readonly name: string;
  /** The last one that was given out; null where none was. */
  readonly last: number | null;
};

const tablesQuery = `
  select c.relname as table,
         array_agg(a.attname::text order by a.attnum) as columns,
         array(select distinct r.confrelid::regclass::text
                 from pg_constraint r
                where r.conrelid = c.oid and r.contype = 'f' and r.confrelid <> c.oid) as refers_to
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
   where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname = any ($1::text[])
   group by c.oid, c.relname
   order by c.relname`;

const sequencesQuery = `
  select sequencename as name, last_value as last
    from pg_sequences
   where schemaname = current_schema()
   order by sequencename`;

type TableRow = { table: string; columns: string[]; refers_to: string[] };

/** Without generated columns, which the database makes itself. */
export async function listTables(client: Client): Promise<TableColumns[]> {
  const made = (await readMigrations()).flatMap(({ sql }) => [...sql.matchAll(/^create table (\w+)/gm)]);
  const { rows } = await client.query<TableRow>(tablesQuery, [made.map(([, name]) => name)]);
  return inOrder(rows).map(({ table, columns }) => ({ table, columns }));
}

export async function listSequences(client: Client): Promise<SequencePlace[]> {
  return (await client.query<SequencePlace>(sequencesQuery)).rows;
}

function inOrder(rows: readonly TableRow[]): TableRow[] {
  const placed = new Map<string, TableRow>();
  let left = [...rows];
  while (left.length > 0) {
    const next = left.filter(({ refers_to }) => refers_to.every((name) => placed.has(name)));
    if (next.length === 0) throw new Error(`tables refer to each other: ${left.map(({ table }) => table).join(", ")}`);
    for (const row of next) placed.set(row.table, row);
    left = left.filter(({ table }) => !placed.has(table));
  }
  return [...placed.values()];
}
