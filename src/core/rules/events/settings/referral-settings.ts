// What a partner earns by the sales of partners that it recruited. A program that never set it has no such field in its events, and no one
// earns by another's sales.
import { z } from "zod";
import { basisPointsPerWhole } from "../../../vocabulary/money/money.ts";

const referralMonthsMax = 120;

const referralSchema = z.strictObject({
  share_bps: z
    .int()
    .min(1)
    .max(basisPointsPerWhole)
    .meta({
      description: "The recruiter's share of the commission, in hundredths of a percent",
      flag: { name: "referral-share-bps" },
    }),
  months: z
    .int()
    .min(1)
    .max(referralMonthsMax)
    .nullable()
    .meta({ description: "For how many months after the recruited partner joined; null without an end" }),
});

export const referralSettingsSchema = z.strictObject({
  referral: referralSchema.nullable().meta({
    description:
      "What a partner earns on sales of partners that it recruited, in addition to their commission; null for nothing, as in a new program",
    examples: [{ share_bps: 1000, months: 12 }],
  }),
});

export type ReferralSettings = z.infer<typeof referralSettingsSchema>;

type GivenSettings = { readonly [Name in keyof ReferralSettings]?: ReferralSettings[Name] | undefined };

/** What was never set has its default. */
export function referralSettingsOf(settings: GivenSettings): ReferralSettings {
  return { referral: settings.referral ?? null };
}
