// What a month of UTC came to by what the books say now, as fixed text: the statement of an open month, and the sums with which
// the month is closed. A month is a span of ids of events, found in the text itself, since an event may be the last there is.

import { firstReferralId } from "../../core/rules/referral-id.ts";

/** From $2 to before $3, of program $1. */
const span = `
  halves (place, since, low, high) as (
    select t.place, t.since, 0::bigint, h.seq + 1
      from (values (1, $2::timestamptz), (2, $3::timestamptz)) t(place, since)
     cross join program_head h
     where h.program_id = $1
     union all
    select h.place, h.since,
           case when e.received_at < h.since then e.seq else h.low end,
           case when e.received_at < h.since then h.high else e.seq end
      from halves h
      join event e on e.program_id = $1 and e.seq = (h.low + h.high) / 2
     where h.high - h.low > 1
  ),
  span as (
    select coalesce(min(e.id) filter (where h.place = 1), ${firstReferralId}) as first_id,
           coalesce(min(e.id) filter (where h.place = 2), ${firstReferralId}) as end_id
      from halves h
      left join event e on e.program_id = $1 and e.seq = h.high
     where h.high - h.low = 1
  )`;

const corrected = `line_correction k on k.program_id = $1 and k.event_id >= first_id and k.event_id < end_id`;

/** What a replay took back of a closed month's line, or what it states of it now, as sums of a month. */
const replayed = (side: "was" | "now"): { readonly [name in "sales" | "sales_cents" | "refunded_cents"]: string } => {
  const sign = side === "was" ? "-" : "";
  return {
    sales: `${sign}case kind when 'change' then 0 when 'taken_back' then -1 else 1 end`,
    sales_cents: `${sign}case kind when 'change' then 0 else ${side}_amount_cents end`,
    // A change's amount is what went back, below zero.
    refunded_cents: `${sign}case kind when 'change' then -${side}_amount_cents else 0 end`,
  };
};

const replayedSums = (side: "was" | "now"): string => `
           select ${side}_currency, ${replayed(side).sales}, ${replayed(side).sales_cents}, ${replayed(side).refunded_cents}, 0,
                  ${side === "was" ? "-" : ""}${side}_fee_cents, 0
             from span join ${corrected} where ${side}_currency is not null
           union all
           select commission_currency, 0, 0, 0, ${side === "was" ? "-" : ""}${side}_commission_cents, 0, 0
             from span join ${corrected} where ${side}_partner_id is not null and commission_currency <> ''`;

const restated = `restatement r on r.program_id = $1 and r.event_id >= first_id and r.event_id < end_id`;

/** One row for each currency: `StatementTotals`. `sales` are the month's own sales, each with its fee and commission. */
const totalsText = (sales: string): string => `
  with recursive ${span}
  select currency,
         sum(sales)::integer as sales,
         sum(sales_cents) as sales_cents,
         sum(refunded_cents) as refunded_cents,
         sum(commission_cents) as commission_cents,
         sum(platform_fee_cents) as platform_fee_cents,
         sum(paid_out_cents) as paid_out_cents
    from (
           ${sales}
           union all
           select currency, 0, 0, refunded_cents, 0, fee_cents, 0
             from span join sale_change c on c.program_id = $1 and c.event_id >= first_id and c.event_id < end_id
           union all
           select commission_currency, 0, 0, 0, commission_cents, 0, 0
             from span join sale_change c on c.program_id = $1 and c.event_id >= first_id and c.event_id < end_id
            where commission_currency <> ''
           union all
           select was_currency, -1, -was_amount_cents, 0, 0, -was_fee_cents, 0
             from span join ${restated} where was_currency is not null
           union all
           select was_commission_currency, 0, 0, 0, -was_commission_cents, 0, 0
             from span join ${restated} where was_commission_currency is not null
           union all
           select now_currency, 1, now_amount_cents, 0, 0, now_fee_cents, 0
             from span join ${restated} where now_currency is not null
           union all
           select now_commission_currency, 0, 0, 0, now_commission_cents, 0, 0
             from span join ${restated} where now_commission_currency is not null
           union all ${replayedSums("was")}
           union all ${replayedSums("now")}
           union all
           select currency, 0, 0, 0, 0, 0, amount_cents
             from payout
            where program_id = $1 and paid_at >= $2 and paid_at < $3
           union all
           select currency, 0, 0, 0, 0, 0, -amount_cents
             from payout
            where program_id = $1 and status = 'returned' and paid_at is not null and withdrawn_at >= $2 and withdrawn_at < $3
         ) month
   group by currency
   order by currency`;

const salesOf = (book: string, condition: string): string =>
  `span join ${book} b on b.program_id = $1 and b.sale_id >= first_id and b.sale_id < end_id ${condition}`;

/** What recruiters earn by the month's sales, as they are. */
const referralsOf = (condition: string): string =>
  `span join commission b on b.program_id = $1 and ${isReferral("b")} ${condition}`;
const isReferral = (table: string): string =>
  `${table}.sale_id >= first_id + ${firstReferralId} and ${table}.sale_id < end_id + ${firstReferralId}`;

/** History of before is no month's of ours. Its index is empty where nothing was imported. */
const notImported = `and not exists (select 1 from sale i
                                      where i.program_id = $1 and i.sale_id = b.sale_id and i.imported is not null)`;

/** The month's sales as they are; `condition` on each, as `b`. What is left of the fee of a sale that was taken away is a change. */
function salesNow(condition = ""): string {
  return `select currency, 1 as sales, amount_cents as sales_cents, 0 as refunded_cents, 0 as commission_cents,
                  0 as platform_fee_cents, 0 as paid_out_cents
             from ${salesOf("sale", `and b.imported is null ${condition}`)}
           union all
           select currency, 0, 0, 0, 0, amount_at_sale_cents, 0
             from ${salesOf("platform_fee", `and b.removed_by is null ${condition}`)}
           union all
           select currency, 0, 0, 0, amount_at_sale_cents, 0, 0
             from ${salesOf("commission", `${notImported} ${condition}`)}
           union all
           select currency, 0, 0, 0, amount_at_sale_cents, 0, 0
             from ${referralsOf(condition)}`;
}

/** Of an open month, none of whose sales was restated. */
export const monthTotalsText = totalsText(salesNow());

const notRestated = "and not exists (select 1 from restatement r where r.sale_id = b.sale_id and r.program_id = $1)";
const firstRestated = `restatement r on r.program_id = $1
              and (r.sale_id >= first_id and r.sale_id < end_id or ${isReferral("r")})
              and not exists (select 1 from restatement earlier
                               where earlier.sale_id = r.sale_id and earlier.program_id = $1
                                 and earlier.event_id < r.event_id)`;

/** Of a closed month, by what the books say of it today: what was restated, as it was. */
export const closedMonthTotalsText = totalsText(`${salesNow(notRestated)}
           union all
           select was_currency, 1, was_amount_cents, 0, 0, was_fee_cents, 0
             from span join ${firstRestated} where was_currency is not null
           union all
           select was_commission_currency, 0, 0, 0, was_commission_cents, 0, 0
             from span join ${firstRestated} where was_commission_currency is not null`);

const replayedCorrections = (side: "was" | "now"): string => {
  const sign = side === "was" ? "-" : "";
  const { sales, sales_cents, refunded_cents } = replayed(side);
  return `
           select 'replay', month, ${side}_currency, ${sales}, ${sales_cents}, ${refunded_cents}, 0, ${sign}${side}_fee_cents
             from span join ${corrected} where ${side}_currency is not null
           union all
           select 'replay', month, commission_currency, 0, 0, 0, ${sign}${side}_commission_cents, 0
             from span join ${corrected} where ${side}_partner_id is not null and commission_currency <> ''`;
};

/** One row for each closed month, currency and reason by which something was learned: `StatementCorrection`. */
export const monthCorrectionsText = `
  with recursive ${span}
  select month, currency, reason,
         sum(sales)::integer as sales,
         sum(sales_cents) as sales_cents,
         sum(refunded_cents) as refunded_cents,
         sum(commission_cents) as commission_cents,
         sum(platform_fee_cents) as platform_fee_cents
    from (
           select 'told_later' as reason, month, was_currency as currency, -1 as sales, -was_amount_cents as sales_cents,
                  0 as refunded_cents, 0 as commission_cents, -was_fee_cents as platform_fee_cents
             from span join ${restated} where was_currency is not null
           union all
           select 'told_later', month, was_commission_currency, 0, 0, 0, -was_commission_cents, 0
             from span join ${restated} where was_commission_currency is not null
           union all
           select 'told_later', month, now_currency, 1, now_amount_cents, 0, 0, now_fee_cents
             from span join ${restated} where now_currency is not null
           union all
           select 'told_later', month, now_commission_currency, 0, 0, 0, now_commission_cents, 0
             from span join ${restated} where now_commission_currency is not null
           union all ${replayedCorrections("was")}
           union all ${replayedCorrections("now")}
         ) correction
   group by month, currency, reason
   order by month, currency, reason desc`;
