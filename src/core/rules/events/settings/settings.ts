// A program's settings and commission terms, with their bounds and defaults.
// They travel as events, so the fold always finds the ones that were in force when a sale was received.
import { z } from "zod";
import { wholeNumber } from "../../../vocabulary/fields.ts";
import { agreementSettingsSchema } from "./agreement-settings.ts";
import { couponSettingsSchema } from "./coupon-settings.ts";
import { currencySettingsSchema } from "./currency-settings.ts";
import { feeSettingsSchema } from "./fee-settings.ts";
import { flagSettingsSchema, newFlagSettings } from "./flag-settings.ts";
import { leadRewardSettingsSchema } from "./lead-reward-settings.ts";
import { mailSettingsSchema } from "./mail-settings.ts";
import { payoutSettingsSchema } from "./payout-settings.ts";
import { portalSettingsSchema } from "./portal-settings.ts";
import { referralSettingsSchema } from "./referral-settings.ts";
import { taxSettingsSchema } from "./tax-settings.ts";
import { commissionTermsSchema } from "./terms.ts";

const attributionModels = ["last_click", "first_click"] as const;
const leadAuths = ["any", "server_required"] as const;
const leadSettlements = ["customer", "click"] as const;

const days = (description: string, bounds: readonly [number, number]) =>
  wholeNumber(bounds, description).meta({ flag: { placeholder: "days" } });

/** Programs are older than these: an event has those that were set. */
const exactlyOptional = {
  partner_sign_up: portalSettingsSchema.shape.partner_sign_up.exactOptional(),
  site_url: portalSettingsSchema.shape.site_url.exactOptional(),
  brand_color: portalSettingsSchema.shape.brand_color.exactOptional(),
  link_domain: portalSettingsSchema.shape.link_domain.exactOptional(),
  link_hosts: portalSettingsSchema.shape.link_hosts.exactOptional(),
  logo_url: mailSettingsSchema.shape.logo_url.exactOptional(),
  mail_approved_text: mailSettingsSchema.shape.mail_approved_text.exactOptional(),
  mail_declined_text: mailSettingsSchema.shape.mail_declined_text.exactOptional(),
  coupon_precedence: couponSettingsSchema.shape.coupon_precedence.exactOptional(),
  fee_refunds: feeSettingsSchema.shape.fee_refunds.exactOptional(),
  payout_approvals: payoutSettingsSchema.shape.payout_approvals.exactOptional(),
  payout_limits: payoutSettingsSchema.shape.payout_limits.exactOptional(),
  payout_schedules: payoutSettingsSchema.shape.payout_schedules.exactOptional(),
  terms_required: agreementSettingsSchema.shape.terms_required.exactOptional(),
  tax_required: taxSettingsSchema.shape.tax_required.exactOptional(),
  legal_name: taxSettingsSchema.shape.legal_name.exactOptional(),
  legal_address: taxSettingsSchema.shape.legal_address.exactOptional(),
  legal_country: taxSettingsSchema.shape.legal_country.exactOptional(),
  brand_vat_id: taxSettingsSchema.shape.brand_vat_id.exactOptional(),
  vat_rate_bps: taxSettingsSchema.shape.vat_rate_bps.exactOptional(),
  invoice_prefix: taxSettingsSchema.shape.invoice_prefix.exactOptional(),
  lead_reward: leadRewardSettingsSchema.shape.lead_reward.exactOptional(),
  referral: referralSettingsSchema.shape.referral.exactOptional(),
  flag_own_email: flagSettingsSchema.shape.flag_own_email.exactOptional(),
  flag_own_device: flagSettingsSchema.shape.flag_own_device.exactOptional(),
  flag_recruit_circle: flagSettingsSchema.shape.flag_recruit_circle.exactOptional(),
  flag_shared_payout: flagSettingsSchema.shape.flag_shared_payout.exactOptional(),
  flag_fast_leads: flagSettingsSchema.shape.flag_fast_leads.exactOptional(),
  fast_leads_count: flagSettingsSchema.shape.fast_leads_count.exactOptional(),
  fast_leads_seconds: flagSettingsSchema.shape.fast_leads_seconds.exactOptional(),
  flag_refund_rate: flagSettingsSchema.shape.flag_refund_rate.exactOptional(),
  refund_rate_percent: flagSettingsSchema.shape.refund_rate_percent.exactOptional(),
  refund_rate_sales: flagSettingsSchema.shape.refund_rate_sales.exactOptional(),
  flag_paid_ads: flagSettingsSchema.shape.flag_paid_ads.exactOptional(),
  flag_banned_site: flagSettingsSchema.shape.flag_banned_site.exactOptional(),
  forbids_ads: flagSettingsSchema.shape.forbids_ads.exactOptional(),
  banned_sites: flagSettingsSchema.shape.banned_sites.exactOptional(),
  currencies: currencySettingsSchema.shape.currencies.exactOptional(),
};

export const settingsSchema = z.strictObject({
  attribution_model: z.enum(attributionModels).meta({ description: "Which of a visitor's clicks gets the customer" }),
  cookie_window_days: days("How long a browser keeps a click; 60 in a new program", [1, 365]),
  attribution_window_days: days("How old a click may be when a sale arrives; 60 in a new program", [1, 365]),
  hold_period_days: days("How long a commission is held after its sale; 15 in a new program", [0, 90]),
  lead_auth: z.enum(leadAuths).meta({
    description: "Whether leads that only a browser reported count; server_required in a new program",
  }),
  lead_settlement: z.enum(leadSettlements).meta({
    description:
      "What a server's lead call must name to confirm a browser's lead: the customer or the click; customer in a new program",
  }),
  platform_fee_bps: wholeNumber(
    [0, 10_000],
    "Platform fee in hundredths of a percent of a sale; only the operator sets it",
  ).meta({ flag: { placeholder: "bps" } }),
  commission: commissionTermsSchema.meta({ description: "What a partner earns by a sale" }),
  ...exactlyOptional,
});

/** As a program's settings are given: limits and schedules have operations of their own. */
export const givenSettingsSchema = settingsSchema.omit({ payout_limits: true, payout_schedules: true }).partial();

export type Settings = z.infer<typeof settingsSchema>;

/** What the program owes the operator of the service, and what lowers it: a brand that could set them would owe nothing. */
export const operatorSettings = ["platform_fee_bps", "fee_refunds"] as const satisfies readonly (keyof Settings)[];

/** They control how money leaves: an owner's, and never an agent's. */
export const payoutSettings = [
  "payout_approvals",
  "payout_limits",
  "payout_schedules",
] as const satisfies readonly (keyof Settings)[];

/** They decide who is paid, how much and for what: an owner's, so that no member pays itself. */
export const ownerSettings = [
  "commission",
  "lead_reward",
  "referral",
  "hold_period_days",
  "cookie_window_days",
  "attribution_window_days",
  "lead_auth",
  "lead_settlement",
  "site_url",
  "link_hosts",
  "link_domain",
  "partner_sign_up",
  "coupon_precedence",
  ...payoutSettings,
  "terms_required",
  "tax_required",
  "legal_name",
  "legal_address",
  "legal_country",
  "brand_vat_id",
  "vat_rate_bps",
  "invoice_prefix",
  "flag_own_email",
  "flag_own_device",
  "flag_recruit_circle",
  "flag_shared_payout",
  "flag_fast_leads",
  "fast_leads_count",
  "fast_leads_seconds",
  "flag_refund_rate",
  "refund_rate_percent",
  "refund_rate_sales",
  "flag_paid_ads",
  "flag_banned_site",
  "forbids_ads",
  "banned_sites",
  "currencies",
] as const satisfies readonly (keyof Settings)[];

export const defaultSettings: Settings = {
  attribution_model: "last_click",
  cookie_window_days: 60,
  attribution_window_days: 60,
  hold_period_days: 15,
  lead_auth: "server_required",
  lead_settlement: "customer",
  platform_fee_bps: 350,
  commission: { type: "percentage", rate_bps: 2000, duration_months: null },
  ...newFlagSettings,
};
