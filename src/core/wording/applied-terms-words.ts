// In English, for the console and stories: whose terms decided a commission, what cut it, and how far a partner is from its next tier.
import type { CapName, CommissionTerms, TierMetric } from "../rules/events/settings/terms.ts";
import type { TermsScope } from "../rules/rows/terms-rows.ts";
import type { Currency } from "../vocabulary/money/currencies.ts";
import type { Sum } from "../vocabulary/money/money.ts";
import { english } from "./english-words.ts";
import { earnedAt, figureOf, type TierProgress } from "./terms-words.ts";
import { amountText, countText, moneyText } from "./words.ts";

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
  /** Of tiers that pay a whole month. */
  readonly month: "open" | "closed" | null;
  readonly cut: Cut | null;
};

/** What decided a commission: `group Gold's terms, tier 2, cut from 10.00 to 5.00 USD by the cap per customer` */
export function appliedTermsInWords({ scope, group, tierStep, month, cut }: Applied): string {
  const step = tierStep === null ? [] : [`tier ${tierStep}${month === "closed" ? " of its month" : ""}`];
  const tier = month === "open" ? ["its tier follows when the month closes"] : step;
  return [whoseTermsInWords(scope, group), ...tier, ...(cut === null ? [] : [cutInWords(cut)])].join(", ");
}

type Cut = { readonly by: CapName; readonly fromCents: number; readonly toCents: number; readonly currency: Currency };

/** `cut from 10.00 to 5.00 USD by the cap per customer` */
function cutInWords({ by, fromCents, toCents, currency }: Cut): string {
  return `cut from ${amountText(fromCents, currency)} to ${moneyText(toCents, currency)} by the cap ${capWords[by]}`;
}

const capWords = {
  per_customer_cents: "per customer",
  per_partner_month_cents: "per partner a month",
  program_month_cents: "for all partners a month",
} as const satisfies Record<CapName, string>;

const things = {
  sales: ["sale", "sales"],
  sales_cents: ["in sales", "in sales"],
  customers: ["new customer", "new customers"],
} as const satisfies Record<TierMetric, readonly [one: string, more: string]>;

/** `10 sales`, `500.00 EUR in sales`; without a currency where it is that of each sale. */
function reachedInWords(metric: TierMetric, reached: Sum, currency: Currency | null): string {
  return `${figureOf(metric, reached, currency, english)} ${things[metric][reached === 1 ? 0 : 1]}`;
}

/** For the program: `7 of 10 sales this month, then 35%` */
export function progressInWords(terms: CommissionTerms, tier: TierProgress): string {
  const { metric, currency, reached, step, next_step: next } = tier;
  const within = tier.period === "month" ? " this month" : " in total";
  if (next === null) {
    const earned = step === null ? "" : `: ${earnedAt(terms, step, english)}`;
    return `${reachedInWords(metric, reached, currency)}${within}${earned}, the highest tier`;
  }
  const figure = metric === "sales_cents" ? amountText(reached, currency ?? "USD") : countText(Number(reached));
  return `${figure} of ${reachedInWords(metric, next.from, currency)}${within}, then ${earnedAt(terms, next, english)}`;
}
