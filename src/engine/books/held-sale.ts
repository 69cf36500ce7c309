// When an amount that earlier payouts did not cover is held: a dispute is open, a chain contradicts the payment, or the commission is on
// hold manually or by a flag.

import { type RawBuilder, sql } from "kysely";
import { firstReferralId } from "../../core/rules/referral-id.ts";

/**
 * The sale of an adjustment, where it is held: what is owed for it waits, what is taken off does not. A recruiter's is held with the sale's
 * own commission. Each part names the program: on a cluster that leads it to the program's machine.
 */
export function heldSale(programId: number, adjustment: RawBuilder<unknown>): RawBuilder<unknown> {
  const saleId = sql`(${adjustment}.sale_id % ${sql.lit(firstReferralId)})`;
  return sql`
    select 1 from sale s
     where s.program_id = ${programId} and s.sale_id = ${saleId}
       and (s.status = 'disputed' or s.evidence = 'chain_contradicted')
    union all
    select 1 from commission_hold h
     where h.program_id = ${programId} and h.sale_id in (${adjustment}.sale_id, ${saleId})
    union all
    select 1 from flag g
     where g.program_id = ${programId} and g.sale_id = ${adjustment}.sale_id
       and g.partner_id = ${adjustment}.partner_id and g.choice = 'hold' and g.resolved_as is null
    union all
    select 1 from flag g
      join sale s on s.program_id = g.program_id and s.sale_id = g.sale_id and s.partner_id = g.partner_id
     where ${adjustment}.sale_id >= ${sql.lit(firstReferralId)}
       and g.program_id = ${programId} and g.sale_id = ${saleId}
       and g.choice = 'hold' and g.resolved_as is null`;
}
