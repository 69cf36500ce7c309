// What a partner earned, newest first: by its sales, its leads, and the sales of partners that it recruited. Of a customer, and of a recruit's
// sale, nothing is shown.
import { type Kysely, sql } from "kysely";
import { firstReferralId, saleOfReferral } from "../../core/rules/referral-id.ts";
import { keyset, numberKey, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { commissionsWithoutSale, isOfPartner } from "../partners/condition.ts";
import type { OwnCommission } from "./view-rows.ts";

const byCommission = keyset("partner-commissions", numberKey);
/** Behind which the newest row comes. */
const newest = firstReferralId;

/** A recruiter's share has the place of the sale. */
export async function listOwnCommissions(
  db: Kysely<Tables>,
  { programId, partnerId }: { readonly programId: number; readonly partnerId: number },
  request: PageRequest,
): Promise<Page<OwnCommission>> {
  const [before] = byCommission.after(request, [newest]);
  const { rows } = await sql<OwnCommission>`
      select s.sale_id as commission_id, c.kind, s.received_at as sale_at, s.amount_cents as sale_cents, s.currency as sale_currency,
             c.amount_cents, coalesce(a.amount_cents, 0) as adjustment_cents, c.currency, c.status, c.stage, c.hold_until,
             case when c.status <> 'held' then null when h.sale_id is not null then 'program'
                  when exists (select 1 from flag f
                                where f.program_id = ${programId} and f.sale_id = s.sale_id and f.partner_id = ${partnerId}
                                  and f.choice = 'hold' and f.resolved_as is null) then 'program'
                  when s.status = 'disputed' then 'dispute'
                  when s.evidence = 'chain_contradicted' then 'chain' else 'program' end as held_because,
             case when c.status = 'held' then h.partner_note end as hold_note,
             case when c.status <> 'reversed' then null
                  when exists (select 1 from commission_forfeit f
                                where f.program_id = ${programId} and f.sale_id = s.sale_id and f.partner_id = ${partnerId})
                    then 'program'
                  when exists (select 1 from flag f
                                where f.program_id = ${programId} and f.sale_id = s.sale_id and f.partner_id = ${partnerId}
                                  and f.resolved_as = 'abuse') then 'decision'
                  when exists (select 1 from dispute d
                                where d.program_id = ${programId} and d.sale_id = s.place and d.status = 'lost') then 'dispute'
                  when c.kind = 'bonus' then 'below_bonus'
                  when s.status = 'reversed' then 'refund' else 'program' end as reversed_by,
             i.payout_id, i.paid_at
        from (
               select sale_id as place, sale_id, received_at, amount_cents, currency, status, evidence
                 from sale
                where ${isOfPartner(db, programId, partnerId)} and sale_id < ${before}
               union all
               select without_sale.sale_id, without_sale.sale_id, e.received_at, null, null, null, null
                 from (${commissionsWithoutSale(programId, partnerId)} and sale_id < ${before}) without_sale
                 join event e on e.program_id = ${programId} and e.id = without_sale.sale_id
               union all
               select of_recruit.sale_id - ${sql.lit(firstReferralId)}, of_recruit.sale_id, r.received_at, null, null, r.status, r.evidence
                 from (${commissionsWithoutSale(programId, partnerId)} and sale_id >= ${firstReferralId}::bigint
                        and sale_id < ${firstReferralId + before}::bigint) of_recruit
                 join sale r on r.program_id = ${programId} and r.sale_id = of_recruit.sale_id - ${sql.lit(firstReferralId)}
             ) s
       cross join lateral (
             select *
               from commission
              where program_id = ${programId} and sale_id = s.sale_id and partner_id = ${partnerId}
             offset 0
             ) c
        left join lateral (
             select amount_cents
               from adjustment
              where program_id = ${programId} and sale_id = s.sale_id and partner_id = ${partnerId} and currency = c.currency
             offset 0
             ) a on true
        left join lateral (
             select sale_id, partner_note
               from commission_hold
              where program_id = ${programId} and sale_id = s.sale_id
             offset 0
             ) h on true
        left join lateral (
             select item.payout_id, payout.paid_at
               from payout_item item
               join payout on payout.program_id = item.program_id and payout.payout_id = item.payout_id
              where item.program_id = ${programId} and item.sale_id = s.sale_id and item.partner_id = ${partnerId}
                and item.status in ('created', 'paid')
              order by item.payout_id desc
              limit 1
             ) i on true
       order by s.place desc
       limit ${request.limit + 1}`.execute(db);
  return byCommission.page(rows, request, ({ commission_id: id }) => [saleOfReferral(id) ?? id]);
}
