// One event's whole story: what it said, how it came, what the rules concluded and why, and the rows it made.
import { sql } from "kysely";
import { z } from "zod";
import { id, time, words } from "../../core/vocabulary/fields.ts";
import type { Database } from "../../engine/postgres/database.ts";
import { deliveryDetail, findDelivery } from "../deliveries/detail-read.ts";
import { payloadView } from "../deliveries/payload-view.ts";
import { eventOutcomes } from "./event-outcome.ts";
import { findRowsOfEvent, madeRow } from "./event-rows.ts";
import { eventInWords } from "./event-words.ts";
import { eventLine, findEventLine } from "./list.ts";

const { data: _, ...lineShape } = eventLine.shape;

const laterEvent = z.strictObject({
  event_id: id("The event"),
  type: words("What it is"),
  received_at: time("When the service received it"),
  outcome: z.enum(eventOutcomes).meta({ description: "Its outcome" }),
});

export const eventDetail = z.strictObject({
  program_id: id("The program"),
  ...lineShape,
  verdict: words("Its outcome and the reason, in a sentence"),
  data: z.unknown().meta({
    description: "Its data, as in the log; without people and secrets unless your own people wrote it",
  }),
  signature: z.enum(["verified", "fetched"]).nullable().meta({
    description:
      "verified: the provider had signed the delivery; fetched: the provider was asked for it; null: it is no delivery. An invalid signature is refused and never reaches the log",
  }),
  delivery: deliveryDetail.nullable().meta({
    description:
      "How it was delivered: headers, payload, what the adapter read then and later, and what was looked for; null for what is no delivery",
  }),
  rows: z.array(madeRow).readonly().meta({ description: "The rows it created or changed, as they are now" }),
  referred_by: z
    .array(laterEvent)
    .readonly()
    .meta({ description: "Events that repeat it, settled by it or belong to it" }),
});

export type EventDetail = z.output<typeof eventDetail>;

const referrersMax = 50;

/** Undefined when the program has no such event. */
export async function findEvent(
  database: Database,
  programId: number,
  eventId: number,
): Promise<EventDetail | undefined> {
  const db = database.kysely;
  const line = await findEventLine(db, programId, eventId);
  if (line === undefined) return undefined;
  const { data, ...event } = line;
  const delivery = (await findDelivery(database, programId, eventId)) ?? null;
  const clickId = typeof data.click_id === "string" ? data.click_id : null;
  const { rows: referred_by } = await sql<z.output<typeof laterEvent>>`
    select e.id as event_id, e.type, e.received_at, o.outcome
      from outcome o
      join event e on e.program_id = ${programId} and e.id = o.event_id
     where o.program_id = ${programId} and o.refers_to = ${eventId} and o.refers_to > 0
     order by o.event_id
     limit ${referrersMax}`.execute(db);
  return {
    program_id: programId,
    ...event,
    verdict: delivery?.verdict ?? eventInWords(event),
    data: event.source === "operator" ? data : payloadView(data),
    signature: delivery === null ? null : signatureOf[delivery.received_by],
    delivery,
    rows: await findRowsOfEvent(db, programId, { event_id: eventId, clickId }),
    referred_by,
  };
}

const signatureOf = { webhook: "verified", reconcile: "fetched" } as const;
