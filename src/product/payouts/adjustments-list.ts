// The adjustments of a program, by sale: what the rules say of a sale now, less what its partner was paid for it.

import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { firstReferralId } from "../../core/rules/referral-id.ts";
import { currency, currencyOf, flag, id, oneOf, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { currencies } from "../../core/vocabulary/money/currencies.ts";
import { type Filter, keyset, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import { heldSale } from "../../engine/books/held-sale.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

const directions = ["owed", "taken_off"] as const;

export const adjustmentLine = z.strictObject({
  sale_id: id("The sale that payouts paid too much or too little for"),
  transaction_id: wordsOrNull("Its payment; null where the rules no longer know the sale"),
  partner_id: id("Whom payouts paid for it"),
  partner_name: wordsOrNull("Its name"),
  currency,
  amount_cents: z
    .int()
    .meta({ description: "Owed in addition to the payout; a negative amount is deducted from the next payout" }),
  paid_cents: z.int().meta({ description: "What payouts paid this partner for the sale" }),
  due_cents: z.int().meta({ description: "What is due for the sale by now" }),
  is_held: flag("The amount is held: a dispute is open, its chain contradicts it, or it is on hold manually"),
  payout_id: id("The payout that takes it up and waits to be paid; null while it is in none").nullable(),
});

export type AdjustmentLine = z.output<typeof adjustmentLine>;

export const adjustmentFilters = {
  partner_id: id("Only of this partner").optional(),
  currency: currencyOf("Only in this currency").optional(),
  direction: oneOf(directions, "Only what is owed, or only what is taken off").optional(),
};

export type AdjustmentFilter = Filter<typeof adjustmentFilters>;

const key = z.tuple([z.int().nonnegative(), z.int().nonnegative(), z.enum(["", ...currencies])]);
const bySale = keyset("adjustments", key);

/** There are few: only of sales that changed after they were paid for. */
export async function listAdjustments(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  { partner_id: partnerId, currency: only, direction }: AdjustmentFilter = {},
): Promise<Page<AdjustmentLine>> {
  const [saleId, afterPartnerId, afterCurrency] = bySale.after(request, [0, 0, ""]);
  const { rows } = await sql<AdjustmentLine>`
    select a.sale_id, s.transaction_id, a.partner_id, p.name as partner_name, a.currency, a.amount_cents,
           paid.cents as paid_cents, paid.cents + a.amount_cents as due_cents,
           a.amount_cents > 0 and exists (${heldSale(programId, sql`a`)}) as is_held, taken.payout_id
      from adjustment a
      left join sale s on s.program_id = ${programId} and s.sale_id = a.sale_id % ${sql.lit(firstReferralId)}
      left join partner p on p.program_id = ${programId} and p.partner_id = a.partner_id
     cross join lateral (
           select coalesce(sum(i.amount_cents), 0)::bigint as cents
             from payout_item i
            where i.program_id = ${programId} and i.sale_id = a.sale_id and i.partner_id = a.partner_id
              and i.currency = a.currency and i.status = 'paid'
           ) paid
      left join lateral (
           select i.payout_id
             from payout_item i
            where i.program_id = ${programId} and i.sale_id = a.sale_id and i.partner_id = a.partner_id
              and i.currency = a.currency and i.status = 'created'
            order by i.payout_id desc
            limit 1
           ) taken on true
     where a.program_id = ${programId}
       and (a.sale_id, a.partner_id, a.currency) > (${saleId}, ${afterPartnerId}, ${afterCurrency})
       and (${partnerId ?? null}::bigint is null or a.partner_id = ${partnerId ?? null})
       and (${only ?? null}::text is null or a.currency = ${only ?? null})
       and (${direction ?? null}::text is null or (a.amount_cents > 0) = (${direction ?? null} = 'owed'))
     order by a.sale_id, a.partner_id, a.currency
     limit ${request.limit + 1}`.execute(db);
  return bySale.page(rows, request, (row) => [row.sale_id, row.partner_id, row.currency]);
}
