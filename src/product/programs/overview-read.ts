// A program at a glance: what it came to day by day and next to the period before, who and what brought most, and what needs a
// person. Days are of UTC, the last one is not included, and nothing is converted.
import type { Kysely } from "kysely";
import { z } from "zod";
import { count, flag, id, words } from "../../core/vocabulary/fields.ts";
import { basisPointsPerWhole, isAtLeast, type Sum } from "../../core/vocabulary/money/money.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { findFirstEventIds } from "../events/event-at.ts";
import { attention, findAttention } from "../inbox/attention-read.ts";
import { dateOf, daysAfter, eachDay } from "../reads/days.ts";
import {
  type CurrencyFigures,
  currencyFigures,
  type Figures,
  figuresShape,
  findFigures,
  totalOf,
} from "./figures-read.ts";
import type { OverviewMemory } from "./overview-memory.ts";
import { countPaidOut, findTops, topPartner, topProduct } from "./overview-tops.ts";
import { findTestFigures } from "./test-figures-read.ts";

export const overviewDaysMax = 366;

const totals = z.strictObject({
  ...figuresShape,
  currencies: z
    .array(
      currencyFigures.extend({
        refund_rate_bps: z
          .int()
          .nullable()
          .meta({ description: "What went back of the revenue, in basis points; null where nothing was sold" }),
      }),
    )
    .readonly()
    .meta({ description: "By currency: nothing is converted" }),
});

type Totals = z.output<typeof totals>;

const day = z.strictObject({ date: z.iso.date().meta({ description: "The day, in UTC" }), ...figuresShape });

export const overview = z.strictObject({
  program_id: id("The program"),
  from: words("The first day, in UTC"),
  before: words("The day behind the last one"),
  is_test: flag("Tests: amounts as reported; they earn nothing and refund nothing"),
  totals: totals.meta({ description: "Of the whole period" }),
  previous: z
    .strictObject({
      from: words("Its first day"),
      before: words("The day behind its last one"),
      totals: totals.meta({ description: "Of the whole of it" }),
      days: z.array(day).readonly().meta({ description: "Every day of it, aligned with the period's first day" }),
    })
    .meta({ description: "As many days before the period" }),
  days: z.array(day).readonly().meta({ description: "Every day of the period, also those on which nothing happened" }),
  funnel: z
    .strictObject({
      clicks: count("Clicks of the period"),
      leads: count("Leads of the period"),
      sales: count("Sales of the period"),
      paid: count("Those of the sales whose commission was paid out"),
    })
    .meta({ description: "How many of each led to the next" }),
  top_partners: z.array(topPartner).readonly().meta({ description: "By revenue, ten in each currency" }),
  top_products: z.array(topProduct).readonly().meta({ description: "By revenue, ten in each currency" }),
  attention: attention.meta({ description: "Open tasks" }),
});

export type Overview = z.output<typeof overview>;

/** All of it that follows from the books of the program and from the period. */
export type Figured = Omit<Overview, "attention">;

export type Period = { readonly from: Date; readonly before: Date; readonly isTest: boolean };

export async function findOverview(
  db: Kysely<Tables>,
  programId: number,
  asked: Period,
  memory: OverviewMemory<Figured>,
): Promise<Overview> {
  const question = `${dateOf(asked.from)} ${dateOf(asked.before)} ${asked.isTest}`;
  const figures = await memory.once(db, programId, question, () => findPeriod(db, programId, asked));
  return { ...figures, attention: await findAttention(db, programId) };
}

async function findPeriod(db: Kysely<Tables>, programId: number, { from, before, isTest }: Period): Promise<Figured> {
  const days = eachDay(from, before);
  const previousFrom = daysAfter(from, -days.length);
  const previousDays = eachDay(previousFrom, from);
  // One after the other: they share the snapshot of one connection.
  const bounds = await findFirstEventIds(db, programId, [...previousDays, ...days, before]);
  const all = await (isTest ? findTestFigures : findFigures)(db, programId, bounds);
  const previous = all.slice(0, previousDays.length);
  const figures = all.slice(previousDays.length);
  const sum = totalOf(figures);
  const period = bounds.slice(previousDays.length);
  const { partners, products } = isTest ? { partners: [], products: [] } : await findTops(db, programId, period);
  return {
    program_id: programId,
    from: dateOf(from),
    before: dateOf(before),
    is_test: isTest,
    totals: withRates(sum),
    previous: {
      from: dateOf(previousFrom),
      before: dateOf(from),
      totals: withRates(totalOf(previous)),
      days: previous.map((ofDay, index) => ({ date: dateOf(previousDays[index] ?? previousFrom), ...ofDay })),
    },
    days: figures.map((ofDay, index) => ({ date: dateOf(days[index] ?? from), ...ofDay })),
    funnel: {
      clicks: sum.clicks,
      leads: sum.leads,
      sales: sum.sales,
      paid: isTest ? 0 : await countPaidOut(db, programId, period),
    },
    top_partners: partners,
    top_products: products,
  };
}

function withRates(figures: Figures): Totals {
  return { ...figures, currencies: figures.currencies.map((sold) => ({ ...sold, refund_rate_bps: refundRate(sold) })) };
}

function refundRate({ revenue_cents, refunded_cents }: CurrencyFigures): number | null {
  return isAtLeast(revenue_cents, 1) ? rateOf(refunded_cents, revenue_cents) : null;
}

/** Rounded half up. */
function rateOf(part: Sum, whole: Sum): number {
  const twice = 2n * BigInt(part) * BigInt(basisPointsPerWhole) + BigInt(whole);
  return Number(twice / (2n * BigInt(whole)));
}
