// A program's settings and commission terms, with their bounds and defaults.
// They travel as events, so the fold always finds the ones that were in force when a sale was received.
import { z } from "zod";
import { currencies } from "./money.ts";

export const attributionModels = ["last_click", "first_click"] as const;
export const leadAuths = ["any", "server_required"] as const;
export const leadSettlements = ["customer", "click"] as const;

const durationMonths = z.int().min(0).max(1200).nullable();

export const commissionTermsSchema = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("percentage"),
    rate_bps: z.int().min(0).max(10_000),
    duration_months: durationMonths,
  }),
  z.strictObject({
    type: z.literal("flat"),
    amount_cents: z.int().min(0).max(1_000_000_000_000),
    currency: z.enum(currencies),
    duration_months: durationMonths,
  }),
]);

export const settingsSchema = z.strictObject({
  attribution_model: z.enum(attributionModels),
  cookie_window_days: z.int().min(1).max(365),
  attribution_window_days: z.int().min(1).max(365),
  hold_period_days: z.int().min(0).max(90),
  lead_auth: z.enum(leadAuths),
  /** Whether a server's call that names only the customer settles what a browser claimed, or only one that names the click. */
  lead_settlement: z.enum(leadSettlements),
  platform_fee_bps: z.int().min(0).max(10_000),
  commission: commissionTermsSchema,
});

/** How a commission is computed; `duration_months` counts from a subscription's first sale: null for life, 0 that sale only. */
export type CommissionTerms = z.infer<typeof commissionTermsSchema>;
export type Settings = z.infer<typeof settingsSchema>;

/** What the program owes whoever runs the service: a brand that could set it would set it to 0. */
export const operatorSettings = ["platform_fee_bps"] as const satisfies readonly (keyof Settings)[];

export const defaultSettings: Settings = {
  attribution_model: "last_click",
  cookie_window_days: 60,
  attribution_window_days: 60,
  hold_period_days: 15,
  lead_auth: "server_required",
  lead_settlement: "customer",
  platform_fee_bps: 350,
  commission: { type: "percentage", rate_bps: 2000, duration_months: null },
};
