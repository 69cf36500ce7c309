// The log of a program with each event's outcome, in the order of the log. An event that the books do not have yet is `pending`; one
// without further explanation is `recorded`. A page is found first, by the index for its filter and order, and only its own events are then
// looked up.

import { type Kysely, type RawBuilder, sql } from "kysely";
import { z } from "zod";
import {
  count,
  flag,
  givenTime,
  id,
  idOrNull,
  oneOf,
  text,
  time,
  timeOrNull,
  wholeNumber,
  words,
  wordsOrNull,
} from "../../core/vocabulary/fields.ts";
import { type Filter, keyset, numberKey, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import type { EventRow, Tables } from "../../engine/postgres/tables/tables.ts";
import { findFirstSeq } from "./event-at.ts";
import { eventOutcomes, outcomeDetail, outcomeInPage } from "./event-outcome.ts";
import { pageOfEvents } from "./events-page.ts";

export const eventLine = z.strictObject({
  event_id: id("The event; unique in the installation"),
  seq: count("Its place in the program's log, without gaps"),
  type: words("Its type, such as sale_reported"),
  source: words("Who reported it: api, browser, operator, chain or a provider"),
  is_test: flag("A test: listed, and never a sale"),
  received_at: time("When the service received it"),
  occurred_at: timeOrNull("When it happened, where that was reported"),
  outcome: z.enum(eventOutcomes).meta({ description: "Its outcome; pending: not in the books yet" }),
  reason: wordsOrNull("Why it became that"),
  refers_to: idOrNull("The event this one repeats, was settled by, or belongs to"),
  detail: outcomeDetail,
  provider_event_type: wordsOrNull("The provider's name of the delivery's event; null for calls"),
  provider_event_id: wordsOrNull("The provider's own id of the delivery"),
  data: z.unknown().meta({ description: "Its data, as in the log" }),
});

export type EventLine = Omit<z.output<typeof eventLine>, "data"> & Pick<EventRow, "data">;

export const eventFilters = {
  type: text("Only of this type, such as sale_reported").optional(),
  source: text("Only from here: api, browser, operator or a provider").optional(),
  outcome: oneOf(eventOutcomes, "Only with this outcome").optional(),
  is_test: z
    .boolean()
    .optional()
    .meta({
      description: "true for only tests, false for only live events",
      flag: { name: "mode", values: { live: false, test: true } },
    }),
  transaction_id: text("Only events of this payment, by any of its names").optional(),
  customer_key: text("Only events of this customer: its click, leads and payments").optional(),
  click_id: text("Only events of this click: itself, its leads and payments").optional(),
  partner_id: id("Only clicks, leads, sales and payouts of this partner").optional(),
  amount_cents: wholeNumber(
    [0, Number.MAX_SAFE_INTEGER],
    "Only reports of this amount, in the currency's smallest unit; requires from",
  ).optional(),
  from: givenTime("Only received at this time or later").optional(),
  before: givenTime("Only received before this time").optional(),
  after_seq: wholeNumber(
    [0, Number.MAX_SAFE_INTEGER],
    "Only after this position in the log: pass the last seq you received to get only new events",
  ).optional(),
  order: oneOf(["oldest", "newest"], "Which come first; the oldest by default").optional(),
};

export type EventFilter = Filter<typeof eventFilters>;

const oldestFirst = keyset("events", numberKey);
const newestFirst = keyset("events, newest first", numberKey);
const behindAll = Number.MAX_SAFE_INTEGER;

export async function listEvents(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  filter: EventFilter = {},
): Promise<Page<EventLine>> {
  const { from, before, after_seq = 0, order, ...wanted } = filter;
  const isNewestFirst = order === "newest";
  const bySeq = isNewestFirst ? newestFirst : oldestFirst;
  const [cursorSeq] = bySeq.after(request, [isNewestFirst ? behindAll : 0]);
  const firstSeq = from === undefined ? 0 : await findFirstSeq(db, programId, from);
  const endSeq = before === undefined ? behindAll : await findFirstSeq(db, programId, before);
  const page = pageOfEvents(
    db,
    {
      programId,
      afterSeq: Math.max(after_seq, firstSeq - 1, isNewestFirst ? 0 : cursorSeq),
      beforeSeq: Math.min(endSeq, isNewestFirst ? cursorSeq : behindAll),
      rows: request.limit + 1,
      isNewestFirst,
    },
    wanted,
  );
  const rows = await selectEvents(db, programId, page)
    .orderBy("e.seq", isNewestFirst ? "desc" : "asc")
    .execute();
  return bySeq.page(rows, request, (event) => [event.seq]);
}

/** Undefined when the program has no such event. */
export function findEventLine(db: Kysely<Tables>, programId: number, eventId: number): Promise<EventLine | undefined> {
  const only = sql<{ seq: number }>`select seq from event where program_id = ${programId} and id = ${eventId}`;
  return selectEvents(db, programId, only).executeTakeFirst();
}

/** In the order of the log. */
export function findEventLines(
  db: Kysely<Tables>,
  programId: number,
  ids: RawBuilder<{ id: number }>,
  rows: number,
): Promise<EventLine[]> {
  const these = sql<{ seq: number }>`
    select e.seq
      from (${ids}) named
     cross join lateral (select seq from event where program_id = ${programId} and id = named.id offset 0) e
     order by e.seq
     limit ${rows}`;
  return selectEvents(db, programId, these).orderBy("e.seq").execute();
}

/** The newest event that tracking brought, and neither an operator nor a look at a chain. */
export async function findLastTrackedEvent(db: Kysely<Tables>, programId: number): Promise<EventLine | undefined> {
  const last = sql<{ seq: number }>`
    select e.seq
      from event e
     where e.program_id = ${programId} and e.source not in ('operator', 'chain')
     order by e.seq desc
     limit 1`;
  return selectEvents(db, programId, last).executeTakeFirst();
}

/** Of `selectEvents`. */
const columns = [
  "e.id as event_id",
  "e.seq",
  "e.type",
  "e.source",
  "e.is_test",
  "e.received_at",
  "e.occurred_at",
  outcomeInPage.as("outcome"),
  "o.reason",
  "o.refers_to",
  "o.detail",
  "d.provider_event_type",
  "d.provider_event_id",
  "e.data",
] as const;

/** Every row besides the page's is looked up for it: joined as a whole, a small table would be read to its end. */
function selectEvents(db: Kysely<Tables>, programId: number, page: RawBuilder<{ seq: number }>) {
  return db
    .selectFrom(sql<{ seq: number }>`(${page})`.as("page"))
    .innerJoinLateral(
      (events) =>
        events
          .selectFrom("event")
          .selectAll()
          .where("program_id", "=", programId)
          .whereRef("seq", "=", "page.seq")
          .offset(sql.lit(0))
          .as("e"),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (outcomes) =>
        outcomes
          .selectFrom("outcome")
          .selectAll()
          .where("program_id", "=", programId)
          .whereRef("event_id", "=", "e.id")
          .offset(sql.lit(0))
          .as("o"),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (deliveries) =>
        deliveries
          .selectFrom("delivery")
          .select(["provider_event_type", "provider_event_id"])
          .where("program_id", "=", programId)
          .whereRef("event_id", "=", "e.id")
          .offset(sql.lit(0))
          .as("d"),
      (join) => join.onTrue(),
    )
    .innerJoin("program_head as h", (join) => join.on("h.program_id", "=", programId))
    .select(columns);
}
