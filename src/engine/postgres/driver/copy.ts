// Copies whole tables out of and into a database with PostgreSQL's COPY: text, one line a row, independent of the server's version. It uses
// the caller's connection, so it sees that snapshot and is part of that transaction.

import { type Client, escapeIdentifier } from "pg";
import { type CopyStreamQuery, type CopyToStreamQuery, from, to } from "pg-copy-streams";

/** As `withClient` hands it out, for who may not know the package. */
export type DatabaseClient = Client;

export type TableColumns = { readonly table: string; readonly columns: readonly string[] };

/** Yields the table's rows as text, and calls `onEnd` with their number behind the last one. */
export async function* copyOut(
  client: Client,
  part: TableColumns,
  onEnd: (rows: number) => void,
): AsyncGenerator<Buffer> {
  const rows: CopyToStreamQuery = client.query(to(`copy ${named(part)} to stdout`));
  yield* rows;
  // The stream ends with the last row. The server's count follows, perhaps in a later packet: it has arrived once the next query answers.
  await client.query("select 1");
  onEnd(rows.rowCount);
}

/** Its `rowCount` is there once it has finished. */
export function copyIn(client: Client, part: TableColumns): CopyStreamQuery {
  return client.query(from(`copy ${named(part)} from stdin`));
}

function named({ table, columns }: TableColumns): string {
  return `${escapeIdentifier(table)} (${columns.map((column) => escapeIdentifier(column)).join(", ")})`;
}
