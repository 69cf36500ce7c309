// Copies whole tables out of and into a database with PostgreSQL's COPY: text, one line a row, independent of the server's version. It uses
// the caller's connection, so it sees that snapshot and is part of that transaction.

import { type Client, escapeIdentifier } from "pg";
import { type CopyStreamQuery, type CopyToStreamQuery, from, to } from "pg-copy-streams";

/** As `withClient` hands it out, for who may not know the package. */
export type DatabaseClient = Client;

export type TableColumns = { readonly table: string; readonly columns: readonly string[] };

/** Its `rowCount` is there once it has ended. */
export function copyOut(client: Client, part: TableColumns): CopyToStreamQuery {
  return client.query(to(`copy ${named(part)} to stdout`));
}

/** Its `rowCount` is there once it has finished. */
export function copyIn(client: Client, part: TableColumns): CopyStreamQuery {
  return client.query(from(`copy ${named(part)} from stdin`));
}

function named({ table, columns }: TableColumns): string {
  return `${escapeIdentifier(table)} (${columns.map((column) => escapeIdentifier(column)).join(", ")})`;
}
