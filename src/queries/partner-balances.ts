// What one partner stands at, in each currency: what may still be refunded, what is held back, what is owed and what was paid.
// Read by the indexes that begin with the partner: it looks at all the partner ever sold and at nobody else's.
// The law the books keep: pending, held, owed and paid together are what the rules say the partner's sales earned.
import { type Kysely, sql } from "kysely";
import type { Currency } from "../core/money.ts";
import type { Tables } from "../db/tables.ts";
import { isOfPartner } from "./partner-condition.ts";

export type PartnerBalance = {
  readonly currency: Currency;
  /** Its hold is not over. */
  readonly pending_cents: number;
  /** A dispute is open, or a chain contradicts the payment. */
  readonly held_cents: number;
  /** Approved and not paid, with what earlier payouts paid too much or too little; below zero the next payouts take it off. */
  readonly owed_cents: number;
  /** Of what is owed, what payouts that wait to be paid hold. */
  readonly waiting_cents: number;
  readonly paid_cents: number;
};

export async function findPartnerBalances(
  db: Kysely<Tables>,
  programId: number,
  partnerId: number,
): Promise<PartnerBalance[]> {
  const { rows } = await sql<PartnerBalance>`
    select currency,
           sum(pending)::bigint as pending_cents,
           sum(held)::bigint as held_cents,
           sum(owed)::bigint as owed_cents,
           sum(waiting)::bigint as waiting_cents,
           sum(paid)::bigint as paid_cents
      from (
             select currency,
                    case when stage = 'pending' and status in ('pending', 'refunded') then amount_cents else 0 end as pending,
                    case when stage <> 'paid' and status = 'held' then amount_cents else 0 end as held,
                    case when stage = 'approved' and status in ('approved', 'refunded') then amount_cents else 0 end as owed,
                    0 as waiting, 0 as paid
               from (select sale_id from sale where ${isOfPartner(programId, partnerId)}) s
              cross join lateral (
                    select *
                      from commission
                     where program_id = ${programId} and sale_id = s.sale_id and partner_id = ${partnerId}
                    offset 0
                    ) c
             union all
             select currency, 0, 0, amount_cents, 0, 0
               from adjustment
              where program_id = ${programId} and partner_id = ${partnerId} and sale_id > 0
             union all
             select currency, 0, 0, 0,
                    case when status = 'created' then amount_cents else 0 end,
                    case when status = 'paid' then amount_cents else 0 end
               from payout
              where ${isOfPartner(programId, partnerId)}
           ) account
     group by currency
     order by currency`.execute(db);
  return rows;
}
