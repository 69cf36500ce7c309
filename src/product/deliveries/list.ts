// The deliveries of a program in order of arrival, each with its outcome in words, without its bytes. A status is found by the index of
// outcomes, a provider by the index of kinds, a time by bisecting the log: none of them reads the earlier deliveries.

import { type Kysely, type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { connectableProviders } from "../../../adapters/names.ts";
import { count, flag, givenTime, id, idOrNull, oneOf, time, words, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { type Filter, keyset, numberKey, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import { byPlacement } from "../../engine/postgres/by-placement.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { findFirstEventId } from "../events/event-at.ts";
import { type EventOutcome, eventOutcomes, isOutcome, outcomeDetail, outcomeInPage } from "../events/event-outcome.ts";
import { eventsOfKind } from "../events/events-by-kind.ts";
import { verdictInWords } from "./verdict.ts";

export const deliveryStatuses = ["failed", "parked", "ignored", "recorded", "duplicate", "expired"] as const;

export const deliveryFields = {
  event_id: id("The event it became"),
  seq: count("Its place in the program's log"),
  received_at: time("When the service received it"),
  provider: words("Who sent it"),
  provider_event_id: wordsOrNull("The provider's id"),
  provider_event_type: wordsOrNull("The provider's name of it"),
  connection_id: id("Its connection"),
  received_by: z
    .enum(["webhook", "reconcile"])
    .meta({ description: "reconcile: it was fetched from the provider, since it had not arrived" }),
  type: words("What it is read as today"),
  is_test: flag("A test: listed, and never a sale"),
  outcome: z.enum(eventOutcomes).meta({ description: "Its outcome" }),
  reason: wordsOrNull("Why it became that"),
  refers_to: idOrNull("The event this one repeats, was settled by, or belongs to"),
  detail: outcomeDetail,
  verdict: words("Its outcome, in a sentence"),
};

export const deliveryLine = z.strictObject(deliveryFields);

export type DeliveryLine = z.output<typeof deliveryLine>;

export const deliveryFilters = {
  status: oneOf(deliveryStatuses, "Only those that ended like this").optional(),
  provider: oneOf(connectableProviders, "Only this provider's").optional(),
  since: givenTime("Only those received since then").optional(),
};

export type DeliveryFilter = Filter<typeof deliveryFilters>;

const byEventId = keyset("deliveries", numberKey);

export async function listDeliveries(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  filter: DeliveryFilter = {},
): Promise<Page<DeliveryLine>> {
  let [after] = byEventId.after(request, [0]);
  if (filter.since !== undefined) after = Math.max(after, (await findFirstEventId(db, programId, filter.since)) - 1);
  const page = await pageAt(db, pageOf({ programId, after, rows: request.limit + 1 }, filter));
  const rows = await selectDeliveries(db, programId, page).orderBy("d.event_id").execute();
  const { data, next } = byEventId.page(rows, request, (line) => [line.event_id]);
  return { data: data.map((line) => ({ ...line, verdict: verdictInWords(line) })), next };
}

type LogRange = { readonly programId: number; readonly after: number; readonly rows: number };
type EventIds = RawBuilder<{ event_id: number }>;

/** Where programs lie on several machines it is looked up by itself: as a part of another query they do not plan it. */
function pageAt(db: Kysely<Tables>, page: EventIds): Promise<EventIds> {
  return byPlacement(db, {
    together: async () => page,
    apart: async () => {
      const { rows } = await page.execute(db);
      return sql<{ event_id: number }>`select unnest(${rows.map((row) => row.event_id)}::bigint[]) as event_id`;
    },
  });
}

function pageOf(range: LogRange, { status, provider }: DeliveryFilter): EventIds {
  if (status !== undefined && status !== "recorded") return withKeptOutcome(range, status, provider);
  if (provider !== undefined) return ofProvider(range, provider, status);
  const { programId, after, rows } = range;
  return sql`
    select d.event_id
      from delivery d
     where d.program_id = ${programId} and d.event_id > ${after} and ${isStatus(programId, sql`d.event_id`, status)}
     order by d.event_id
     limit ${rows}`;
}

function isStatus(programId: number, eventId: RawBuilder<number>, status: "recorded" | undefined): RawBuilder<unknown> {
  return status === undefined ? sql`true` : isOutcome(programId, eventId, status);
}

/** A delivery's provider is its event's source. Not every event of a provider is a delivery: a later reading is not. */
function ofProvider({ programId, after, rows }: LogRange, provider: string, status: "recorded" | undefined): EventIds {
  const afterSeq = sql<number>`coalesce(
    (select seq from event where program_id = ${programId} and id <= ${after} order by id desc limit 1), 0)`;
  const isDelivery = sql`(select true from delivery d where d.program_id = ${programId} and d.event_id = e.id)`;
  const condition = sql`${isDelivery} and ${isStatus(programId, sql`e.id`, status)}`;
  const select = sql<{ event_id: number }>`select e.seq, e.id as event_id from event e`;
  return eventsOfKind({ programId, afterSeq, rows }, { source: provider }, { select, condition });
}

/** The status is a literal, so that the planner sees which of the partial indexes holds it. */
function withKeptOutcome(
  { programId, after, rows }: LogRange,
  status: EventOutcome,
  provider: string | undefined,
): EventIds {
  return sql`
    select o.event_id
      from outcome o
     cross join lateral (
           select 1
             from delivery d
            where d.program_id = ${programId} and d.event_id = o.event_id
              and ${provider === undefined ? sql`true` : sql`d.provider = ${provider}`}
           offset 0
           ) d
     where o.program_id = ${programId} and o.outcome = ${sql.lit(status)} and o.event_id > ${after}
     order by o.event_id
     limit ${rows}`;
}

const receivedBy = sql<DeliveryLine["received_by"]>`coalesce(d.headers ->> 'x-svc-received-by', 'webhook')`;

/** Of `selectDeliveries`. */
const columns = [
  "d.event_id",
  "e.seq",
  "d.provider",
  "d.provider_event_id",
  "d.provider_event_type",
  "d.connection_id",
  receivedBy.as("received_by"),
  "d.received_at",
  "e.is_test",
  "e.type",
  outcomeInPage.as("outcome"),
  "o.reason",
  "o.refers_to",
  "o.detail",
] as const;

/** Of the events on this page. */
export function selectDeliveries(db: Kysely<Tables>, programId: number, page: EventIds) {
  const found = byPlacement(db, {
    together: () => lookedUp(db, programId, page),
    apart: () => joined(db, programId, page),
  });
  return found.select(columns);
}

/** As several machines plan it. */
function joined(db: Kysely<Tables>, programId: number, page: EventIds) {
  return db
    .selectFrom(sql<{ event_id: number }>`(${page})`.as("page"))
    .innerJoin("delivery as d", (join) =>
      join.on("d.program_id", "=", programId).onRef("d.event_id", "=", "page.event_id"),
    )
    .innerJoin("event_as_read as e", (join) =>
      join.on("e.program_id", "=", programId).onRef("e.id", "=", "page.event_id"),
    )
    .leftJoin("outcome as o", (join) =>
      join.on("o.program_id", "=", programId).onRef("o.event_id", "=", "page.event_id"),
    )
    .innerJoin("program_head as h", (join) => join.on("h.program_id", "=", programId));
}

/** Each by itself: joined as a whole, a small table would be read to its end. */
function lookedUp(db: Kysely<Tables>, programId: number, page: EventIds): ReturnType<typeof joined> {
  return db
    .selectFrom(sql<{ event_id: number }>`(${page})`.as("page"))
    .innerJoinLateral(
      (deliveries) =>
        deliveries
          .selectFrom("delivery")
          .selectAll()
          .where("program_id", "=", programId)
          .whereRef("event_id", "=", "page.event_id")
          .offset(sql.lit(0))
          .as("d"),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      (events) =>
        events
          .selectFrom("event_as_read")
          .selectAll()
          .where("program_id", "=", programId)
          .whereRef("id", "=", "page.event_id")
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
          .whereRef("event_id", "=", "page.event_id")
          .offset(sql.lit(0))
          .as("o"),
      (join) => join.onTrue(),
    )
    .innerJoin("program_head as h", (join) => join.on("h.program_id", "=", programId));
}
