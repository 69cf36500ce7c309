// How a program does, day by day in UTC: clicks, leads, sales, and what they came to in each currency.
// A sale counts on the day it was received, with what it and its commission are worth now: refunds change that day's figures
// and not those of the day they came. Clicks of known bots and everything in test mode are left out; nothing is converted.
// Nothing is counted beforehand: a report looks at every click, lead and sale of its days, found by the ids of their events.

import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { count, currency, id, sum, words } from "../core/fields.ts";
import { type Currency, sumOf } from "../core/money.ts";
import type { Tables } from "../db/tables.ts";
import { findFirstEventIds } from "./event-at.ts";

const millisecondsPerDay = 86_400_000;
export const performanceDaysMax = 3660;

/** Whole days, the last one included. */
export type DayRange = { readonly from: Date; readonly to: Date };

const currencyFigures = z.strictObject({
  currency,
  sales: count("How many"),
  revenue_cents: sum("What was sold, gross"),
  refunded_cents: sum("What went back of it"),
  commission_cents: sum("What partners earned by it"),
});

export type CurrencyFigures = z.output<typeof currencyFigures>;

const figuresShape = {
  clicks: count("How many"),
  leads: count("How many"),
  sales: count("How many"),
  currencies: z.array(currencyFigures).readonly(),
};
const figuresSchema = z.strictObject(figuresShape);

export type Figures = z.output<typeof figuresSchema>;

export const performance = z.strictObject({
  program_id: id("The program"),
  from: words("The first day, in UTC"),
  to: words("The last day"),
  totals: figuresSchema,
  days: z
    .array(z.strictObject({ date: z.iso.date(), ...figuresShape }))
    .readonly()
    .meta({ description: "Every day of the range, also those on which nothing happened" }),
});

export type Performance = z.output<typeof performance>;

/** Days are counted from 1. */
type DayCount = { readonly day: number; readonly count: number };
type DaySales = CurrencyFigures & { readonly day: number };

/** `from` null is the day the program was created. */
export async function findPerformance(
  db: Kysely<Tables>,
  programId: number,
  wanted: { readonly from: Date | null; readonly to: Date },
): Promise<Performance> {
  const range = { from: wanted.from ?? (await firstDay(db, programId, wanted.to)), to: wanted.to };
  const days = daysOf(range);
  const bounds = await findFirstEventIds(db, programId, [...days, endOf(range)]);
  // One after the other: they share the snapshot of one connection.
  const clicks = byDay(await countClicks(db, programId, bounds));
  const leads = byDay(await countLeads(db, programId, bounds));
  const sales = await sumSales(db, programId, bounds);
  const salesByDay = Map.groupBy(sales, ({ day }) => day);
  const totals = figures(totalOf(clicks), totalOf(leads), sales);
  return {
    program_id: programId,
    from: dateOf(range.from),
    to: dateOf(range.to),
    totals,
    days: days.map((day, index) => ({
      date: dateOf(day),
      ...figures(clicks.get(index + 1) ?? 0, leads.get(index + 1) ?? 0, salesByDay.get(index + 1) ?? []),
    })),
  };
}

async function firstDay(db: Kysely<Tables>, programId: number, to: Date): Promise<Date> {
  const program = await db
    .selectFrom("program")
    .select("created_at")
    .where("program_id", "=", programId)
    .executeTakeFirstOrThrow();
  const earliest = to.getTime() - (performanceDaysMax - 1) * millisecondsPerDay;
  const created = Math.floor(program.created_at.getTime() / millisecondsPerDay) * millisecondsPerDay;
  return new Date(Math.min(Math.max(created, earliest), to.getTime()));
}

/** The ids at which the days begin, and the one at which the last has ended. */
type Bounds = readonly number[];

/** From the index of a partner's clicks alone: the rows of clicks are four times as large. */
async function countClicks(db: Kysely<Tables>, programId: number, bounds: Bounds): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select width_bucket(c.event_id, ${bounds}::bigint[]) as day, count(*) as count
      from partner p
     cross join lateral (
           select event_id
             from click
            where partner_id = p.partner_id and not is_bot
              and event_id >= ${bounds.at(0)} and event_id < ${bounds.at(-1)}
           offset 0
           ) c
     where p.program_id = ${programId}
     group by 1`.execute(db);
  return rows;
}

async function countLeads(db: Kysely<Tables>, programId: number, bounds: Bounds): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select width_bucket(lead_id, ${bounds}::bigint[]) as day, count(*) as count
      from lead
     where program_id = ${programId} and lead_id >= ${bounds.at(0)} and lead_id < ${bounds.at(-1)}
     group by 1`.execute(db);
  return rows;
}

async function sumSales(db: Kysely<Tables>, programId: number, bounds: Bounds): Promise<DaySales[]> {
  const { rows } = await sql<DaySales>`
    select width_bucket(s.sale_id, ${bounds}::bigint[]) as day,
           s.currency,
           count(*) as sales,
           sum(s.amount_cents) as revenue_cents,
           sum(s.refunded_cents) as refunded_cents,
           coalesce(sum(c.amount_cents), 0) as commission_cents
      from sale s
      left join commission c
        on c.program_id = ${programId} and c.sale_id = s.sale_id
       and c.sale_id >= ${bounds.at(0)} and c.sale_id < ${bounds.at(-1)}
     where s.program_id = ${programId} and s.sale_id >= ${bounds.at(0)} and s.sale_id < ${bounds.at(-1)}
     group by 1, 2`.execute(db);
  return rows;
}

function figures(clicks: number, leads: number, sales: readonly CurrencyFigures[]): Figures {
  const currencies = new Map<Currency, CurrencyFigures>();
  for (const sold of sales) currencies.set(sold.currency, added(currencies.get(sold.currency), sold));
  return {
    clicks,
    leads,
    sales: sales.reduce((sum, sold) => sum + sold.sales, 0),
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
  };
}

function byDay(rows: readonly DayCount[]): ReadonlyMap<number, number> {
  return new Map(rows.map(({ day, count }) => [day, count]));
}

function totalOf(counts: ReadonlyMap<number, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function daysOf({ from, to }: DayRange): Date[] {
  const count = Math.round((to.getTime() - from.getTime()) / millisecondsPerDay) + 1;
  return Array.from({ length: count }, (_, index) => new Date(from.getTime() + index * millisecondsPerDay));
}

function endOf({ to }: DayRange): Date {
  return new Date(to.getTime() + millisecondsPerDay);
}

function dateOf(day: Date): string {
  return day.toISOString().slice(0, 10);
}
