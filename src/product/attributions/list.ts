// Manual attributions in force, by payment, with the reason and the author.
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { id, idOrNull, oneOf, time, words, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { type Filter, keyset, numberKey, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

const states = ["given", "removed"] as const;

export const attributionLine = z.strictObject({
  payment_id: id("The payment: its sale's id, and the id of the event that reported it"),
  decision_id: id("The event that decided it"),
  decided_at: time("When"),
  state: z.enum(states).meta({ description: "Attributed to a partner, or removed: it earns nothing" }),
  partner_id: idOrNull("The partner it is attributed to"),
  evidence_partner_id: idOrNull("The partner without the decision; null if unknown"),
  reason: words("The reason given for the decision"),
  by: wordsOrNull("Who decided: account:<id> or operator"),
});

export type AttributionLine = z.output<typeof attributionLine>;

export const attributionFilters = { state: oneOf(states, "Only these").optional() };

export type AttributionFilter = Filter<typeof attributionFilters>;

const byPaymentId = keyset("attributions", numberKey);

export async function listAttributions(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  { state }: AttributionFilter = {},
): Promise<Page<AttributionLine>> {
  const [afterPaymentId] = byPaymentId.after(request, [0]);
  const { rows } = await sql<AttributionLine>`
    select m.payment_id, m.event_id as decision_id, e.received_at as decided_at, m.state,
           (m.given ->> 'partner_id')::bigint as partner_id,
           (m.evidence ->> 'partner_id')::bigint as evidence_partner_id,
           e.data ->> 'reason' as reason, e.data ->> 'by' as by
      from manual_attribution m
     cross join lateral (
           select received_at, data from event where program_id = ${programId} and id = m.event_id offset 0
           ) e
     where m.program_id = ${programId} and m.payment_id > ${afterPaymentId} and m.state <> 'lifted'
       and (${state ?? null}::text is null or m.state = ${state ?? null})
     order by m.payment_id
     limit ${request.limit + 1}`.execute(db);
  return byPaymentId.page(rows, request, (row) => [row.payment_id]);
}
