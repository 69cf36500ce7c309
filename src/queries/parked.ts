// The events of a program that wait for something, by id, with every key that could settle them.
// An event that is settled between the two looks at the database is still listed, with no key left.

import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { id, time, words, wordsOrNull } from "../core/fields.ts";
import type { Tables } from "../db/tables.ts";
import { keyset, numberKey, type Page, type PageRequest } from "./page.ts";
import { findWaitKeys } from "./wait-keys.ts";

export const parkedLine = z.strictObject({
  event_id: id("The event that waits"),
  type: words("What it is, such as payment_succeeded"),
  source: words("Who told of it: api, browser or a provider"),
  received_at: time("When the service received it"),
  reason: wordsOrNull("Why it waits"),
  waits_for: z
    .array(z.string())
    .readonly()
    .meta({
      description: "Whatever brings one of these settles it",
      examples: [["customer:user-42", "payment:pi_123"]],
    }),
});

export type ParkedLine = z.output<typeof parkedLine>;

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
