// Settings of a program that looks for no flag: as no other contender has flags, what they cost is measured by itself.
import type { Settings } from "../src/core/rules/events/settings/settings.ts";

export const noFlags = {
  flag_own_email: "off",
  flag_own_device: "off",
  flag_recruit_circle: "off",
  flag_shared_payout: "off",
  flag_fast_leads: "off",
  flag_refund_rate: "off",
  flag_paid_ads: "off",
  flag_banned_site: "off",
} as const satisfies Partial<Settings>;
