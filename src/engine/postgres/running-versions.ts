// Which releases serve this database now, by the names of their connections: an upgrade replaces one process after the other.
import { type Kysely, sql } from "kysely";
import type { Tables } from "./tables/tables.ts";

/** A service's connections; `svc command` and `svc replay` are of commands. */
const prefix = "svc/";

export function serviceName(version: string): string {
  return `${prefix}${version}`;
}

/** Selects the names of what serves a database, over pg_stat_activity. */
export const isServiceName = `application_name like '${prefix}%'`;

/** In the order of text. A process without a connection at this moment is not seen. */
export async function runningVersions(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ version: string }>`
    select distinct substr(application_name, ${prefix.length + 1}) as version
      from pg_stat_activity
     where datname = current_database() and ${sql.raw(isServiceName)}
     order by version`.execute(db);
  return rows.map(({ version }) => version);
}
