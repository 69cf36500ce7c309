// The events of a program that wait for something, by id, with every key that could settle them.
// An event that is settled between the two looks at the database is still listed, with no key left.

import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { id, time, words, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { keyset, numberKey, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { findWaitKeys } from "./wait-keys.ts";

export const parkedLine = z.strictObject({
  event_id: id("The event that waits"),
  type: words("What it is, such as payment_succeeded"),
  source: words("Who reported it: api, browser or a provider"),
  received_at: time("When the service received it"),
  reason: wordsOrNull("Why it waits"),
  waits_for: z
    .array(z.string())
    .readonly()
    .meta({
      description: "The names that it waits for: an event with any of them settles it",
      examples: [["customer:user-42", "payment:pi_123"]],
    }),
});

export const parkedDetail = parkedLine.extend({
  ways_out: z
    .array(z.strictObject({ what: words("What settles it"), command: wordsOrNull("The command that does it") }))
    .readonly()
    .meta({ description: "What can be done about it" }),
});

export type ParkedDetail = z.output<typeof parkedDetail>;

export type ParkedLine = z.output<typeof parkedLine>;

const byEventId = keyset("parked", numberKey);

export async function listParked(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
): Promise<Page<ParkedLine>> {
  const [afterEventId] = byEventId.after(request, [0]);
  const rows = await readParked(db, programId, afterEventId, request.limit + 1);
  const { data, next } = byEventId.page(rows, request, (parked) => [parked.event_id]);
  return { data: await withWaitKeys(db, programId, data), next };
}

type Waiting = Omit<ParkedLine, "waits_for">;

async function readParked(
  db: Kysely<Tables>,
  programId: number,
  afterEventId: number,
  limit: number,
): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select o.event_id, e.type, e.source, e.received_at, o.reason
      from outcome o
     cross join lateral (select * from event where program_id = ${programId} and id = o.event_id offset 0) e
     where o.program_id = ${programId} and o.outcome = 'parked' and o.event_id > ${afterEventId}
     order by o.event_id
     limit ${limit}`.execute(db);
  return rows;
}

async function withWaitKeys(db: Kysely<Tables>, programId: number, rows: readonly Waiting[]): Promise<ParkedLine[]> {
  const eventIds = rows.map((parked) => parked.event_id);
  const waitKeys = await findWaitKeys(db, programId, eventIds);
  return rows.map((parked) => ({ ...parked, waits_for: waitKeys.get(parked.event_id) ?? [] }));
}

export async function findParked(
  db: Kysely<Tables>,
  programId: number,
  eventId: number,
): Promise<ParkedDetail | undefined> {
  const rows = await readParked(db, programId, eventId - 1, 1);
  const [found] = await withWaitKeys(
    db,
    programId,
    rows.filter((row) => row.event_id === eventId),
  );
  if (found === undefined) return undefined;
  return { ...found, ways_out: waysOut(programId, found) };
}

function waysOut(programId: number, { event_id, type, reason }: ParkedLine): ParkedDetail["ways_out"] {
  const of = `--program ${programId} --event ${event_id} --reason "..."`;
  const release = { what: "Discard it: no later event settles it.", command: `svc parked release ${of}` };
  if (type !== "payment_succeeded" || reason !== "no_attribution") {
    return [{ what: "An event with one of the names it waits for settles it.", command: null }, release];
  }
  return [
    { what: "A lead or a subscription that is known by one of these names, by a click from before it.", command: null },
    {
      what: "Attribute it to a partner manually; attributions undo reverts that.",
      command: `svc attributions set ${of} --partner-code ...`,
    },
    release,
  ];
}
