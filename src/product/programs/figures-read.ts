// What a program came to in spans of its log: clicks, leads, sales, and in each currency what was sold, what went back, what
// partners earned and what is owed in fees. A sale counts where it was received, with what it and its commission are worth now:
// refunds change that span's figures and not those of the one they came in. Clicks of known bots and everything in test mode are
// left out. Each amount is in its own currency: a flat commission may be in another than its sale.
// Nothing is counted beforehand: it looks at every click, lead and sale of the spans, found by the ids of their events.

import { type Kysely, type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { firstReferralId } from "../../core/rules/referral-id.ts";
import { count, currency, sum } from "../../core/vocabulary/fields.ts";
import type { Currency } from "../../core/vocabulary/money/currencies.ts";
import { sumOf } from "../../core/vocabulary/money/money.ts";
import { byPlacement } from "../../engine/postgres/by-placement.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

export const currencyFigures = z.strictObject({
  currency,
  sales: count("How many"),
  revenue_cents: sum("What was sold, gross"),
  refunded_cents: sum("What went back of it"),
  commission_cents: sum("What partners earned by it"),
  fee_cents: sum("Platform fees for it"),
});

export type CurrencyFigures = z.output<typeof currencyFigures>;

export const figuresShape = {
  clicks: count("How many"),
  leads: count("How many"),
  sales: count("How many"),
  currencies: z.array(currencyFigures).readonly().meta({ description: "By currency: nothing is converted" }),
};
export const figuresSchema = z.strictObject(figuresShape);

export type Figures = z.output<typeof figuresSchema>;

/** The ids at which the spans begin, and the one at which the last has ended. */
export type Bounds = readonly number[];

/** Spans are counted from 1. */
export type Counted = { readonly place: number; readonly count: number };
export type Sold = CurrencyFigures & { readonly place: number };

/** One for each span, in order. */
export async function findFigures(db: Kysely<Tables>, programId: number, bounds: Bounds): Promise<Figures[]> {
  // One after the other: they share the snapshot of one connection.
  const clicks = await countClicks(db, programId, bounds);
  const leads = await countLeads(db, programId, bounds);
  return figuresOf(bounds, { clicks, leads, sales: await sumSales(db, programId, bounds) });
}

type Found = {
  readonly clicks: readonly Counted[];
  readonly leads: readonly Counted[];
  readonly sales: readonly Sold[];
};

export function figuresOf(bounds: Bounds, found: Found): Figures[] {
  const clicks = new Map(found.clicks.map(({ place, count }) => [place, count]));
  const leads = new Map(found.leads.map(({ place, count }) => [place, count]));
  const sales = Map.groupBy(found.sales, ({ place }) => place);
  return bounds.slice(1).map((_, index) => {
    const currencies = (sales.get(index + 1) ?? []).map(({ place: _, ...sold }) => sold);
    return totalOf([{ clicks: clicks.get(index + 1) ?? 0, leads: leads.get(index + 1) ?? 0, sales: 0, currencies }]);
  });
}

/** Sales are those of all currencies. */
export function totalOf(all: readonly Figures[]): Figures {
  const currencies = new Map<Currency, CurrencyFigures>();
  for (const sold of all.flatMap((one) => one.currencies)) {
    currencies.set(sold.currency, added(currencies.get(sold.currency), sold));
  }
  return {
    clicks: countOf(all.map(({ clicks }) => clicks)),
    leads: countOf(all.map(({ leads }) => leads)),
    sales: countOf([...currencies.values()].map(({ sales }) => sales)),
    currencies: [...currencies.values()].toSorted((a, b) => (a.currency < b.currency ? -1 : 1)),
  };
}

function added(before: CurrencyFigures | undefined, sold: CurrencyFigures): CurrencyFigures {
  return {
    currency: sold.currency,
    sales: (before?.sales ?? 0) + sold.sales,
    revenue_cents: sumOf([before?.revenue_cents ?? 0, sold.revenue_cents]),
    refunded_cents: sumOf([before?.refunded_cents ?? 0, sold.refunded_cents]),
    commission_cents: sumOf([before?.commission_cents ?? 0, sold.commission_cents]),
    fee_cents: sumOf([before?.fee_cents ?? 0, sold.fee_cents]),
  };
}

function countOf(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/**
 * From the index of a partner's clicks alone: the rows of clicks are four times as large. Where programs lie on several machines the
 * row says on which.
 */
async function countClicks(db: Kysely<Tables>, programId: number, bounds: Bounds): Promise<Counted[]> {
  const ofMachine = byPlacement(db, { together: () => sql``, apart: () => sql`program_id = ${programId} and` });
  const { rows } = await sql<Counted>`
    select width_bucket(c.event_id, ${bounds}::bigint[]) as place, count(*) as count
      from partner p
     cross join lateral (
           select event_id
             from click
            where ${ofMachine} partner_id = p.partner_id and not is_bot
              and event_id >= ${bounds.at(0)} and event_id < ${bounds.at(-1)}
           offset 0
           ) c
     where p.program_id = ${programId}
     group by 1`.execute(db);
  return rows;
}

async function countLeads(db: Kysely<Tables>, programId: number, bounds: Bounds): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select width_bucket(lead_id, ${bounds}::bigint[]) as place, count(*) as count
      from lead
     where program_id = ${programId} and lead_id >= ${bounds.at(0)} and lead_id < ${bounds.at(-1)}
     group by 1`.execute(db);
  return rows;
}

/**
 * What a commission was paid and what is still owed add up to what it is now. Each span is added up for itself: the
 * index leads to it, and no row is asked which span it is in.
 */
async function sumSales(db: Kysely<Tables>, programId: number, bounds: Bounds): Promise<Sold[]> {
  const ofBook = (
    book: "sale" | "commission" | "adjustment" | "platform_fee",
    sums: RawBuilder<unknown>,
    origin = sql.lit(0),
  ) => sql`
    select place, summed.*
      from span
     cross join lateral (
           select currency, ${sums}
             from ${sql.table(book)}
            where program_id = ${programId} and sale_id >= span.first_id + ${origin} and sale_id < span.end_id + ${origin}
            group by currency
           ) summed`;
  const { rows } = await sql<Sold>`
    with span as (
      select first_id, end_id, place
        from unnest(${bounds.slice(0, -1)}::bigint[], ${bounds.slice(1)}::bigint[])
             with ordinality s(first_id, end_id, place)
    )
    select place, currency,
           sum(sales)::bigint as sales,
           sum(revenue) as revenue_cents,
           sum(refunded) as refunded_cents,
           sum(commission) as commission_cents,
           sum(fee) as fee_cents
      from (
             ${ofBook(
               "sale",
               sql`count(*) as sales, sum(amount_cents) as revenue, sum(refunded_cents) as refunded, 0 as commission, 0 as fee`,
             )}
             union all
             ${ofBook("commission", sql`0, 0, 0, sum(amount_cents), 0`)}
             union all
             ${ofBook("adjustment", sql`0, 0, 0, sum(amount_cents), 0`)}
             union all
             ${ofBook("commission", sql`0, 0, 0, sum(amount_cents), 0`, sql.lit(firstReferralId))}
             union all
             ${ofBook("adjustment", sql`0, 0, 0, sum(amount_cents), 0`, sql.lit(firstReferralId))}
             union all
             ${ofBook("platform_fee", sql`0, 0, 0, 0, sum(amount_cents)`)}
             union all
             ${withoutHistory(programId)}
           ) book
     group by place, currency
    having sum(sales) <> 0 or sum(revenue) <> 0 or sum(commission) <> 0 or sum(fee) <> 0`.execute(db);
  return rows;
}

/** Imported sales were not made when they were reported: taken off again. Their index is empty where nothing was imported. */
function withoutHistory(programId: number): RawBuilder<unknown> {
  return sql`
    select place, b.currency, -1, -b.amount_cents, -b.refunded_cents, 0, 0
      from span
      join sale b on b.program_id = ${programId} and b.imported is not null
                 and b.sale_id >= span.first_id and b.sale_id < span.end_id
    union all
    select place, earned.currency, 0, 0, 0, -earned.amount_cents, 0
      from span
      join sale b on b.program_id = ${programId} and b.imported is not null
                 and b.sale_id >= span.first_id and b.sale_id < span.end_id
     cross join lateral (
           select currency, amount_cents from commission where program_id = ${programId} and sale_id = b.sale_id
           union all
           select currency, amount_cents from adjustment where program_id = ${programId} and sale_id = b.sale_id
           ) earned`;
}
