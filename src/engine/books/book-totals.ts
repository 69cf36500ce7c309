// Totals of the books: sales, commissions, adjustments and platform fees for each program, partner and currency. Nothing is converted: each
// currency has its own line. Each amount is listed under its partner and currency: a flat commission may have another currency than its
// sale, and an adjustment may belong to another partner. What remains of the fee of a sale that was manually taken from its partner is
// listed under that partner.
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { count, currency, id, sum } from "../../core/vocabulary/fields.ts";
import type { Tables } from "../postgres/tables/tables.ts";

export const bookTotal = z.strictObject({
  program_id: id("The program"),
  partner_id: id("The partner"),
  currency: currency,
  sales: count("How many sales"),
  amount_cents: sum("What they came to"),
  refunded_cents: sum("Refunds of that"),
  commission_cents: sum("The partner's commission"),
  adjustment_cents: sum("What was taken off or added after it was paid out"),
  platform_fee_cents: sum("The operator's platform fees"),
});

export type BookTotal = z.output<typeof bookTotal>;

export async function listBookTotals(db: Kysely<Tables>, programIds: readonly number[]): Promise<BookTotal[]> {
  const { rows } = await sql<BookTotal>`
    select program_id, partner_id, currency,
           sum(sales)::bigint as sales,
           sum(amount_cents) as amount_cents,
           sum(refunded_cents) as refunded_cents,
           sum(commission_cents) as commission_cents,
           sum(adjustment_cents) as adjustment_cents,
           sum(platform_fee_cents) as platform_fee_cents
      from (
             select program_id, partner_id, currency, 1 as sales, amount_cents, refunded_cents, 0 as commission_cents,
                    0 as adjustment_cents, 0 as platform_fee_cents
               from sale
              where program_id = any(${programIds})
             union all
             select program_id, partner_id, currency, 0, 0, 0, amount_cents, 0, 0
               from commission
              where program_id = any(${programIds})
             union all
             select program_id, partner_id, currency, 0, 0, 0, 0, amount_cents, 0
               from adjustment
              where program_id = any(${programIds})
             union all
             select f.program_id, s.partner_id, f.currency, 0, 0, 0, 0, 0, f.amount_cents
               from platform_fee f
               join sale s on s.program_id = f.program_id and s.sale_id = f.sale_id
              where f.program_id = any(${programIds})
             union all
             select f.program_id, (m.hidden -> 'sale' ->> 'partner_id')::bigint, f.currency, 0, 0, 0, 0, 0, f.amount_cents
               from platform_fee f
               join manual_attribution m on m.program_id = f.program_id and m.payment_id = f.sale_id
              where f.program_id = any(${programIds}) and f.removed_by is not null and f.amount_cents <> 0
           ) book
     group by program_id, partner_id, currency
     order by program_id, partner_id, currency`.execute(db);
  return rows;
}
