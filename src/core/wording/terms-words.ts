// Commission terms in words: the rate, a customer's first sale, tiers and caps. Amounts of percentage terms are in the sale's currency, so
// they are written without one.
import type { CapName, CommissionTerms, TierMetric } from "../rules/events/terms.ts";
import type { Currency } from "../vocabulary/money.ts";
import { amountText, countText, moneyText } from "./words.ts";

const basisPointsPerPercent = 100;

export function percentText(rateBps: number): string {
  return `${rateBps / basisPointsPerPercent}%`;
}

/** For the partner: `You earn 20% of each sale, of subscriptions as long as they last.`, and what else the terms say. */
export function earningInWords(terms: CommissionTerms): string {
  const earned =
    terms.type === "percentage"
      ? `${percentText(terms.rate_bps)} of each sale`
      : `${moneyText(terms.amount_cents, terms.currency)} for each sale`;
  const further = furtherTermsInWords(terms);
  const also = further.length === 0 ? "" : ` Also: ${further.join("; ")}.`;
  return `You earn ${earned}${lastingInWords(terms)}.${also}`;
}

function lastingInWords({ duration_months: months, duration_payments: payments }: CommissionTerms): string {
  if (months === 0) return "";
  const within = months === null ? "" : ` for ${months} ${months === 1 ? "month" : "months"}`;
  if (payments !== undefined)
    return `, of subscriptions for ${payments} ${payments === 1 ? "payment" : "payments"}${within === "" ? "" : ` or${within}`}`;
  return within === "" ? ", of subscriptions as long as they last" : `, of subscriptions${within}`;
}

/** Of a tier: `You have 7 sales this month. From 10 sales you earn 25%.` */
export function tierInWords(
  {
    metric,
    period,
    reached,
  }: { readonly metric: TierMetric; readonly period: "month" | "lifetime"; readonly reached: number },
  next: { readonly from: number; readonly earned: string } | null,
): string {
  const now = `You have ${reachedInWords(metric, reached)}${period === "month" ? " this month" : ""}`;
  if (next === null) return `${now}: the highest step.`;
  return `${now}. From ${reachedInWords(metric, next.from)} you earn ${next.earned}.`;
}

/** `25% from 10 sales a month`; none where there is nothing but a rate. */
export function furtherTermsInWords(terms: CommissionTerms): string[] {
  return [...firstInWords(terms), ...tiersInWords(terms), ...capsInWords(terms)];
}

function firstInWords(terms: CommissionTerms): string[] {
  if (terms.first === undefined) return [];
  const earned = rateInWords(terms, terms.first);
  return [`${earned} ${terms.type === "percentage" ? "of" : "for"} a customer's first sale`];
}

type Rate = { readonly rate_bps: number } | { readonly amount_cents: number };

function rateInWords(terms: CommissionTerms, rate: Rate): string {
  if ("rate_bps" in rate) return percentText(rate.rate_bps);
  return terms.type === "flat" ? moneyText(rate.amount_cents, terms.currency) : "";
}

function tiersInWords(terms: CommissionTerms): string[] {
  const { tiers } = terms;
  if (tiers === undefined) return [];
  const steps: readonly (Rate & { readonly from: number })[] = tiers.steps;
  const within = tiers.period === "month" ? " a month" : "";
  return [
    steps
      .map((step) => `${rateInWords(terms, step)} from ${reachedInWords(tiers.metric, step.from)}${within}`)
      .join(", "),
  ];
}

/** `10 sales` */
export function reachedInWords(metric: TierMetric, reached: number): string {
  if (metric === "sales_cents") return `${amountText(reached, "USD")} in sales`;
  const things = metric === "sales" ? ["sale", "sales"] : ["new customer", "new customers"];
  return `${countText(reached)} ${things[reached === 1 ? 0 : 1]}`;
}

const capWords = {
  per_customer_cents: "per customer",
  per_partner_month_cents: "per partner and month",
  program_month_cents: "for all partners in a month",
} as const satisfies Record<CapName, string>;

function capsInWords({ caps, ...terms }: CommissionTerms): string[] {
  const currency = terms.type === "flat" ? terms.currency : null;
  return Object.entries(caps ?? {}).flatMap(([name, cents]) =>
    isCap(name) && cents !== undefined ? [`at most ${amountIn(cents, currency)} ${capWords[name]}`] : [],
  );
}

export function capInWords(name: CapName): string {
  return capWords[name];
}

function amountIn(cents: number, currency: Currency | null): string {
  return currency === null ? amountText(cents, "USD") : moneyText(cents, currency);
}

function isCap(name: string): name is CapName {
  return Object.hasOwn(capWords, name);
}
