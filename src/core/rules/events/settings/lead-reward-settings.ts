// What a partner earns by a lead, regardless of what its customer buys later. A program that never set it has no such field in its events,
// and leads earn nothing.
import { z } from "zod";
import { currencyOf } from "../../../vocabulary/fields.ts";

const leadRewardMax = 1_000_000_000;

const leadRewardSchema = z.strictObject({
  amount_cents: z
    .int()
    .min(1)
    .max(leadRewardMax)
    .meta({
      description: "What a lead earns its partner, in the currency's smallest unit",
      flag: { name: "lead-reward-amount-cents" },
    }),
  currency: currencyOf("The currency it is paid in"),
});

export const leadRewardSettingsSchema = z.strictObject({
  lead_reward: leadRewardSchema.nullable().meta({
    description:
      "What a partner earns for a new customer's first confirmed lead; null for nothing, as in a new program",
    examples: [{ amount_cents: 500, currency: "USD" }],
  }),
});

export type LeadRewardSettings = z.infer<typeof leadRewardSettingsSchema>;

/** What was never set has its default. */
export function leadRewardSettingsOf(
  settings: { readonly [Name in keyof LeadRewardSettings]?: LeadRewardSettings[Name] | undefined },
): LeadRewardSettings {
  return { lead_reward: settings.lead_reward ?? null };
}
