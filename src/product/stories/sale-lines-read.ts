// What the books say of some sales, for their story: the sales with their commissions, what changed them, what approved and paid them.
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Json } from "../../core/rules/events/events.ts";
import type { FlagVerdict } from "../../core/rules/events/flag-events.ts";
import { firstReferralId } from "../../core/rules/referral-id.ts";
import type { FlagRow } from "../../core/rules/rows/flag-row.ts";
import type { PayoutStatus } from "../../core/rules/rows/payout-rows.ts";
import type { ForfeitCause } from "../../core/rules/rows/sale-rows.ts";
import type { AppliedTerms } from "../../core/rules/rows/terms-rows.ts";
import type { Currency } from "../../core/vocabulary/money/currencies.ts";
import type { CommissionStage, CommissionStatus, SaleStatus } from "../../core/vocabulary/statuses.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { type Found, flagInWords } from "../flags/flag-words.ts";

export type StorySale = {
  readonly sale_id: number;
  readonly transaction_id: string;
  readonly amount_cents: number;
  readonly refunded_cents: number;
  readonly currency: Currency;
  readonly status: SaleStatus;
  readonly reason: string | null;
  readonly customer_key: string | null;
  readonly partner_id: number;
  readonly partner_name: string;
  /** Null if it was attributed manually. */
  readonly click_id: string | null;
  readonly coupon_code: string | null;
  /** Whose the code was when it was paid. */
  readonly coupon_partner_id: number | null;
  readonly coupon_partner_name: string | null;
  readonly clicked_at: Date | null;
  readonly received_at: Date;
  /** Null where there is no commission. */
  readonly commission_cents: number | null;
  readonly commission_at_sale_cents: number | null;
  readonly commission_currency: Currency | null;
  readonly commission_status: CommissionStatus | null;
  readonly commission_stage: CommissionStage | null;
  /** Null where the program's and its products' terms are all there are. */
  readonly commission_terms: AppliedTerms | null;
  /** When the sale's month was closed, and by which event; null while it is open. */
  readonly month_closed_at: Date | null;
  readonly month_closed_by: number | null;
  /** The name of the group whose terms counted. */
  readonly group_name: string | null;
  /** What the partner's recruiter earned by it; null without one. */
  readonly recruiter: {
    readonly partner_id: number;
    readonly partner_name: string;
    readonly at_sale_cents: number;
    readonly amount_cents: number;
    readonly currency: Currency;
  } | null;
  readonly hold_until: Date | null;
  /** The event of a manual hold; null without one. */
  readonly hold_event_id: number | null;
  readonly forfeit_event_id: number | null;
  readonly forfeited_at: Date | null;
  readonly forfeit_cause: ForfeitCause | null;
  readonly held_at: Date | null;
  readonly hold_reason: string | null;
  /** What is owed or deducted in addition to what payouts paid. */
  readonly adjustment_cents: number;
};

/** What looks wrong about a sale's commission, and what a person decided about it. */
export type StoryFlag = {
  readonly sale_id: number;
  readonly partner_id: number;
  readonly choice: FlagRow["choice"];
  readonly summary: string;
  readonly event_id: number;
  readonly flagged_at: Date;
  readonly resolved_as: FlagVerdict | null;
  readonly resolved_event_id: number | null;
  readonly resolved_at: Date | null;
  readonly reason: string | null;
};

export type StoryChange = {
  readonly sale_id: number;
  readonly event_id: number;
  readonly refunded_cents: number;
  readonly commission_cents: number;
};

export type StoryPayout = {
  readonly sale_id: number;
  readonly payout_id: number;
  readonly amount_cents: number;
  readonly currency: Currency;
  readonly status: PayoutStatus;
  readonly created_at: Date;
  readonly paid_at: Date | null;
  readonly withdrawn_at: Date | null;
};

export type Approval = {
  readonly sale_id: number;
  readonly event_id: number;
  readonly received_at: Date;
  /** Approved manually before its hold period ended. */
  readonly reason: string | null;
};

/** Approvals looked at behind the end of a hold: the job that approves runs soon after it. */
const approvalsLookedAtMax = 200;

export async function findStorySales(
  db: Kysely<Tables>,
  programId: number,
  payments: RawBuilder<{ id: number }>,
): Promise<StorySale[]> {
  const { rows } = await sql<StorySale>`
    select s.sale_id, s.transaction_id, s.amount_cents, s.refunded_cents, s.currency, s.status, s.reason, s.customer_key,
           s.partner_id, p.name as partner_name, s.click_id, s.clicked_at, s.received_at, s.coupon_code,
           o.partner_id as coupon_partner_id, o.name as coupon_partner_name,
           c.amount_cents as commission_cents, c.amount_at_sale_cents as commission_at_sale_cents,
           c.currency as commission_currency, c.status as commission_status, c.stage as commission_stage, c.hold_until,
           c.terms as commission_terms, g.name as group_name, m.closed_at as month_closed_at, m.event_id as month_closed_by,
           coalesce((select sum(a.amount_cents)
                       from adjustment a
                      where a.program_id = ${programId} and a.sale_id = s.sale_id and a.partner_id = s.partner_id), 0)::bigint
             as adjustment_cents,
           h.event_id as hold_event_id, h.held_at, h.reason as hold_reason,
           f.event_id as forfeit_event_id, f.forfeited_at, f.cause as forfeit_cause,
           case when r.partner_id is not null then
             jsonb_build_object('partner_id', r.partner_id, 'partner_name', rp.name, 'at_sale_cents', r.amount_at_sale_cents,
                                'amount_cents', r.amount_cents, 'currency', r.currency) end as recruiter
      from (${payments}) payment
      join sale s on s.program_id = ${programId} and s.sale_id = payment.id
      join partner p on p.program_id = ${programId} and p.partner_id = s.partner_id
      left join commission c on c.program_id = ${programId} and c.sale_id = s.sale_id
      left join commission r on r.program_id = ${programId} and r.sale_id = s.sale_id + ${firstReferralId}::bigint
      left join partner rp on rp.program_id = ${programId} and rp.partner_id = r.partner_id
      left join lateral (
             select u.partner_id, q.name
               from coupon u
               join partner q on q.program_id = u.program_id and q.partner_id = u.partner_id
              where u.program_id = ${programId} and u.name like 'code:%' and u.code = s.coupon_code
                and u.from_event_id <= s.sale_id
              order by u.from_event_id desc
              limit 1
           ) o on s.coupon_code is not null
      left join commission_hold h on h.program_id = ${programId} and h.sale_id = s.sale_id
      left join lateral (
             select event_id, forfeited_at, cause
               from commission_forfeit
              where program_id = ${programId} and sale_id = s.sale_id and partner_id = s.partner_id
              order by forfeited_at
              limit 1
           ) f on true
      left join lateral (
             select settings ->> 'name' as name
               from partner_group
              where program_id = ${programId} and group_id = c.terms ->> 'group_id' and from_event_id <= s.sale_id
              order by from_event_id desc
              limit 1
           ) g on c.terms is not null
      left join closed_month m
        on m.program_id = ${programId} and m.month = to_char(s.received_at at time zone 'UTC', 'YYYY-MM')
     order by s.sale_id`.execute(db);
  return rows;
}

export type ReportedWithSale = {
  readonly sale_id: number;
  readonly line_items: Json;
  readonly additional_data: Json;
};

/** What the brand's call sent with the payment, also if a provider reported the payment first. It is in no book. */
export async function findReportedWithSales(
  db: Kysely<Tables>,
  programId: number,
  payments: RawBuilder<{ id: number }>,
): Promise<ReportedWithSale[]> {
  const { rows } = await sql<ReportedWithSale>`
    select payment.id as sale_id, call.line_items, call.additional_data
      from (${payments}) payment
     cross join lateral (
             select e.data -> 'line_items' as line_items, e.data -> 'additional_data' as additional_data
               from event e
              where e.program_id = ${programId} and e.type = 'sale_reported'
                and e.id in (select payment.id
                              union all
                             select o.event_id
                               from outcome o
                              where o.program_id = ${programId} and o.refers_to = payment.id and o.refers_to > 0)
              order by e.id <> payment.id, e.id
              limit 1
           ) call`.execute(db);
  return rows;
}

export async function findStoryChanges(db: Kysely<Tables>, programId: number, saleIds: readonly number[]) {
  const { rows } = await sql<StoryChange>`
    select sale_id, event_id, sum(refunded_cents)::bigint as refunded_cents, sum(commission_cents)::bigint as commission_cents
      from sale_change
     where program_id = ${programId} and sale_id = any(${saleIds}::bigint[])
     group by sale_id, event_id
     order by event_id, sale_id`.execute(db);
  return rows;
}

type SelectedFlag = Omit<StoryFlag, "summary"> & Found;

/** Of the partner whose sale it is now; what was decided about another partner's stays as well. */
export async function findStoryFlags(
  db: Kysely<Tables>,
  programId: number,
  saleIds: readonly number[],
): Promise<StoryFlag[]> {
  const { rows } = await sql<SelectedFlag>`
    select f.sale_id, f.partner_id, f.kind, f.choice, f.event_id, f.flagged_at, f.resolved_as, f.resolved_event_id, f.resolved_at,
           f.evidence ->> 'email' as email_found_in, f.evidence ->> 'ad_parameter' as ad_parameter, f.evidence ->> 'site' as site,
           (f.evidence ->> 'with_partner_id')::bigint as with_partner_id,
           (select w.name from partner w
             where w.program_id = ${programId} and w.partner_id = (f.evidence ->> 'with_partner_id')::bigint) as with_partner_name,
           f.evidence ->> 'circle' as circle, (f.evidence ->> 'refunded')::bigint as refunded_sales,
           (f.evidence ->> 'sales')::bigint as recent_sales, (f.evidence ->> 'leads')::bigint as fast_leads,
           (select e.data ->> 'reason' from event e where e.program_id = ${programId} and e.id = f.resolved_event_id) as reason
      from flag f
      join sale s on s.program_id = ${programId} and s.sale_id = f.sale_id
     where f.program_id = ${programId} and f.sale_id = any(${saleIds}::bigint[])
       and (f.partner_id = s.partner_id or f.resolved_as is not null)
     order by f.flagged_at, f.kind`.execute(db);
  return rows.map((row) => {
    const { sale_id, partner_id, choice, event_id, flagged_at, resolved_as, resolved_event_id, resolved_at, reason } =
      row;
    const flag = {
      sale_id,
      partner_id,
      choice,
      event_id,
      flagged_at,
      resolved_as,
      resolved_event_id,
      resolved_at,
      reason,
    };
    return { ...flag, summary: flagInWords(row) };
  });
}

export async function findStoryPayouts(db: Kysely<Tables>, programId: number, saleIds: readonly number[]) {
  const { rows } = await sql<StoryPayout>`
    select i.sale_id, i.payout_id, i.amount_cents, i.currency, p.status, p.created_at, p.paid_at, p.withdrawn_at
      from payout_item i
      join payout p on p.program_id = ${programId} and p.payout_id = i.payout_id
     where i.program_id = ${programId} and i.sale_id = any(${saleIds}::bigint[])
     order by i.payout_id, i.sale_id`.execute(db);
  return rows;
}

type ApprovalsFrom = {
  readonly source: string;
  readonly type: string;
  readonly saleId: number;
  readonly sinceSeq: number;
};

/** The event that approved a commission names it: it is looked for among those from its hold's end on. */
export function findApproval(
  db: Kysely<Tables>,
  programId: number,
  of: Pick<ApprovalsFrom, "saleId" | "sinceSeq">,
): Promise<Approval | undefined> {
  return findNamed(db, programId, { ...of, source: "schedule", type: "commissions_approved" });
}

/** Manual, any time after the sale. */
export function findEarlyApproval(
  db: Kysely<Tables>,
  programId: number,
  saleId: number,
): Promise<Approval | undefined> {
  return findNamed(db, programId, { saleId, sinceSeq: 0, source: "operator", type: "commissions_approved_early" });
}

async function findNamed(
  db: Kysely<Tables>,
  programId: number,
  { source, type, saleId, sinceSeq }: ApprovalsFrom,
): Promise<Approval | undefined> {
  const { rows } = await sql<Approval>`
    select ${saleId}::bigint as sale_id, e.id as event_id, e.received_at, e.data ->> 'reason' as reason
      from (
             select id, received_at, data
               from event
              where program_id = ${programId} and source = ${source} and type = ${type}
                and seq >= ${sinceSeq} and seq > 0
              order by seq
              limit ${approvalsLookedAtMax}
           ) e
     where e.data -> 'sale_ids' @> to_jsonb(${saleId}::bigint)
     order by e.id
     limit 1`.execute(db);
  return rows[0];
}
