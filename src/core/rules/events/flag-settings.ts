// What a program does about signs that a partner cheats: for each kind of flag whether it is looked for, and what follows. A program that
// never set one has no such field in its events, and nothing is looked for.
import { z } from "zod";
import { oneOf } from "../../vocabulary/fields.ts";
import { siteHost } from "./portal-settings.ts";

export const flagKinds = ["own_email", "paid_ads", "banned_site"] as const;
export type FlagKind = (typeof flagKinds)[number];

/** What follows from a flag, the mildest first: a person looks at it, its commission waits for that person, or there is no commission. */
export const raisedChoices = ["flag", "hold", "refuse"] as const;
export type RaisedChoice = (typeof raisedChoices)[number];
const flagChoices = ["off", ...raisedChoices] as const;
export type FlagChoice = (typeof flagChoices)[number];
const choicesWithoutRefusal = ["off", "flag", "hold"] as const;

const bannedSitesMax = 200;

export const flagSettingsSchema = z.strictObject({
  flag_own_email: oneOf(
    flagChoices,
    "Sales whose customer's e-mail is the partner's: whether they are flagged, their commissions held, or recorded without one; hold in a new program",
  ),
  flag_paid_ads: oneOf(
    choicesWithoutRefusal,
    "Sales by a click that an ad brought, where the program forbids ads: whether they are flagged, or their commissions held; flag in a new program",
  ),
  flag_banned_site: oneOf(
    choicesWithoutRefusal,
    "Sales by a click that came from a banned site: whether they are flagged, or their commissions held; flag in a new program",
  ),
  forbids_ads: z.boolean().meta({ description: "Whether partners may not buy ads; false in a new program" }),
  banned_sites: z
    .array(siteHost)
    .max(bannedSitesMax)
    .readonly()
    .meta({
      description: "Sites that partners may not send visitors from, with their subdomains; none in a new program",
      examples: [["coupons.example"]],
    }),
});

export type FlagSettings = z.infer<typeof flagSettingsSchema>;

/** Of a program that is made from now on. */
export const newFlagSettings = {
  flag_own_email: "hold",
  flag_paid_ads: "flag",
  flag_banned_site: "flag",
} as const satisfies Partial<FlagSettings>;

type GivenSettings = { readonly [Name in keyof FlagSettings]?: FlagSettings[Name] | undefined };

/** What was never set is off. */
export function flagSettingsOf(settings: GivenSettings): FlagSettings {
  return {
    flag_own_email: settings.flag_own_email ?? "off",
    flag_paid_ads: settings.flag_paid_ads ?? "off",
    flag_banned_site: settings.flag_banned_site ?? "off",
    forbids_ads: settings.forbids_ads ?? false,
    banned_sites: settings.banned_sites ?? [],
  };
}

/** What of a payment is looked at; nothing where every kind is off, or could find nothing. */
export type LookedAt = { readonly emails: boolean; readonly clicks: boolean };

/** Asked for every payment, of the same few settings. */
const known = new WeakMap<GivenSettings, LookedAt>();

export function lookedAtBy(settings: GivenSettings): LookedAt {
  const looked = known.get(settings) ?? lookedAt(settings);
  known.set(settings, looked);
  return looked;
}

function lookedAt(settings: GivenSettings): LookedAt {
  const { flag_own_email, flag_paid_ads, flag_banned_site, forbids_ads, banned_sites } = flagSettingsOf(settings);
  const ads = flag_paid_ads !== "off" && forbids_ads;
  const sites = flag_banned_site !== "off" && banned_sites.length > 0;
  return { emails: flag_own_email !== "off", clicks: ads || sites };
}

/** Whether they may begin to look for something, with what was set before. */
export function changesFlagSettings(settings: GivenSettings): boolean {
  return Object.keys(flagSettingsSchema.shape).some((name) => name in settings);
}
