// The statement of a program for a month of UTC: sales, what went back, commissions, platform fees and payouts, by currency.
// A sale counts with what it was worth when it was received; whatever changed it later counts in the month it came in. So a
// month that is over keeps its figures, and all months together are what the books say now. Two things do change an earlier
// month: a payment that had waited for its lead counts when it was received, and a replay under corrected rules.
// Invoices are in USD and nothing is converted: fees in other currencies are listed apart, as they are.
import { type Kysely, type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Currency, Sum } from "../core/money.ts";
import { addMonths } from "../core/time.ts";
import type { Tables } from "../db/tables.ts";
import { findFirstEventId } from "./event-at.ts";
import { keyset, type Page, type PageRequest } from "./page.ts";
import { findProgram } from "./programs.ts";

const invoiceCurrency: Currency = "USD";
const monthRule = "must be a month such as 2026-01";
const monthPattern = /^\d{4}-(0[1-9]|1[0-2])$/;

/** `2026-01`. */
export const monthSchema = z.string("is required").regex(monthPattern, monthRule);

export type StatementTotals = {
  readonly currency: Currency;
  readonly sales: number;
  readonly sales_cents: Sum;
  /** What went back of any sale in this month, less what came again. */
  readonly refunded_cents: Sum;
  readonly commission_cents: Sum;
  readonly platform_fee_cents: Sum;
  /** Paid to partners, less what came back. */
  readonly paid_out_cents: Sum;
};

export type Statement = {
  readonly program_id: number;
  readonly program_name: string;
  readonly month: string;
  /** False while the month is not over: its figures still grow. */
  readonly is_final: boolean;
  readonly totals: readonly StatementTotals[];
  readonly invoice: { readonly currency: Currency; readonly platform_fee_cents: Sum };
  /** Platform fees that are on no invoice. */
  readonly not_invoiced: readonly { readonly currency: Currency; readonly platform_fee_cents: Sum }[];
};

/** A sale, or a change of one. Amounts of a change are what it took or gave. */
export type StatementLine = {
  readonly event_id: number;
  readonly sale_id: number;
  readonly what: "sale" | "change";
  readonly booked_at: Date;
  readonly transaction_id: string;
  readonly partner_id: number;
  readonly currency: Currency;
  readonly amount_cents: number;
  readonly platform_fee_cents: number;
  readonly commission_currency: Currency | null;
  readonly commission_cents: number;
};

/** Ids of events from the first to before the last. */
type Stretch = { readonly from: number; readonly to: number };

/** Undefined when there is no such program. */
export async function findStatement(
  db: Kysely<Tables>,
  programId: number,
  month: string,
  now: Date,
): Promise<Statement | undefined> {
  const program = await findProgram(db, programId);
  if (program === undefined) return undefined;
  const [start, end] = boundsOf(month);
  const totals = await sumMonth(db, programId, await stretchOf(db, programId, month), [start, end]);
  const fees = totals
    .filter((line) => line.sales > 0 || line.platform_fee_cents !== 0)
    .map(({ currency, platform_fee_cents }) => ({ currency, platform_fee_cents }));
  return {
    program_id: programId,
    program_name: program.name,
    month,
    is_final: now >= end,
    totals,
    invoice: fees.find((fee) => fee.currency === invoiceCurrency) ?? {
      currency: invoiceCurrency,
      platform_fee_cents: 0,
    },
    not_invoiced: fees.filter((fee) => fee.currency !== invoiceCurrency),
  };
}

function boundsOf(month: string): readonly [Date, Date] {
  const start = new Date(`${month}-01T00:00:00.000Z`);
  return [start, addMonths(start, 1)];
}

async function stretchOf(db: Kysely<Tables>, programId: number, month: string): Promise<Stretch> {
  const [start, end] = boundsOf(month);
  return { from: await findFirstEventId(db, programId, start), to: await findFirstEventId(db, programId, end) };
}

async function sumMonth(
  db: Kysely<Tables>,
  programId: number,
  { from, to }: Stretch,
  [start, end]: readonly [Date, Date],
): Promise<StatementTotals[]> {
  const { rows } = await sql<StatementTotals>`
    select currency,
           sum(sales)::integer as sales,
           sum(sales_cents) as sales_cents,
           sum(refunded_cents) as refunded_cents,
           sum(commission_cents) as commission_cents,
           sum(platform_fee_cents) as platform_fee_cents,
           sum(paid_out_cents) as paid_out_cents
      from (
             select currency, 1 as sales, amount_cents as sales_cents, 0 as refunded_cents, 0 as commission_cents,
                    0 as platform_fee_cents, 0 as paid_out_cents
               from sale
              where program_id = ${programId} and sale_id >= ${from} and sale_id < ${to}
             union all
             select currency, 0, 0, 0, 0, amount_at_sale_cents, 0
               from platform_fee
              where program_id = ${programId} and sale_id >= ${from} and sale_id < ${to}
             union all
             select currency, 0, 0, 0, amount_at_sale_cents, 0, 0
               from commission
              where program_id = ${programId} and sale_id >= ${from} and sale_id < ${to}
             union all
             select s.currency, 0, 0, c.refunded_cents, 0, c.fee_cents, 0
               from sale_change c
               join sale s on s.program_id = c.program_id and s.sale_id = c.sale_id
              where c.program_id = ${programId} and c.event_id >= ${from} and c.event_id < ${to}
             union all
             select o.currency, 0, 0, 0, c.commission_cents, 0, 0
               from sale_change c
               join commission o on o.program_id = c.program_id and o.sale_id = c.sale_id
              where c.program_id = ${programId} and c.event_id >= ${from} and c.event_id < ${to}
             union all
             select currency, 0, 0, 0, 0, 0, amount_cents
               from payout
              where program_id = ${programId} and paid_at >= ${start} and paid_at < ${end}
             union all
             select currency, 0, 0, 0, 0, 0, -amount_cents
               from payout
              where program_id = ${programId} and status = 'returned' and withdrawn_at >= ${start} and withdrawn_at < ${end}
           ) month
     group by currency
     order by currency`.execute(db);
  return rows;
}

const byPlace = keyset("statement", z.tuple([z.int().nonnegative(), z.int().nonnegative(), z.int().min(0).max(1)]));

export async function listStatementLines(
  db: Kysely<Tables>,
  programId: number,
  month: string,
  request: PageRequest,
): Promise<Page<StatementLine>> {
  const [afterEventId, afterSaleId, afterKind] = byPlace.after(request, [0, 0, 0]);
  const { from, to } = await stretchOf(db, programId, month);
  const first = Math.max(from, afterEventId);
  const rows = request.limit + 1;
  const lines = await sql<StatementLine>`
    select event_id, sale_id, what, booked_at, transaction_id, partner_id, currency, amount_cents, platform_fee_cents,
           commission_currency, commission_cents
      from (
             (select s.sale_id as event_id, s.sale_id, 'sale' as what, 0 as kind, s.received_at as booked_at,
                     s.transaction_id, s.partner_id, s.currency, s.amount_cents,
                     coalesce(f.amount_at_sale_cents, 0) as platform_fee_cents,
                     o.currency as commission_currency, coalesce(o.amount_at_sale_cents, 0) as commission_cents
                from sale s
                left join lateral (${ofSale("platform_fee", programId, sql`s.sale_id`)}) f on true
                left join lateral (${ofSale("commission", programId, sql`s.sale_id`)}) o on true
               where s.program_id = ${programId} and s.sale_id >= ${first} and s.sale_id < ${to}
                 and (s.sale_id, s.sale_id, 0) > (${afterEventId}, ${afterSaleId}, ${afterKind})
               order by s.sale_id
               limit ${rows})
             union all
             (select c.event_id, c.sale_id, 'change', 1, c.changed_at,
                     s.transaction_id, s.partner_id, s.currency, -c.refunded_cents, c.fee_cents,
                     o.currency, case when o.currency is null then 0 else c.commission_cents end
                from sale_change c
               cross join lateral (${ofSale("sale", programId, sql`c.sale_id`)}) s
                left join lateral (${ofSale("commission", programId, sql`c.sale_id`)}) o on true
               where c.program_id = ${programId} and c.event_id >= ${first} and c.event_id < ${to}
                 and (c.event_id, c.sale_id, 1) > (${afterEventId}, ${afterSaleId}, ${afterKind})
               order by c.event_id, c.sale_id
               limit ${rows})
           ) line
     order by event_id, sale_id, kind
     limit ${rows}`.execute(db);
  return byPlace.page(lines.rows, request, (line) => [line.event_id, line.sale_id, line.what === "sale" ? 0 : 1]);
}

/** The sale's one row of a book, looked up for each sale of the page: joined as a whole, books are read from their beginning. */
function ofSale(book: "sale" | "commission" | "platform_fee", programId: number, saleId: RawBuilder<number>) {
  return sql`select * from ${sql.table(book)} where program_id = ${programId} and sale_id = ${saleId} offset 0`;
}
