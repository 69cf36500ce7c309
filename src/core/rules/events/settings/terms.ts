// What a commission is computed by: a rate or an amount, for how long a customer's subscription earns, another rate for a customer's
// first sale, tiers that a partner reaches, and caps. They travel as events, so a sale is paid by those in force when it was received.
import { z } from "zod";
import { currencyOf } from "../../../vocabulary/fields.ts";

const amountMax = 1_000_000_000_000;
export const durationPaymentsMax = 1200;
const tierStepsMax = 20;
/** Of one partner or group, by product. */
export const termsOfHolderMax = 500;

export const tierMetrics = ["sales_cents", "sales", "customers"] as const;
export const tierPeriods = ["month", "lifetime"] as const;
const tierApplications = ["next", "period"] as const;
export const capNames = ["per_customer_cents", "per_partner_month_cents", "program_month_cents"] as const;
export type TierMetric = (typeof tierMetrics)[number];
export type CapName = (typeof capNames)[number];

const rateBps = z.int().min(0).max(10_000).meta({ description: "Hundredths of a percent of the sale" });
const amountCents = z.int().min(0).max(amountMax).meta({ description: "In the currency's smallest unit" });
const from = z.int().min(1).max(Number.MAX_SAFE_INTEGER).meta({ description: "What the metric must have reached" });
const cap = (description: string) => z.int().min(0).max(Number.MAX_SAFE_INTEGER).meta({ description });

/** Of both types of commission. */
const lasting = {
  duration_months: z.int().min(0).max(1200).nullable().meta({
    description: "Months from a subscription's first sale; null for life, 0 that sale only",
  }),
  duration_payments: z.int().min(1).max(durationPaymentsMax).exactOptional().meta({
    description:
      "How many payments of a subscription earn, the first among them; whichever of this and the months ends first",
  }),
  caps: z
    .strictObject({
      per_customer_cents: cap("Of one customer, for life").exactOptional(),
      per_partner_month_cents: cap("Of one partner in a month (UTC)").exactOptional(),
      program_month_cents: cap("Of the program in a month (UTC)").exactOptional(),
    })
    .exactOptional()
    .meta({
      description:
        "The most that commissions on these terms come to, in the commission's currency; what would pass is cut",
    }),
};

const tiersOf = <Step extends z.ZodType>(step: Step) =>
  z
    .strictObject({
      metric: z.enum(tierMetrics).meta({
        description:
          "What a partner reaches a step by: its sales' amount, their number, or new customers; refunded ones do not count",
      }),
      period: z.enum(tierPeriods).meta({ description: "Counted within a month (UTC), or for life" }),
      applies: z.enum(tierApplications).meta({
        description:
          "next: a sale is paid by the step that the sales before it reached; period: when a month closes, all its sales are paid by the step that the month reached",
      }),
      steps: z.array(step).min(1).max(tierStepsMax).readonly().meta({ description: "By `from`, rising" }),
    })
    .refine(({ steps }) => isRising(steps), { path: ["steps"], error: "must rise by `from`" })
    .refine(({ applies, period }) => applies === "next" || period === "month", {
      path: ["applies"],
      error: "may be `period` only where the tiers count within a month",
    })
    .exactOptional()
    .meta({ description: "Better terms for what a partner's sales on these terms have reached" });

function isRising(steps: readonly unknown[]): boolean {
  const reached = steps.map((step) => (typeof step === "object" && step !== null && "from" in step ? step.from : 0));
  return reached.every((value, index) => index === 0 || Number(reached[index - 1]) < Number(value));
}

const first = "Of a customer's first sale, instead of the rate or a tier's step";

export const commissionTermsSchema = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("percentage"),
    rate_bps: rateBps,
    ...lasting,
    first: z.strictObject({ rate_bps: rateBps }).exactOptional().meta({ description: first }),
    tiers: tiersOf(z.strictObject({ from, rate_bps: rateBps })),
  }),
  z.strictObject({
    type: z.literal("flat"),
    amount_cents: amountCents,
    currency: currencyOf("The currency it is paid in, regardless of the sale's; nothing is converted"),
    ...lasting,
    first: z.strictObject({ amount_cents: amountCents }).exactOptional().meta({ description: first }),
    tiers: tiersOf(z.strictObject({ from, amount_cents: amountCents })),
  }),
]);

/** How a commission is computed; `duration_months` counts from a subscription's first sale: null for life, 0 that sale only. */
export type CommissionTerms = z.infer<typeof commissionTermsSchema>;

/** Whether the books have to know more than the sale to compute a commission on them. */
export function needsBooks({ first, tiers, caps, duration_payments }: CommissionTerms): boolean {
  return first !== undefined || tiers !== undefined || caps !== undefined || duration_payments !== undefined;
}
