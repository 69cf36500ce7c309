// The events of flags: what a person decides about one, the address by which a partner signs in, which customers' addresses are compared
// with, and which partners look like one. That there is a flag is no event: it follows from the events that it is about, and from the settings of then.
import type { FlagKind } from "./settings/flag-settings.ts";

/** Nothing is wrong, and what the flag held is released; or something is, and the commission is reversed. */
export const flagVerdicts = ["fine", "abuse"] as const;
export type FlagVerdict = (typeof flagVerdicts)[number];

/** Which flag: of one partner's commission and one kind. */
export type FlagName = { readonly sale_id: number; readonly kind: FlagKind; readonly partner_id: number };

type OfFlags = { readonly flags: readonly FlagName[]; readonly reason: string };
export type FlagsResolved = OfFlags & { type: "flags_resolved"; readonly as: FlagVerdict };
/** The flags are open again. */
export type FlagsReopened = OfFlags & { type: "flags_reopened" };

/** As a keyed hash, which customers' addresses are kept as too. */
export type PartnerEmailNoted = { type: "partner_email_noted"; partner_id: number; email_hash: string };

/** Whose address a visit came from. */
export const devicesOf = ["partner", "recruiter"] as const;
export type DeviceOf = (typeof devicesOf)[number];

/** By what two partners look like one: their payouts go to one place, or one signed in from the other's address. */
export const likenesses = ["payout", "sign_in"] as const;
export type Likeness = (typeof likenesses)[number];

/** Two partners were compared, by what is kept next to the log: whether the first is like the other. What was compared is not kept. */
export type PartnersCompared = {
  type: "partners_compared";
  readonly partner_id: number;
  readonly with_partner_id: number;
  readonly by: Likeness;
  readonly is_alike: boolean;
  /** The first one's commissions that are not paid, which are looked at again; empty where they are no longer alike. */
  readonly sale_ids: readonly number[];
};

export type FlagEvent = FlagsResolved | FlagsReopened | PartnerEmailNoted | PartnersCompared;
