// What a program does about signs that a partner cheats: for each kind of flag whether it is looked for, and what follows. A program that
// never set one has no such field in its events, and nothing is looked for.
import { z } from "zod";
import { oneOf, wholeNumber } from "../../../vocabulary/fields.ts";
import { siteHost } from "./portal-settings.ts";

export const flagKinds = [
  "own_email",
  "own_device",
  "recruit_circle",
  "shared_payout",
  "fast_leads",
  "refund_rate",
  "paid_ads",
  "banned_site",
] as const;
export type FlagKind = (typeof flagKinds)[number];

/** What follows from a flag, the mildest first: a person looks at it, its commission waits for that person, or there is no commission. */
export const raisedChoices = ["flag", "hold", "refuse"] as const;
export type RaisedChoice = (typeof raisedChoices)[number];
const flagChoices = ["off", ...raisedChoices] as const;
export type FlagChoice = (typeof flagChoices)[number];
const choicesWithoutRefusal = ["off", "flag", "hold"] as const;

const bannedSitesMax = 200;

/** Leads of one partner within an hour; so many times are kept, and one more. */
export const fastLeadsMax = 100;
const leadSecondsMax = 3_600;
const refundSalesMax = 1_000;

/** What counts where the program never said. */
const flagThresholds = {
  fast_leads_count: 10,
  fast_leads_seconds: 10,
  refund_rate_percent: 20,
  refund_rate_sales: 10,
} as const;

export const flagSettingsSchema = z.strictObject({
  flag_own_email: oneOf(
    flagChoices,
    "Sales whose customer has the partner's e-mail: flag them, hold or refuse the commission; hold in a new program",
  ),
  flag_own_device: oneOf(
    flagChoices,
    "Sales by a click from an address where the partner signed in within 30 days before: flag them, hold or refuse the commission; hold in a new program",
  ),
  flag_recruit_circle: oneOf(
    choicesWithoutRefusal,
    "Sales of a partner who looks like its recruiter: flag them, or hold the commission; flag in a new program",
  ),
  flag_shared_payout: oneOf(
    choicesWithoutRefusal,
    "Commissions of a partner whose payouts go to another partner's e-mail or account: flag or hold them; flag in a new program",
  ),
  flag_fast_leads: oneOf(
    choicesWithoutRefusal,
    "Leads that follow their clicks too fast, and their sales: flag them, or hold the commission; flag in a new program",
  ),
  fast_leads_count: wholeNumber(
    [1, fastLeadsMax],
    `Fast leads a partner may have in an hour; ${flagThresholds.fast_leads_count} unless set`,
  ).meta({ flag: { placeholder: "count" } }),
  fast_leads_seconds: wholeNumber(
    [1, leadSecondsMax],
    `Seconds after its click within which a lead is fast; ${flagThresholds.fast_leads_seconds} unless set`,
  ).meta({ flag: { placeholder: "seconds" } }),
  flag_refund_rate: oneOf(
    choicesWithoutRefusal,
    "Sales of a partner with a high refund rate: flag them, or hold the commission; flag in a new program",
  ),
  refund_rate_percent: wholeNumber(
    [1, 99],
    `Percent of a partner's sales of 60 days that may be refunded; ${flagThresholds.refund_rate_percent} unless set`,
  ).meta({ flag: { placeholder: "percent" } }),
  refund_rate_sales: wholeNumber(
    [1, refundSalesMax],
    `Sales needed before the refund rate counts; ${flagThresholds.refund_rate_sales} unless set`,
  ).meta({ flag: { placeholder: "count" } }),
  flag_paid_ads: oneOf(
    choicesWithoutRefusal,
    "Sales by an ad's click, if the program forbids ads: flag them, or hold the commission; flag in a new program",
  ),
  flag_banned_site: oneOf(
    choicesWithoutRefusal,
    "Sales by a click from a banned site: flag them, or hold the commission; flag in a new program",
  ),
  forbids_ads: z.boolean().meta({ description: "Forbid partners to buy ads; false in a new program" }),
  banned_sites: z
    .array(siteHost)
    .max(bannedSitesMax)
    .readonly()
    .meta({
      description: "Sites, with their subdomains, from which partners may not send visitors; none in a new program",
      examples: [["coupons.example"]],
    }),
});

export type FlagSettings = z.infer<typeof flagSettingsSchema>;

/** Of a program that is made from now on. */
export const newFlagSettings = {
  flag_own_email: "hold",
  flag_own_device: "hold",
  flag_recruit_circle: "flag",
  flag_shared_payout: "flag",
  flag_fast_leads: "flag",
  flag_refund_rate: "flag",
  flag_paid_ads: "flag",
  flag_banned_site: "flag",
} as const satisfies Partial<FlagSettings>;

type GivenSettings = { readonly [Name in keyof FlagSettings]?: FlagSettings[Name] | undefined };

/** Asked for every payment, of the same few settings. */
const complete = new WeakMap<GivenSettings, FlagSettings>();
const known = new WeakMap<GivenSettings, LookedAt>();

/** What was never set is off. Thresholds are those of today's release, and are the same in every later one. */
export function flagSettingsOf(settings: GivenSettings): FlagSettings {
  const found = complete.get(settings);
  if (found !== undefined) return found;
  const all = completed(settings);
  complete.set(settings, all);
  return all;
}

function completed(settings: GivenSettings): FlagSettings {
  return {
    flag_own_email: settings.flag_own_email ?? "off",
    flag_own_device: settings.flag_own_device ?? "off",
    flag_recruit_circle: settings.flag_recruit_circle ?? "off",
    flag_shared_payout: settings.flag_shared_payout ?? "off",
    flag_fast_leads: settings.flag_fast_leads ?? "off",
    fast_leads_count: settings.fast_leads_count ?? flagThresholds.fast_leads_count,
    fast_leads_seconds: settings.fast_leads_seconds ?? flagThresholds.fast_leads_seconds,
    flag_refund_rate: settings.flag_refund_rate ?? "off",
    refund_rate_percent: settings.refund_rate_percent ?? flagThresholds.refund_rate_percent,
    refund_rate_sales: settings.refund_rate_sales ?? flagThresholds.refund_rate_sales,
    flag_paid_ads: settings.flag_paid_ads ?? "off",
    flag_banned_site: settings.flag_banned_site ?? "off",
    forbids_ads: settings.forbids_ads ?? false,
    banned_sites: settings.banned_sites ?? [],
  };
}

/** What of a payment is looked at; nothing where every kind is off, or could find nothing. */
export type LookedAt = {
  /** Addresses of partners and customers, as hashes. */
  readonly emails: boolean;
  /** The click that earned. */
  readonly clicks: boolean;
  /** Leads, or sales, of the same partner. */
  readonly leads: boolean;
  readonly sales: boolean;
  /** Which partners are alike. */
  readonly partners: boolean;
  /** The partner that recruited the one at hand. */
  readonly recruiters: boolean;
};

export function lookedAtBy(settings: GivenSettings): LookedAt {
  const found = known.get(settings);
  if (found !== undefined) return found;
  const looked = lookedAt(settings);
  known.set(settings, looked);
  return looked;
}

function lookedAt(settings: GivenSettings): LookedAt {
  const all = flagSettingsOf(settings);
  const ads = all.flag_paid_ads !== "off" && all.forbids_ads;
  const sites = all.flag_banned_site !== "off" && all.banned_sites.length > 0;
  const leads = all.flag_fast_leads !== "off";
  const recruiters = all.flag_recruit_circle !== "off";
  return {
    emails: all.flag_own_email !== "off" || recruiters,
    clicks: ads || sites || leads || all.flag_own_device !== "off" || recruiters,
    leads,
    sales: all.flag_refund_rate !== "off",
    partners: all.flag_shared_payout !== "off" || recruiters,
    recruiters,
  };
}

/** An event may begin to look at any of it. */
export const looksAtAll: LookedAt = {
  emails: true,
  clicks: true,
  leads: true,
  sales: true,
  partners: true,
  recruiters: true,
};

export function looksAtAny({ emails, clicks, leads, sales, partners, recruiters }: LookedAt): boolean {
  return emails || clicks || leads || sales || partners || recruiters;
}

/** Whether they may begin to look for something, with what was set before. */
export function changesFlagSettings(settings: GivenSettings): boolean {
  return Object.keys(flagSettingsSchema.shape).some((name) => name in settings);
}
