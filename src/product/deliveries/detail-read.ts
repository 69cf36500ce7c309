// One delivery with all its details for an operator: its outcome and why, its lookups, what it waits for, its outcome if processed now, and
// its payload without personal data and secrets. It folds in memory, from rows it reads, and writes nothing: the outcome "now" is a preview
// and not a promise.
import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { connectableProviders } from "../../../adapters/names.ts";
import { Books } from "../../core/rules/books.ts";
import type { Event, Json } from "../../core/rules/events/events.ts";
import { projectOrFail } from "../../core/rules/fold.ts";
import { LoadPlan } from "../../core/rules/rows/load-plan.ts";
import { count, flag, id, idOrNull, time, timeOrNull, words, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { loadPlanned } from "../../engine/books/load.ts";
import { readEventsById } from "../../engine/log/read.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { lookedForBy } from "../attributions/why-not-attributed.ts";
import { eventOutcomes } from "../events/event-outcome.ts";
import { type DeliveryLine, deliveryFields, selectDeliveries } from "./list.ts";
import { headersView, payloadView } from "./payload-view.ts";
import { verdictInWords } from "./verdict.ts";
import { findWaitKeys } from "./wait-keys.ts";

const rereading = z.strictObject({
  event_id: id("The event that keeps this reading"),
  adapter_version: count("Of the adapter that read it so"),
  reread_at: time("When"),
  type: words("The type of event by this reading"),
  is_test: flag("A test by this reading"),
  reason: wordsOrNull("Why it is not used or could not be read, where the reading says so"),
});
type Rereading = z.output<typeof rereading>;

export const lookedFor = z.strictObject({
  key: words("The key of the lookup, such as click_id"),
  value: wordsOrNull("Null where the payment does not name one"),
  found: words("The result, such as not_known"),
  summary: words("The result, in a sentence"),
  partner_id: idOrNull("The partner found"),
});

const body = z.strictObject({
  state: z
    .enum(["kept", "erased", "changed"])
    .meta({ description: "changed: the bytes are not those the log's chain covers" }),
  bytes: count("How many"),
  sha256: wordsOrNull("Their digest"),
  payload: z.unknown().meta({ description: "Without personal data and secrets; null if absent or not JSON" }),
});
type Body = z.output<typeof body>;

export const deliveryDetail = z.strictObject({
  ...deliveryFields,
  program_id: id("The program"),
  occurred_at: timeOrNull("When it happened, where that was reported"),
  adapter_version: count("Of the adapter that read it first"),
  rereadings: z.array(rereading).readonly().meta({
    description: "Readings by later releases' adapters, oldest first; the last one counts",
  }),
  lookups: z.array(lookedFor).readonly().meta({
    description: "The lookups for its attribution, in order of precedence; empty for booked deliveries",
  }),
  waits_for: z
    .array(z.string())
    .readonly()
    .meta({ description: "The names that it waits for: an event with any of them settles it" }),
  now: z
    .strictObject({
      outcome: z.enum(eventOutcomes).meta({ description: "What it would become" }),
      reason: wordsOrNull("Why, as a word for programs"),
      summary: words("The same in a sentence"),
    })
    .nullable()
    .meta({ description: "Its outcome if it were processed again now; null if unchanged" }),
  headers: z.record(z.string(), z.string()).meta({ description: "The stored headers, without secrets" }),
  body: body.meta({ description: "The payload" }),
});

export type DeliveryDetail = z.output<typeof deliveryDetail>;

/** The events under which a provider's event id is known: one, but for test mode and equal ids of two providers. */
export async function findDeliveriesByProviderId(
  db: Kysely<Tables>,
  programId: number,
  providerEventId: string,
): Promise<number[]> {
  const rows = await db
    .selectFrom("event")
    .select("id")
    .where("program_id", "=", programId)
    .where("source", "in", connectableProviders)
    .where("dedup_key", "in", [providerEventId, `test:${providerEventId}`])
    .orderBy("id")
    .execute();
  return rows.map((row) => row.id);
}

/** Undefined when the program has no such delivery. */
export async function findDelivery(
  database: Database,
  programId: number,
  eventId: number,
): Promise<DeliveryDetail | undefined> {
  const row = await selectDeliveries(database.kysely, programId, sql`select ${eventId}::bigint as event_id`)
    .innerJoin("event as l", (join) => join.onRef("l.program_id", "=", "d.program_id").onRef("l.id", "=", "d.event_id"))
    .select(["d.program_id", "e.occurred_at", "d.adapter_version", "d.headers", "d.body", "l.delivery_sha256"])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { headers, body, delivery_sha256, ...line } = row;
  const rereadings = await findRereadings(database, programId, eventId);
  const isReleased = line.reason === "released";
  const waits = await findWaitKeys(database.kysely, programId, isReleased ? [] : [eventId]);
  return {
    ...line,
    verdict: verdictInWords(line),
    rereadings,
    ...(await explain(database, line)),
    waits_for: waits.get(eventId) ?? [],
    headers: headersView(headers),
    body: bodyView(body, delivery_sha256),
  };
}

/** By the index that the newest reading is found by. */
async function findRereadings(database: Database, programId: number, eventId: number): Promise<Rereading[]> {
  const { rows } = await sql<Rereading>`
    select id as event_id, (data ->> 'adapter_version')::integer as adapter_version, received_at as reread_at,
           data -> 'reading' ->> 'type' as type, (data ->> 'is_test')::boolean as is_test,
           data -> 'reading' ->> 'reason' as reason
      from event
     where program_id = ${programId} and type = 'delivery_reread' and (data ->> 'event_id')::bigint = ${eventId}::bigint
     order by seq`.execute(database.kysely);
  return rows;
}

type Explanation = Pick<DeliveryDetail, "lookups" | "now">;
type Line = Pick<DeliveryLine, "event_id" | "outcome" | "reason"> & { readonly program_id: number };

/** What has made a sale, or repeats one, is explained by that sale; what cannot be read has nothing to look for. */
export async function explain(database: Database, line: Line): Promise<Explanation> {
  const isOpen = line.outcome === "parked" || line.outcome === "failed";
  const isLost = line.outcome === "expired" || line.reason === "partner_inactive";
  const known = isOpen || isLost ? await loadFor(database, line.program_id, line.event_id) : undefined;
  if (known === undefined) return { lookups: [], now: null };
  const { books, event } = known;
  const lookups = lookedForBy(books, event);
  return { lookups, now: isOpen && event.data.type !== "delivery_unreadable" ? foldNow(books, event, line) : null };
}

async function loadFor(
  database: Database,
  programId: number,
  eventId: number,
): Promise<{ books: Books; event: Event } | undefined> {
  return database.withSession(async (session) => {
    const [event] = await readEventsById(session, [{ programId, id: eventId }]);
    if (event === undefined) return undefined;
    const books = new Books(programId);
    const plan = new LoadPlan(books);
    plan.receiveParkedEvent(event);
    await loadPlanned(session, new Map([[programId, plan]]));
    return { books, event };
  });
}

function foldNow(books: Books, event: Event, line: Line): DeliveryDetail["now"] {
  const { outcome, reason, message } = projectOrFail(books, event);
  if (outcome === line.outcome && reason === line.reason && outcome !== "failed") return null;
  return { outcome, reason, summary: message };
}

function bodyView(body: Buffer, expected: Buffer | null): Body {
  const digest = createHash("sha256").update(body).digest();
  const sha256 = expected?.toString("hex") ?? null;
  if (body.length === 0 && expected?.equals(digest) === false) {
    return { state: "erased", bytes: 0, sha256, payload: null };
  }
  const state = expected?.equals(digest) === true ? "kept" : "changed";
  return { state, bytes: body.length, sha256, payload: payloadOf(body) };
}

function payloadOf(body: Buffer): Json {
  try {
    return payloadView(JSON.parse(body.toString("utf8")));
  } catch {
    return null;
  }
}
