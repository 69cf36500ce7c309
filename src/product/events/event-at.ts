// From a time to a position in a program's log: ids and times of a program grow together, so a period is a range of ids. It reads some
// twenty rows for each time, however long the log is, and needs no index by time.

import { type Kysely, sql } from "kysely";
import { firstReferralId } from "../../core/rules/referral-id.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

/** Beyond every id of an event. */
const noEvent = firstReferralId;

/** The first event received at that time or later; greater than every id if there is no such event. */
export async function findFirstEventId(db: Kysely<Tables>, programId: number, from: Date): Promise<number> {
  const [first = noEvent] = await findFirstEventIds(db, programId, [from]);
  return first;
}

/** Its position in the log; the position after the last one if there is no such event. */
export async function findFirstSeq(db: Kysely<Tables>, programId: number, from: Date): Promise<number> {
  const [first] = await findFirstPlaces(db, programId, [from]);
  return first?.seq ?? 0;
}

/** One for each time, in the order of the times. */
export async function findFirstEventIds(
  db: Kysely<Tables>,
  programId: number,
  times: readonly Date[],
): Promise<number[]> {
  const places = await findFirstPlaces(db, programId, times);
  return times.map((_, index) => places[index]?.id ?? noEvent);
}

type Place = { readonly seq: number; readonly id: number | null };

/** The log has no gaps: halving it finds each. */
async function findFirstPlaces(db: Kysely<Tables>, programId: number, times: readonly Date[]): Promise<Place[]> {
  const { rows } = await sql<Place>`
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
    select h.high as seq, e.id
      from halves h
      left join event e on e.program_id = ${programId} and e.seq = h.high
     where h.high - h.low = 1
     order by h.place`.execute(db);
  return rows;
}
