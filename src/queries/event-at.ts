// From a time to a place in a program's log: ids and times of a program grow together, so whatever was recorded in a stretch of
// time is a stretch of ids. It looks at some twenty rows for each time, however long the log is, and needs no index by time.
import { type Kysely, sql } from "kysely";
import type { Tables } from "../db/tables.ts";

/** Beyond every id. */
const noEvent = Number.MAX_SAFE_INTEGER;

/** The first event received at that time or later; beyond every id when there is none. */
export async function findFirstEventId(db: Kysely<Tables>, programId: number, from: Date): Promise<number> {
  const [first = noEvent] = await findFirstEventIds(db, programId, [from]);
  return first;
}

/** One for each time, in the order of the times. The log has no gaps: halving it finds each. */
export async function findFirstEventIds(
  db: Kysely<Tables>,
  programId: number,
  times: readonly Date[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number | null }>`
    with recursive halves (place, since, low, high) as (
      select t.place, t.since, 0::bigint, h.seq + 1
        from unnest(${times}::timestamptz[]) with ordinality t(since, place)
       cross join program_head h
       where h.program_id = ${programId}
       union all
      select h.place, h.since,
             case when e.received_at < h.since then e.seq else h.low end,
             case when e.received_at < h.since then h.high else e.seq end
        from halves h
        join event e on e.program_id = ${programId} and e.seq = (h.low + h.high) / 2
       where h.high - h.low > 1
    )
    select e.id
      from halves h
      left join event e on e.program_id = ${programId} and e.seq = h.high
     where h.high - h.low = 1
     order by h.place`.execute(db);
  return times.map((_, index) => rows[index]?.id ?? noEvent);
}
