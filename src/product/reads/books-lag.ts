// How far the books are behind the log. Nothing is behind while the service runs as it should, and then this reads one
// empty index.
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

/** Age of the oldest event that is in no book yet; null if all are. */
export async function oldestUnprojectedSeconds(database: Kysely<Tables>): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from max(clock_timestamp() - e.received_at))::float8 as seconds
      from program_head h
      join event e on e.program_id = h.program_id and e.seq = h.projected_seq + 1
     where h.projected_seq < h.seq`.execute(database);
  return rows[0]?.seconds ?? null;
}
