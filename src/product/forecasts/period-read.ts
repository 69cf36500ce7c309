// The period of a forecast: the last whole months and the current one (UTC), its first event, and where the supposed terms begin.
import { type Kysely, sql } from "kysely";
import type { PolicyScope } from "../../core/rules/events/events.ts";
import { defaultGroupId } from "../../core/rules/events/group-events.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { ReplayRefused } from "../../engine/replay/replay-refused.ts";

/** An event of the program, by which the supposed terms are in force: directly before it is folded, or directly after. */
export type Beginning = { readonly event_id: number; readonly is_before: boolean };

export type Period = {
  /** The first day, such as 2026-06-01. */
  readonly since: string;
  /** The last event that the live books include. */
  readonly seq: number;
  readonly event_id: number;
  readonly from_event_id: number;
  readonly beginning: Beginning;
};

type Found = {
  readonly since: string;
  readonly seq: number;
  readonly event_id: number | null;
  readonly from_event_id: number | null;
};

/** Undefined where nothing happened in it. */
export async function readPeriod(
  db: Kysely<Tables>,
  programId: number,
  { months, scope }: { readonly months: number; readonly scope: PolicyScope },
): Promise<Period | undefined> {
  const { rows } = await sql<Found>`
    with period as (
      select date_trunc('month', now() at time zone 'UTC') - make_interval(months => ${months - 1}::integer) as since
    )
    select to_char(since, 'YYYY-MM-DD') as since, h.projected_seq as seq,
           (select id from event where program_id = ${programId} and seq = h.projected_seq) as event_id,
           (select id from event
             where program_id = ${programId} and seq <= h.projected_seq and received_at >= since at time zone 'UTC'
             order by seq limit 1) as from_event_id
      from program_head h, period
     where h.program_id = ${programId}`.execute(db);
  const [found] = rows;
  if (found === undefined || found.event_id === null || found.from_event_id === null) return undefined;
  const { since, seq, event_id, from_event_id } = found;
  const holder = await readHolder(db, programId, scope);
  const beginning =
    holder < from_event_id ? { event_id: from_event_id, is_before: true } : { event_id: holder, is_before: false };
  return { since, seq, event_id, from_event_id, beginning };
}

/** The event that brought the partner or the group, or else the program. */
async function readHolder(
  db: Kysely<Tables>,
  programId: number,
  { partner_id, group_id }: PolicyScope,
): Promise<number> {
  if (partner_id !== undefined) {
    const partner = await db
      .selectFrom("partner")
      .select("partner_id")
      .where("program_id", "=", programId)
      .where("partner_id", "=", partner_id)
      .executeTakeFirst();
    if (partner === undefined) throw new ReplayRefused(`Program ${programId} has no partner ${partner_id}.`);
    return partner.partner_id;
  }
  if (group_id === undefined || group_id === defaultGroupId) {
    const { id } = await db
      .selectFrom("event")
      .select("id")
      .where("program_id", "=", programId)
      .where("seq", "=", 1)
      .executeTakeFirstOrThrow();
    return id;
  }
  const first = await db
    .selectFrom("partner_group")
    .select("from_event_id")
    .where("program_id", "=", programId)
    .where("group_id", "=", group_id)
    .orderBy("from_event_id")
    .executeTakeFirst();
  if (first === undefined) throw new ReplayRefused(`Program ${programId} has no group ${group_id}.`);
  return first.from_event_id;
}
