// The log of a program with what became of each event, in the order of the log.
// An event that the books do not hold yet is `pending`; one that needed no explanation is `recorded`.
// A page is found first, by the index that holds what it is filtered by in its order, and only its own events are then looked up.

import { type Kysely, type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { count, flag, id, idOrNull, oneOf, text, time, timeOrNull, words, wordsOrNull } from "../core/fields.ts";
import { outcomeNames } from "../core/outcome-reasons.ts";
import type { EventRow, Tables } from "../db/tables.ts";
import { eventsOfKind } from "./events-by-kind.ts";
import { type Filter, keyset, numberKey, type Page, type PageRequest } from "./page.ts";

export const eventOutcomes = [...outcomeNames, "pending"] as const;
export type EventOutcome = (typeof eventOutcomes)[number];

/** What an outcome says beside its reason. */
export const outcomeDetail = z
  .strictObject({ click_age_days: count("How old the click was"), window_days: count("How old it may be") })
  .nullable()
  .meta({ description: "The figures behind an expired outcome" });

export const eventLine = z.strictObject({
  event_id: id("The event; unique in the installation"),
  seq: count("Its place in the program's log, without gaps"),
  type: words("What it is, such as sale_reported"),
  source: words("Who told of it: api, browser, operator, chain or a provider"),
  is_test: flag("A test: listed, and never a sale"),
  received_at: time("When the service received it"),
  occurred_at: timeOrNull("When it happened, where that was told"),
  outcome: z.enum(eventOutcomes).meta({ description: "What became of it; pending: the books do not hold it yet" }),
  reason: wordsOrNull("Why it became that"),
  refers_to: idOrNull("The event this one repeats, was settled by, or belongs to"),
  detail: outcomeDetail,
  provider_event_type: wordsOrNull("What the provider called the delivery; null for calls"),
  provider_event_id: wordsOrNull("The provider's own id of the delivery"),
  data: z.unknown().meta({ description: "What it tells, as it stands in the log" }),
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
      description: "Only tests, or only what is none",
      flag: { name: "mode", values: { live: false, test: true } },
    }),
};

export type EventFilter = Filter<typeof eventFilters>;

const bySeq = keyset("events", numberKey);

export async function listEvents(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  filter: EventFilter = {},
): Promise<Page<EventLine>> {
  const [afterSeq] = bySeq.after(request, [0]);
  const page = pageOf({ programId, afterSeq, rows: request.limit + 1 }, filter);
  const rows = await selectEvents(db, programId, page).orderBy("e.seq").execute();
  return bySeq.page(rows, request, (event) => [event.seq]);
}

type Stretch = { readonly programId: number; readonly afterSeq: number; readonly rows: number };

/** The places of the page's events. */
function pageOf(stretch: Stretch, filter: EventFilter): RawBuilder<{ seq: number }> {
  const { outcome } = filter;
  if (outcome !== undefined && outcome !== "recorded" && outcome !== "pending") {
    return withKeptOutcome(stretch, outcome, filter);
  }
  const { programId, rows } = stretch;
  const afterSeq = outcome === "pending" ? behindBooks(stretch) : sql<number>`${stretch.afterSeq}`;
  const wanted = outcome === undefined ? sql`true` : isOutcome(programId, sql`e.id`, outcome);
  // Tests have an index of their own, and there are few.
  const isOfKind = filter.is_test !== true && (filter.type !== undefined || filter.source !== undefined);
  const condition = sql`${wanted} and ${isLike(filter)}`;
  if (isOfKind)
    return eventsOfKind({ programId, afterSeq, rows }, filter, {
      select: sql<{ seq: number }>`select e.seq from event e`,
      condition,
    });
  return sql`
    select e.seq
      from event e
     where e.program_id = ${programId} and e.seq > ${afterSeq} and ${condition}
     order by e.seq
     limit ${rows}`;
}

/** Nothing the books hold is pending. */
function behindBooks({ programId, afterSeq }: Stretch): RawBuilder<number> {
  return sql`greatest(${afterSeq}, (select projected_seq from program_head where program_id = ${programId}))`;
}

/** By the outcomes, which few events have. Their indexes are partial: the outcome is a literal, for the planner to see. */
function withKeptOutcome(
  { programId, afterSeq, rows }: Stretch,
  outcome: EventOutcome,
  filter: EventFilter,
): RawBuilder<{ seq: number }> {
  return sql`
    select e.seq
      from outcome o
     cross join lateral (
           select e.seq
             from event e
            where e.program_id = ${programId} and e.id = o.event_id and ${isLike(filter)}
           offset 0
           ) e
     where o.program_id = ${programId}
       and o.outcome = ${sql.lit(outcome)}
       and o.event_id > coalesce(
             (select id from event where program_id = ${programId} and seq <= ${afterSeq} order by seq desc limit 1), 0)
     order by o.event_id
     limit ${rows}`;
}

/** Of `e`. */
function isLike({ type, source, is_test: isTest }: EventFilter): RawBuilder<unknown> {
  const conditions = [
    type === undefined ? sql`true` : sql`e.type = ${type}`,
    source === undefined ? sql`true` : sql`e.source = ${source}`,
    isTest === undefined ? sql`true` : sql`${isTest ? sql`` : sql`not `}e.is_test`,
  ];
  return sql.join(conditions, sql` and `);
}

const notRecorded = [
  "duplicate",
  "expired",
  "parked",
  "ignored",
  "failed",
  "refused",
  "pending",
] as const satisfies readonly Exclude<EventOutcome, "recorded">[];

/**
 * Whether an event is recorded, or pending. Its outcome is looked up by its key: whatever else is asked, outcomes are never read as
 * a whole. Recorded is said by what it is not: to the planner a text that equals another is rare, and most events are recorded.
 */
export function isOutcome(
  programId: number,
  eventId: RawBuilder<number>,
  outcome: "recorded" | "pending",
): RawBuilder<unknown> {
  const lastProjectedId = sql`
    coalesce(
      (select last.id
         from program_head h
         join event last on last.program_id = h.program_id and last.seq = h.projected_seq
        where h.program_id = ${programId}),
      0
    )`;
  const outcomeNow = sql`
    coalesce(
      (select kept.outcome from outcome kept where kept.program_id = ${programId} and kept.event_id = ${eventId}),
      case when ${eventId} > ${lastProjectedId} then 'pending' else 'recorded' end
    )`;
  return outcome === "pending" ? sql`${outcomeNow} = 'pending'` : sql`${outcomeNow} not in (${sql.join(notRecorded)})`;
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

/** Of an event `e` with what is kept of it, `o`, and its program's head `h`. */
export const outcomeInPage = sql<EventOutcome>`
  coalesce(o.outcome, case when e.seq > h.projected_seq then 'pending' else 'recorded' end)`;

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

/** Every row beside the page's is looked up for it: joined as a whole, a small table would be read to its end. */
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
