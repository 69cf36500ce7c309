// What commission terms say beside their rate, in words: of a customer's first sale, of what a partner reaches, and of the most they come
// to. Amounts of percentage terms are in the sale's currency, whichever that is, and stand without one.
import type { CapName, CommissionTerms, TierMetric } from "../rules/events/terms.ts";
import type { Currency } from "../vocabulary/money.ts";
import { amountText, countText, moneyText } from "./words.ts";

const basisPointsPerPercent = 100;

export function percentText(rateBps: number): string {
  return `${rateBps / basisPointsPerPercent}%`;
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
