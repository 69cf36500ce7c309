// Commission terms in words: `20% of each sale for 12 months, 30% from 10 sales a month`, and how far a partner is from its next tier. In
// the reader's language for partners, in English for the console. Amounts of percentage terms have no currency of their own and are written
// without one.
import type { CapName, CommissionTerms, TierMetric } from "../rules/events/settings/terms.ts";
import type { Currency } from "../vocabulary/money/currencies.ts";
import { differenceOf, isAtLeast, type Sum } from "../vocabulary/money/money.ts";
import { english } from "./english-words.ts";
import type { Words } from "./say.ts";

type Rate = { readonly rate_bps: number } | { readonly amount_cents: number };
type Step = Rate & { readonly from: number };

/** `20% of each sale for 12 months, 40% of a customer's first sale, at most 500.00 per customer` */
export function termsInWords(terms: CommissionTerms, words: Words = english): string {
  return words.list([
    baseInWords(terms, words),
    ...tiersInWords(terms, words),
    ...firstInWords(terms, words),
    ...capsInWords(terms, words),
  ]);
}

/** For the partner: `You earn 20% of each sale for 12 months.` */
export function earningInWords(terms: CommissionTerms, words: Words): string {
  return words.say("youEarn", { terms: termsInWords(terms, words) });
}

function kindOf({ type }: CommissionTerms): "share" | "flat" {
  return type === "percentage" ? "share" : "flat";
}

function baseInWords(terms: CommissionTerms, words: Words): string {
  const { duration_months: months, duration_payments: payments } = terms;
  const earned =
    terms.type === "percentage" ? words.percent(terms.rate_bps) : words.moneyText(terms.amount_cents, terms.currency);
  const each = { kind: kindOf(terms), earned };
  if (months === 0 || payments === 1) return words.say("earnsFirstPayment", each);
  if (payments === undefined) {
    return months === null ? words.say("earnsEach", each) : words.say("earnsEachMonths", { ...each, months });
  }
  return months === null
    ? words.say("earnsPayments", { ...each, payments })
    : words.say("earnsPaymentsMonths", { ...each, payments, months });
}

function firstInWords(terms: CommissionTerms, words: Words): string[] {
  if (terms.first === undefined) return [];
  return [words.say("earnsOnFirstSale", { kind: kindOf(terms), earned: rateInWords(terms, terms.first, words) })];
}

function rateInWords(terms: CommissionTerms, rate: Rate, words: Words): string {
  if ("rate_bps" in rate) return words.percent(rate.rate_bps);
  return terms.type === "flat" ? words.moneyText(rate.amount_cents, terms.currency) : "";
}

/** The unit is written with the first step only: `30% from 10 sales a month, 35% from 50`. */
function tiersInWords(terms: CommissionTerms, words: Words): string[] {
  const { tiers } = terms;
  if (tiers === undefined) return [];
  const steps: readonly Step[] = tiers.steps;
  const { metric, period } = tiers;
  const each = steps.map((step, index) => {
    const rate = rateInWords(terms, step, words);
    if (index > 0) return words.say("tierFrom", { rate, figure: figureOf(metric, step.from, null, words) });
    if (metric === "sales") return words.say("tierFromSales", { rate, count: step.from, period });
    if (metric === "customers") return words.say("tierFromCustomers", { rate, count: step.from, period });
    return words.say("tierFromAmount", { rate, amount: amountIn(step.from, null, words), period });
  });
  return tiers.applies === "period" ? [...each, words.say("tierPaysMonth")] : each;
}

export function figureOf(metric: TierMetric, reached: Sum, currency: Currency | null, words: Words): string {
  return metric === "sales_cents" ? amountIn(reached, currency, words) : words.count(Number(reached));
}

const capMessages = {
  per_customer_cents: "capPerCustomer",
  per_partner_month_cents: "capPerPartner",
  program_month_cents: "capOfProgram",
} as const satisfies Record<CapName, string>;

function capsInWords({ caps, ...terms }: CommissionTerms, words: Words): string[] {
  const currency = terms.type === "flat" ? terms.currency : null;
  return Object.entries(caps ?? {}).flatMap(([name, cents]) =>
    isCap(name) && cents !== undefined
      ? [words.say(capMessages[name], { amount: amountIn(cents, currency, words) })]
      : [],
  );
}

function amountIn(cents: Sum, currency: Currency | null, words: Words): string {
  return currency === null ? words.amountText(cents, "USD") : words.moneyText(cents, currency);
}

function isCap(name: string): name is CapName {
  return Object.hasOwn(capMessages, name);
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

export type StepReached = {
  readonly from: number;
  readonly rate_bps: number | null;
  readonly amount_cents: number | null;
};

/** For the partner: `You have 7 sales this month. 3 more sales this month and you earn 35%.` */
export function missingInWords(terms: CommissionTerms, tier: TierProgress, words: Words): string {
  const { reached, step, next_step: next } = tier;
  const now = { ...measured(tier, reached, words), rate: step === null ? "" : earnedAt(terms, step, words) };
  const atClose = terms.tiers?.applies === "period" ? [words.say("tierAtClose")] : [];
  if (next === null) return words.sentences([words.say("tierHighest", now), ...atClose]);
  const missing = measured(tier, differenceOf(next.from, reached), words);
  return words.sentences([
    step === null ? words.say("tierNow", now) : words.say("tierNowEarning", now),
    words.say("tierMissing", { ...missing, rate: earnedAt(terms, next, words) }),
    ...atClose,
  ]);
}

export type BonusGoal = Pick<TierProgress, "metric" | "period" | "reached"> & {
  readonly at_least: number;
  readonly amount_cents: number;
  readonly currency: Currency;
  readonly is_earned: boolean;
};

/** For the partner: `You have 7 sales this month. 3 more sales this month and you earn a bonus of 50.00 USD.` */
export function bonusInWords(bonus: BonusGoal, words: Words): string {
  const { reached, at_least, period, is_earned } = bonus;
  const amount = words.moneyText(bonus.amount_cents, bonus.currency);
  // What was reached within the last minute is not recorded yet, and what was approved stays below it.
  if (is_earned || isAtLeast(reached, at_least)) return words.say("bonusEarned", { amount, period });
  return words.sentences([
    words.say("tierNow", measured(bonus, reached, words)),
    words.say("tierMissing", {
      ...measured(bonus, differenceOf(at_least, reached), words),
      rate: words.say("bonusOf", { amount }),
    }),
  ]);
}

function measured(
  { metric, period, currency }: Pick<TierProgress, "metric" | "period" | "currency">,
  reached: Sum,
  words: Words,
) {
  const isMoney = metric === "sales_cents";
  return {
    ...{ metric, period },
    count: isMoney ? 0 : Number(reached),
    amount: isMoney ? amountIn(reached, currency, words) : "",
  };
}

/** Flat amounts are in the terms' own currency, regardless of the sales'. */
export function earnedAt(terms: CommissionTerms, { rate_bps, amount_cents }: StepReached, words: Words): string {
  return rate_bps === null ? rateInWords(terms, { amount_cents: amount_cents ?? 0 }, words) : words.percent(rate_bps);
}
