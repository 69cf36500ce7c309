// What was taken back of a commission that no change is kept of, from its sale: by refunds and lost disputes, by a ban, or by a flag that is
// abuse.
import { type RawBuilder, sql } from "kysely";

/** Rounded half up, as the rules do. */
export function takenBackOf(sale: RawBuilder<unknown>, commission: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when exists (select 1 from commission_forfeit f
                                where f.program_id = ${commission}.program_id and f.sale_id = ${commission}.sale_id
                                  and f.partner_id = ${commission}.partner_id)
                       or exists (select 1 from flag f
                                   where f.program_id = ${commission}.program_id and f.sale_id = ${commission}.sale_id
                                     and f.partner_id = ${commission}.partner_id and f.resolved_as = 'abuse')
                  then ${commission}.amount_at_sale_cents::numeric
                  when ${sale}.amount_cents > 0
                  then div(2 * ${commission}.amount_at_sale_cents::numeric * ${sale}.refunded_cents + ${sale}.amount_cents,
                           2 * ${sale}.amount_cents::numeric)
                  when ${sale}.status = 'reversed' then ${commission}.amount_at_sale_cents::numeric
                  else 0 end`;
}
