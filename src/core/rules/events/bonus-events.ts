// Bonuses: a fixed amount once a partner's sales have reached something, in a month or in all. An owner adds one and stops it; that a partner
// has reached it is an event as well, and the commission has that event's id.
import { z } from "zod";
import { currencyOf } from "../../vocabulary/fields.ts";
import { tierMetrics, tierPeriods } from "./settings/terms.ts";

export const bonusIdRule = "must be 1 to 40 small letters, digits, - or _, beginning with a letter or a digit";
export const bonusIdPattern = /^[a-z0-9][a-z0-9_-]{0,39}$/;
/** Of one program at a time: each sale is counted for all of them. */
export const activeBonusesMax = 20;
/** All that a program ever had are loaded with its sales. */
export const bonusesMax = 200;
const bonusMax = 1_000_000_000_000;

export const bonusTermsSchema = z.strictObject({
  metric: z.enum(tierMetrics).meta({
    description:
      "What is counted of a partner's sales: their amount, their number, or new customers; what was refunded does not count",
  }),
  at_least: z.int().min(1).max(Number.MAX_SAFE_INTEGER).meta({ description: "What the metric must reach" }),
  period: z.enum(tierPeriods).meta({ description: "Counted within each month (UTC), or in all" }),
  amount_cents: z
    .int()
    .min(1)
    .max(bonusMax)
    .meta({ description: "What it pays, once a partner and period, in the currency's smallest unit" }),
  currency: currencyOf("The currency it is paid in; sales in other currencies do not count"),
});

export type BonusTerms = z.infer<typeof bonusTermsSchema>;

/** From when to when sales count, in ISO 8601; null for as long as the bonus is there. */
type Span = { readonly from: string | null; readonly until: string | null };

export type BonusDefinition = BonusTerms & Span;

/** Sales received from now on count. */
export type BonusAdded = BonusDefinition & { type: "bonus_added"; bonus_id: string };

/** Sales received from now on count no longer. */
export type BonusStopped = { type: "bonus_stopped"; bonus_id: string };

/** `period` is a month (UTC) or `lifetime`. */
export type BonusReached = { type: "bonus_reached"; bonus_id: string; partner_id: number; period: string };

export type BonusEvent = BonusAdded | BonusStopped | BonusReached;
