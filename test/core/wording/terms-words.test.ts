// Commission terms in words: exact, for every combination.
import { describe, expect, test } from "vitest";
import type { CommissionTerms } from "../../../src/core/rules/events/settings/terms.ts";
import { appliedTermsInWords, progressInWords } from "../../../src/core/wording/applied-terms-words.ts";
import { english } from "../../../src/core/wording/english-words.ts";
import {
  earningInWords,
  missingInWords,
  type TierProgress,
  termsInWords,
} from "../../../src/core/wording/terms-words.ts";

const share: CommissionTerms = { type: "percentage", rate_bps: 2000, duration_months: null };
const flat: CommissionTerms = { type: "flat", amount_cents: 500, currency: "EUR", duration_months: null };
const steps = [
  { from: 10, rate_bps: 3000 },
  { from: 50, rate_bps: 3500 },
];
const bySales = { metric: "sales", period: "month", applies: "next", steps } as const;

describe("terms", () => {
  test.each<[string, CommissionTerms]>([
    ["20% of each sale", share],
    ["12.34% of each sale", { ...share, rate_bps: 1234 }],
    ["0% of each sale", { ...share, rate_bps: 0 }],
    ["20% of each sale for 12 months", { ...share, duration_months: 12 }],
    ["20% of each sale for 1 month", { ...share, duration_months: 1 }],
    ["20% of the first payment", { ...share, duration_months: 0 }],
    ["20% of the first payment", { ...share, duration_payments: 1 }],
    ["20% of the first payment", { ...share, duration_months: 0, duration_payments: 12 }],
    [
      "30% of the first 12 payments, 40% of a customer's first sale",
      { ...share, rate_bps: 3000, duration_payments: 12, first: { rate_bps: 4000 } },
    ],
    ["20% of the first 12 payments for at most 6 months", { ...share, duration_months: 6, duration_payments: 12 }],
    ["20% of each sale, 30% from 10 sales a month, 35% from 50", { ...share, tiers: bySales }],
    [
      "20% of each sale, 30% from 10 sales a month, 35% from 50, for all sales of that month",
      { ...share, tiers: { ...bySales, applies: "period" } },
    ],
    [
      "20% of each sale, 30% from 10 sales in total, 35% from 50",
      { ...share, tiers: { ...bySales, period: "lifetime" } },
    ],
    [
      "20% of each sale, 30% from 1 new customer a month, 35% from 5",
      {
        ...share,
        tiers: {
          ...bySales,
          metric: "customers",
          steps: [
            { from: 1, rate_bps: 3000 },
            { from: 5, rate_bps: 3500 },
          ],
        },
      },
    ],
    [
      "20% of each sale, 30% from 1,000.00 in sales a month, 35% from 5,000.00",
      {
        ...share,
        tiers: {
          ...bySales,
          metric: "sales_cents",
          steps: [
            { from: 100_000, rate_bps: 3000 },
            { from: 500_000, rate_bps: 3500 },
          ],
        },
      },
    ],
    [
      "20% of each sale, at most 50.00 per customer, at most 500.00 per partner a month, at most 1,000.00 for all partners a month",
      {
        ...share,
        caps: { per_customer_cents: 5000, per_partner_month_cents: 50_000, program_month_cents: 100_000 },
      },
    ],
    ["5.00 EUR for each sale, at most 50.00 EUR per customer", { ...flat, caps: { per_customer_cents: 5000 } }],
    ["5.00 EUR for the first payment", { ...flat, duration_months: 0 }],
    ["5.00 EUR for each of the first 3 payments", { ...flat, duration_payments: 3 }],
    ["50,000 VND for each sale for 6 months", { ...flat, amount_cents: 50_000, currency: "VND", duration_months: 6 }],
    [
      "5.00 EUR for each sale, 1,500.00 EUR from 10 sales a month, 10.00 EUR for a customer's first sale",
      {
        ...flat,
        first: { amount_cents: 1000 },
        tiers: { ...bySales, steps: [{ from: 10, amount_cents: 150_000 }] },
      },
    ],
    ["5.00 EUR for each sale, at most 0.00 EUR per customer", { ...flat, caps: { per_customer_cents: 0 } }],
  ])("%s", (words, terms) => {
    expect(termsInWords(terms)).toBe(words);
    expect(earningInWords(terms, english)).toBe(`You earn ${words}.`);
  });
});

describe("the way to the next tier", () => {
  const month: TierProgress = {
    metric: "sales",
    period: "month",
    currency: "USD",
    reached: 7,
    step: null,
    next_step: { from: 10, rate_bps: 3500, amount_cents: null },
  };
  const last = { from: 50, rate_bps: 4000, amount_cents: null };
  test.each<[string, string, CommissionTerms, TierProgress]>([
    [
      "7 of 10 sales this month, then 35%",
      "You have 7 sales this month. 3 more sales this month and you earn 35%.",
      share,
      month,
    ],
    [
      "9 of 10 sales in total, then 35%",
      "You have 9 sales in total. 1 more sale in total and you earn 35%.",
      share,
      { ...month, reached: 9, period: "lifetime" },
    ],
    [
      "12 of 50 sales this month, then 40%",
      "You have 12 sales this month, so you earn 35% now. 38 more sales this month and you earn 40%.",
      share,
      { ...month, reached: 12, step: month.next_step, next_step: last },
    ],
    [
      "61 sales this month: 40%, the highest tier",
      "You have 61 sales this month, so you earn 40% now: the highest tier.",
      share,
      { ...month, reached: 61, step: last, next_step: null },
    ],
    [
      "0 of 1 new customer this month, then 35%",
      "You have 0 new customers this month. 1 more new customer this month and you earn 35%.",
      share,
      {
        ...month,
        metric: "customers",
        currency: null,
        reached: 0,
        next_step: { from: 1, rate_bps: 3500, amount_cents: null },
      },
    ],
    // Sales in one currency, and an amount earned in another.
    [
      "150,000 of 1,000,000 VND in sales this month, then 8.00 EUR",
      "You have 150,000 VND in sales this month. 850,000 VND more in sales this month and you earn 8.00 EUR.",
      flat,
      {
        ...month,
        metric: "sales_cents",
        currency: "VND",
        reached: 150_000,
        next_step: { from: 1_000_000, rate_bps: null, amount_cents: 800 },
      },
    ],
  ])("%s", (forProgram, forPartner, terms, tier) => {
    expect(progressInWords(terms, tier)).toBe(forProgram);
    expect(missingInWords(terms, tier, english)).toBe(forPartner);
  });
});

describe("what decided a commission", () => {
  const cut = { by: "per_customer_cents", fromCents: 1000, toCents: 500, currency: "USD" } as const;
  const plain = { scope: "group", group: "Gold", tierStep: null, month: null, cut: null } as const;
  test.each<[string, Parameters<typeof appliedTermsInWords>[0]]>([
    ["group Gold's terms", plain],
    ["group Gold's terms for the product", { ...plain, scope: "group_product" }],
    ["group default's terms", { ...plain, group: null }],
    ["the partner's terms", { ...plain, scope: "partner" }],
    ["the partner's terms for the product", { ...plain, scope: "partner_product" }],
    ["the product's terms", { ...plain, scope: "product" }],
    ["group Gold's terms, tier 2 of its month", { ...plain, tierStep: 2, month: "closed" }],
    ["group Gold's terms, its tier follows when the month closes", { ...plain, month: "open" }],
    ["the program's terms, tier 1", { ...plain, scope: "program", tierStep: 1 }],
    [
      "group Gold's terms, tier 2, cut from 10.00 to 5.00 USD by the cap per customer",
      { ...plain, tierStep: 2, month: null, cut },
    ],
    [
      "group Gold's terms, cut from 10.00 to 0.00 USD by the cap for all partners a month",
      { ...plain, cut: { ...cut, by: "program_month_cents", toCents: 0 } },
    ],
  ])("%s", (words, applied) => {
    expect(appliedTermsInWords(applied)).toBe(words);
  });
});

test("a share is never rounded", () => {
  expect([1234, 1250, 1, 10_000, 0, 29, 7].map(english.percent)).toEqual([
    "12.34%",
    "12.5%",
    "0.01%",
    "100%",
    "0%",
    "0.29%",
    "0.07%",
  ]);
});
