// The balance of one partner, in each currency: what may still be refunded, what is held back, what is owed and what was paid.
// Read by the indexes that begin with the partner: it looks at all the partner ever sold and at no other partner's sales.
// The law the books keep: pending, held, owed and paid together are what the rules say the partner's sales earned.
import { type Kysely, sql } from "kysely";
import { onTheWay } from "../../core/rules/payout-life.ts";
import type { Currency } from "../../core/vocabulary/money/currencies.ts";
import type { Sum } from "../../core/vocabulary/money/money.ts";
import { heldSale } from "../../engine/books/held-sale.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { commissionsWithoutSale, isOfPartner } from "../partners/condition.ts";

export type PartnerBalance = {
  readonly currency: Currency;
  /** Its hold is not over. */
  readonly pending_cents: Sum;
  /** It is held manually, a dispute is open, or a chain contradicts the payment; also what payouts paid too little for such a sale. */
  readonly held_cents: Sum;
  /** Approved and not paid, with what earlier payouts paid too much or too little; below zero the next payouts take it off. */
  readonly owed_cents: Sum;
  /** Of what is owed, what payouts that wait to be paid hold: never more than is owed, though a refund came after the payout was created. */
  readonly waiting_cents: Sum;
  readonly paid_cents: Sum;
};

export async function findPartnerBalances(
  db: Kysely<Tables>,
  programId: number,
  partnerId: number,
): Promise<PartnerBalance[]> {
  const { rows } = await sql<PartnerBalance>`
    select currency,
           sum(pending) as pending_cents,
           sum(held) as held_cents,
           sum(owed) as owed_cents,
           least(sum(waiting), greatest(sum(owed), 0)) as waiting_cents,
           sum(paid) as paid_cents
      from (
             select currency,
                    case when stage = 'pending' and status in ('pending', 'refunded') then amount_cents else 0 end as pending,
                    case when stage <> 'paid' and status = 'held' then amount_cents else 0 end as held,
                    case when stage = 'approved' and status in ('approved', 'refunded') then amount_cents else 0 end as owed,
                    0 as waiting, 0 as paid
               from (select sale_id from sale where ${isOfPartner(db, programId, partnerId)}
                      union all
                     ${commissionsWithoutSale(programId, partnerId)}) s
              cross join lateral (
                    select *
                      from commission
                     where program_id = ${programId} and sale_id = s.sale_id and partner_id = ${partnerId}
                    offset 0
                    ) c
             union all
             select currency, 0,
                    case when is_held then amount_cents else 0 end,
                    case when is_held then 0 else amount_cents end,
                    0, 0
               from (select a.currency, a.amount_cents,
                            a.amount_cents > 0 and exists (${heldSale(programId, sql`a`)}) as is_held
                       from adjustment a
                      where a.program_id = ${programId} and a.partner_id = ${partnerId} and a.sale_id > 0) adjusted
             union all
             select currency, 0, 0, 0,
                    case when status = any(${["created", ...onTheWay]}) then amount_cents else 0 end,
                    case when status = 'paid' then amount_cents else 0 end
               from payout
              where ${isOfPartner(db, programId, partnerId)}
           ) account
     group by currency
     order by currency`.execute(db);
  return rows;
}
