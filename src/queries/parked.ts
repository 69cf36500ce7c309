// The events of a program that wait for something, by id, with every key that could settle them.
// An event that is settled between the two looks at the database is still listed, with no key left.
import { type Kysely, sql } from "kysely";
import type { Tables } from "../db/tables.ts";
import { keyset, numberKey, type Page, type PageRequest } from "./page.ts";
import { findWaitKeys } from "./wait-keys.ts";

export type ParkedLine = {
  readonly event_id: number;
  readonly type: string;
  readonly source: string;
  readonly received_at: Date;
  readonly reason: string | null;
  /** Such as `customer:<customer_key>` or `payment:<id>`: whatever brings one of them settles the event. */
  readonly waits_for: readonly string[];
};

const byEventId = keyset("parked", numberKey);

export async function listParked(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
): Promise<Page<ParkedLine>> {
  const [afterEventId] = byEventId.after(request, [0]);
  const { rows } = await sql<Omit<ParkedLine, "waits_for">>`
    select o.event_id, e.type, e.source, e.received_at, o.reason
      from outcome o
     cross join lateral (select * from event where program_id = ${programId} and id = o.event_id offset 0) e
     where o.program_id = ${programId} and o.outcome = 'parked' and o.event_id > ${afterEventId}
     order by o.event_id
     limit ${request.limit + 1}`.execute(db);
  const { data, next } = byEventId.page(rows, request, (parked) => [parked.event_id]);
  const eventIds = data.map((parked) => parked.event_id);
  const waitKeys = await findWaitKeys(db, programId, eventIds);
  return { data: data.map((parked) => ({ ...parked, waits_for: waitKeys.get(parked.event_id) ?? [] })), next };
}
