// The rows that an event made or changed in the books: what it came to, each with its id and its amount.

import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { referralIdOf } from "../../core/rules/referral-id.ts";
import { currencyOf, idOrNull, words, wordsOrNull } from "../../core/vocabulary/fields.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

const rowKinds = [
  "click",
  "lead",
  "sale",
  "commission",
  "platform_fee",
  "adjustment",
  "refund",
  "dispute",
  "change",
  "payout",
  "partner",
] as const;

export const madeRow = z.strictObject({
  kind: z.enum(rowKinds).meta({ description: "The kind of row; change: how the event changed a sale's amount" }),
  id: words("Its own name: a number, or a click's id, a refund's key, a dispute's id"),
  sale_id: idOrNull("The sale it belongs to"),
  partner_id: idOrNull("The partner it belongs to"),
  amount_cents: z
    .int()
    .nullable()
    .meta({ description: "Its amount now; of a change, by how much what went back grew", examples: [4900] }),
  currency: currencyOf("Of the amount").nullable(),
  status: wordsOrNull("Its status"),
});

export type MadeRow = z.output<typeof madeRow>;

/** Each part goes by an index; a click is found by the id that the event gives it. */
export async function findRowsOfEvent(
  db: Kysely<Tables>,
  programId: number,
  event: { readonly event_id: number; readonly clickId: string | null },
): Promise<MadeRow[]> {
  const { event_id: id, clickId } = event;
  const ofSale = sql`program_id = ${programId} and sale_id = ${id}`;
  const { rows } = await sql<MadeRow>`
    select kind, id, sale_id, partner_id, amount_cents, currency, status
      from (
             select 1 as place, 'click' as kind, click_id as id, null::bigint as sale_id, partner_id,
                    null::bigint as amount_cents, null::text as currency,
                    case when is_bot then 'bot' end as status
               from click
              where program_id = ${programId} and click_id = ${clickId} and event_id = ${id}
             union all
             select 2, 'lead', lead_id::text, null, partner_id, null, null,
                    case when is_provisional then 'provisional' end
               from lead
              where program_id = ${programId} and lead_id = ${id} and lead_id > 0
             union all
             select 3, 'sale', sale_id::text, sale_id, partner_id, amount_cents, currency, status
               from sale
              where ${ofSale}
             union all
             select 4, 'commission', sale_id::text, case when kind in ('sale', 'referral') then ${id}::bigint end, partner_id,
                    amount_cents, currency, status
               from commission
              where program_id = ${programId} and sale_id in (${id}::bigint, ${referralIdOf(id)}::bigint)
             union all
             select 5, 'platform_fee', sale_id::text, sale_id, null, amount_cents, currency, null
               from platform_fee
              where ${ofSale}
             union all
             select 6, 'adjustment', sale_id::text, ${id}::bigint, partner_id, amount_cents, currency, null
               from adjustment
              where program_id = ${programId} and sale_id in (${id}::bigint, ${referralIdOf(id)}::bigint)
             union all
             select 7, 'refund', r.refund_key, r.sale_id, s.partner_id, r.amount_cents, s.currency,
                    case when r.has_failed then 'failed' end
               from refund r
               join sale s on s.program_id = ${programId} and s.sale_id = r.sale_id
              where r.program_id = ${programId} and r.event_id = ${id} and r.event_id > 0
             union all
             select 8, 'dispute', d.dispute_id, d.sale_id, s.partner_id, d.amount_cents, s.currency, d.status
               from dispute d
               join sale s on s.program_id = ${programId} and s.sale_id = d.sale_id
              where d.program_id = ${programId} and d.event_id = ${id} and d.event_id > 0
             union all
             select 9, 'change', sale_id::text, sale_id, partner_id, refunded_cents, currency, null
               from sale_change
              where program_id = ${programId} and event_id = ${id}
             union all
             select 10, 'payout', payout_id::text, null, partner_id, amount_cents, currency, status
               from payout
              where program_id = ${programId} and payout_id = ${id}
             union all
             select 11, 'partner', partner_id::text, null, partner_id, null, null, status
               from partner
              where program_id = ${programId} and partner_id = ${id}
           ) made
     order by place, sale_id, id`.execute(db);
  return rows;
}
