// How a program's payouts are controlled: how many people each needs, limits, and schedules. A program that never set one has no such field
// in its events. An owner sets them, never an agent's key.
import { z } from "zod";
import { currencyOf, rule } from "../../../vocabulary/fields.ts";
import { currencies } from "../../../vocabulary/money/currencies.ts";

export const payoutAmountMax = 1_000_000_000_000;
const payoutApprovalsMax = 2;
const daysOfLongestMonth = 31;
const groupCharactersMax = 64;
export const payoutSchedulesMax = 100;

const approvalsRule = rule("must be 1, or 2 for the approval of a second person");
const amount = (description: string) => z.int().min(1).max(payoutAmountMax).meta({ description });
const currency = currencyOf("The currency");

export const payoutLimitSchema = z.strictObject({
  currency,
  payout_limit_cents: amount("The most that one payout may come to; null for no limit").nullable(),
  day_limit_cents: amount("The most that may leave in a day (UTC); null for no limit").nullable(),
});

export const payoutScheduleSchema = z.strictObject({
  currency,
  group_id: z
    .string()
    .min(1)
    .max(groupCharactersMax)
    .nullable()
    .meta({ description: "The group it pays; null for every group without a schedule of its own in the currency" }),
  day_of_month: z
    .int()
    .min(1)
    .max(daysOfLongestMonth)
    .meta({ description: "The day (UTC) of each month, or the month's last day if it is shorter" }),
  minimum_cents: amount("Only partners who are owed this much"),
  only_with_recipient: z.boolean().meta({ description: "Leave out partners without a payout recipient" }),
  is_paused: z.boolean().meta({ description: "Whether it creates no payouts for now" }),
});

export const payoutSettingsSchema = z.strictObject({
  payout_approvals: z.union([z.literal(1, approvalsRule), z.literal(payoutApprovalsMax, approvalsRule)]).meta({
    description: "How many people a payout needs; with 2, a second person approves it; 1 in a new program",
  }),
  payout_limits: z.array(payoutLimitSchema).max(currencies.length).readonly().meta({
    description: "The limits on payouts, by currency; none in a new program",
  }),
  payout_schedules: z.array(payoutScheduleSchema).max(payoutSchedulesMax).readonly().meta({
    description: "When payouts are created by themselves, by currency and group; never in a new program",
  }),
});

export type PayoutSettings = z.infer<typeof payoutSettingsSchema>;
export type PayoutLimit = z.infer<typeof payoutLimitSchema>;
export type PayoutSchedule = z.infer<typeof payoutScheduleSchema>;

/** What was never set has its default. */
export function payoutSettingsOf(
  settings: { readonly [Name in keyof PayoutSettings]?: PayoutSettings[Name] | undefined },
): PayoutSettings {
  return {
    payout_approvals: settings.payout_approvals ?? 1,
    payout_limits: settings.payout_limits ?? [],
    payout_schedules: settings.payout_schedules ?? [],
  };
}
