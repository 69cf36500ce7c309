// Commission terms in words, for the console and the partners' pages alike: `20% of each sale for 12 months, 30% from 10 sales a month`,
// and how far a partner is from its next tier. Amounts of percentage terms have no currency of their own and are written without one.
import type { CapName, CommissionTerms, TierMetric } from "../rules/events/terms.ts";
import type { TermsScope } from "../rules/rows/terms-rows.ts";
import { type Currency, differenceOf, type Sum } from "../vocabulary/money.ts";
import { amountText, countText, moneyText } from "./words.ts";

const basisPointsPerPercent = 100;

type Rate = { readonly rate_bps: number } | { readonly amount_cents: number };
type Step = Rate & { readonly from: number };

/** `20% of each sale for 12 months, 40% of a customer's first sale, at most 500.00 per customer` */
export function termsInWords(terms: CommissionTerms): string {
  return [baseInWords(terms), ...tiersInWords(terms), ...firstInWords(terms), ...capsInWords(terms)].join(", ");
}

/** For the partner: `You earn 20% of each sale for 12 months.` */
export function earningInWords(terms: CommissionTerms): string {
  return `You earn ${termsInWords(terms)}.`;
}

/** `12.5%`, never rounded. */
export function percentText(rateBps: number): string {
  return `${rateBps / basisPointsPerPercent}%`;
}

function baseInWords(terms: CommissionTerms): string {
  const { duration_months: months, duration_payments: payments } = terms;
  const [earned, each] =
    terms.type === "percentage"
      ? [percentText(terms.rate_bps), "of"]
      : [moneyText(terms.amount_cents, terms.currency), "for"];
  if (months === 0 || payments === 1) return `${earned} ${each} the first payment`;
  const within = months === null ? "" : ` for ${payments === undefined ? "" : "at most "}${counted(months, "month")}`;
  if (payments === undefined) return `${earned} ${each} each sale${within}`;
  return `${earned} ${each}${each === "for" ? " each of" : ""} the first ${counted(payments, "payment")}${within}`;
}

function counted(count: number, thing: string): string {
  return `${countText(count)} ${thing}${count === 1 ? "" : "s"}`;
}

function firstInWords(terms: CommissionTerms): string[] {
  if (terms.first === undefined) return [];
  const each = terms.type === "percentage" ? "of" : "for";
  return [`${rateInWords(terms, terms.first)} ${each} a customer's first sale`];
}

function rateInWords(terms: CommissionTerms, rate: Rate): string {
  if ("rate_bps" in rate) return percentText(rate.rate_bps);
  return terms.type === "flat" ? moneyText(rate.amount_cents, terms.currency) : "";
}

/** The unit is written with the first step only: `30% from 10 sales a month, 35% from 50`. */
function tiersInWords(terms: CommissionTerms): string[] {
  const { tiers } = terms;
  if (tiers === undefined) return [];
  const steps: readonly Step[] = tiers.steps;
  const within = tiers.period === "month" ? " a month" : " in total";
  return steps.map((step, index) => {
    const reached =
      index === 0 ? `${reachedInWords(tiers.metric, step.from)}${within}` : figureOf(tiers.metric, step.from);
    return `${rateInWords(terms, step)} from ${reached}`;
  });
}

const things = {
  sales: ["sale", "sales"],
  sales_cents: ["in sales", "in sales"],
  customers: ["new customer", "new customers"],
} as const satisfies Record<TierMetric, readonly [one: string, more: string]>;

/** `10 sales`, `500.00 EUR in sales`; without a currency where it is that of each sale. */
function reachedInWords(metric: TierMetric, reached: Sum, currency: Currency | null = null): string {
  return `${figureOf(metric, reached, currency)} ${things[metric][reached === 1 ? 0 : 1]}`;
}

function figureOf(metric: TierMetric, reached: Sum, currency: Currency | null = null): string {
  return metric === "sales_cents" ? amountIn(reached, currency) : countText(Number(reached));
}

const capWords = {
  per_customer_cents: "per customer",
  per_partner_month_cents: "per partner a month",
  program_month_cents: "for all partners a month",
} as const satisfies Record<CapName, string>;

function capsInWords({ caps, ...terms }: CommissionTerms): string[] {
  const currency = terms.type === "flat" ? terms.currency : null;
  return Object.entries(caps ?? {}).flatMap(([name, cents]) =>
    isCap(name) && cents !== undefined ? [`at most ${amountIn(cents, currency)} ${capWords[name]}`] : [],
  );
}

function amountIn(cents: Sum, currency: Currency | null): string {
  return currency === null ? amountText(cents, "USD") : moneyText(cents, currency);
}

function isCap(name: string): name is CapName {
  return Object.hasOwn(capWords, name);
}

const whoseTerms = {
  partner_product: () => "the partner's terms for the product",
  partner: () => "the partner's terms",
  group_product: (group) => `${group}'s terms for the product`,
  group: (group) => `${group}'s terms`,
  product: () => "the product's terms",
  program: () => "the program's terms",
} as const satisfies Record<TermsScope, (group: string) => string>;

/** `group Gold's terms`; the group's id where its name is not known. */
export function whoseTermsInWords(scope: TermsScope, group: string | null): string {
  return whoseTerms[scope](`group ${group ?? "default"}`);
}

type Applied = {
  readonly scope: TermsScope;
  readonly group: string | null;
  /** From 1; null below the first one and where the terms have none. */
  readonly tierStep: number | null;
  readonly cut: Cut | null;
};

/** What decided a commission: `group Gold's terms, tier 2, cut from 10.00 to 5.00 USD by the cap per customer` */
export function appliedTermsInWords({ scope, group, tierStep, cut }: Applied): string {
  const tier = tierStep === null ? [] : [`tier ${tierStep}`];
  return [whoseTermsInWords(scope, group), ...tier, ...(cut === null ? [] : [cutInWords(cut)])].join(", ");
}

type Cut = { readonly by: CapName; readonly fromCents: number; readonly toCents: number; readonly currency: Currency };

/** `cut from 10.00 to 5.00 USD by the cap per customer` */
function cutInWords({ by, fromCents, toCents, currency }: Cut): string {
  return `cut from ${amountText(fromCents, currency)} to ${moneyText(toCents, currency)} by the cap ${capWords[by]}`;
}

/** How far a partner is, of sales in one currency; null before the first sale. */
export type TierProgress = {
  readonly metric: TierMetric;
  readonly period: "month" | "lifetime";
  readonly currency: Currency | null;
  readonly reached: Sum;
  readonly step: StepReached | null;
  readonly next_step: StepReached | null;
};

type StepReached = { readonly from: number; readonly rate_bps: number | null; readonly amount_cents: number | null };

/** For the program: `7 of 10 sales this month, then 35%` */
export function progressInWords(terms: CommissionTerms, tier: TierProgress): string {
  const { metric, currency, reached, step, next_step: next } = tier;
  const within = withinOf(tier);
  if (next === null) {
    const earned = step === null ? "" : `: ${earnedAt(terms, step)}`;
    return `${reachedInWords(metric, reached, currency)}${within}${earned}, the highest tier`;
  }
  const figure = metric === "sales_cents" ? amountText(reached, currency ?? "USD") : countText(Number(reached));
  return `${figure} of ${reachedInWords(metric, next.from, currency)}${within}, then ${earnedAt(terms, next)}`;
}

/** For the partner: `You have 7 sales this month. 3 more sales this month and you earn 35%.` */
export function missingInWords(terms: CommissionTerms, tier: TierProgress): string {
  const { metric, currency, reached, step, next_step: next } = tier;
  const within = withinOf(tier);
  const earns = step === null ? "" : `, so you earn ${earnedAt(terms, step)} now`;
  const now = `You have ${reachedInWords(metric, reached, currency)}${within}${earns}`;
  if (next === null) return `${now}: the highest tier.`;
  const missing = differenceOf(next.from, reached);
  const more = `${figureOf(metric, missing, currency)} more ${things[metric][missing === 1 ? 0 : 1]}`;
  return `${now}. ${more}${within} and you earn ${earnedAt(terms, next)}.`;
}

function withinOf({ period }: TierProgress): string {
  return period === "month" ? " this month" : " in total";
}

/** Flat amounts are in the terms' own currency, regardless of the sales'. */
function earnedAt(terms: CommissionTerms, { rate_bps, amount_cents }: StepReached): string {
  return rate_bps === null ? rateInWords(terms, { amount_cents: amount_cents ?? 0 }) : percentText(rate_bps);
}
