// What partners earned by the sales of a period, by month (UTC) and currency, from any books: the live ones, or those of a forecast.

import { type Kysely, sql } from "kysely";
import { firstReferralId } from "../../core/rules/referral-id.ts";
import type { Currency } from "../../core/vocabulary/money/currencies.ts";
import type { Sum } from "../../core/vocabulary/money/money.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

export type EarnedLine = {
  readonly partner_id: number;
  /** Such as 2026-11. */
  readonly month: string;
  readonly currency: Currency;
  readonly sales: number;
  readonly cents: Sum;
};

/**
 * Of sales, leads and bonuses from this event on, in the months in which they were received. What refunds and resolved flags took off is
 * taken off, before and after a payout; imported sales are left out, since their commissions were earned elsewhere.
 */
export async function readEarned(db: Kysely<Tables>, programId: number, fromEventId: number): Promise<EarnedLine[]> {
  // A paid commission that is abuse stays in the books as it was paid: an adjustment says what is to be taken off.
  const left = sql`sum(c.amount_cents + coalesce(
    (select sum(a.amount_cents) from adjustment a where a.program_id = ${programId} and a.sale_id = c.sale_id), 0))`;
  const { rows } = await sql<EarnedLine>`
    select earned.partner_id, to_char(s.received_at at time zone 'UTC', 'YYYY-MM') as month, earned.currency,
           count(*) filter (where earned.is_commission)::bigint as sales, sum(earned.amount_cents) as cents
      from sale s
     cross join lateral (
           select partner_id, currency, amount_cents, true as is_commission
             from commission
            where program_id = ${programId} and sale_id = s.sale_id
           union all
           select partner_id, currency, amount_cents, false
             from adjustment
            where program_id = ${programId} and sale_id = s.sale_id
           ) earned
     where s.program_id = ${programId} and s.sale_id >= ${fromEventId} and s.imported is null
     group by 1, 2, 3
    union all
    select c.partner_id, to_char(l.reported_at at time zone 'UTC', 'YYYY-MM'), c.currency, 0, ${left}
      from commission c
      join lead l on l.program_id = ${programId} and l.lead_id = c.sale_id and l.lead_id > 0
     where c.program_id = ${programId} and c.kind = 'lead' and c.sale_id >= ${fromEventId}
     group by 1, 2, 3
    union all
    select c.partner_id, to_char(a.reached_at at time zone 'UTC', 'YYYY-MM'), c.currency, 0, ${left}
      from commission c
      join bonus_award a on a.program_id = ${programId} and a.event_id = c.sale_id and a.event_id is not null
     where c.program_id = ${programId} and c.kind = 'bonus' and c.sale_id >= ${fromEventId}
     group by 1, 2, 3
    union all
    select r.partner_id, to_char(s.received_at at time zone 'UTC', 'YYYY-MM'), r.currency, 0, sum(r.amount_cents)
      from sale s
     cross join lateral (
           select partner_id, currency, amount_cents
             from commission
            where program_id = ${programId} and sale_id = s.sale_id + ${sql.lit(firstReferralId)}
           union all
           select partner_id, currency, amount_cents
             from adjustment
            where program_id = ${programId} and sale_id = s.sale_id + ${sql.lit(firstReferralId)}
           ) r
     where s.program_id = ${programId} and s.sale_id >= ${fromEventId} and s.imported is null
     group by 1, 2, 3
     order by 1, 2, 3`.execute(db);
  return rows;
}
