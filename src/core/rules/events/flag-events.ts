// The events of flags: what a person decides about one, and the address by which a partner signs in, which customers' addresses are compared
// with. That there is a flag is no event: it follows from the events that it is about, and from the settings of then.
import type { FlagKind } from "./flag-settings.ts";

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

export type FlagEvent = FlagsResolved | FlagsReopened | PartnerEmailNoted;
