// The events of bans: a partner is banned or a ban is lifted, and what of its commissions that reverses or brings back. They are events
// of the log like all others (events.ts).

/** Why a partner is banned. */
export const banReasons = [
  "self_referral",
  "fraud",
  "paid_ads",
  "trademark",
  "spam",
  "terms_violated",
  "other",
] as const;
export type BanReason = (typeof banReasons)[number];

/** Whether commissions that are not paid stay owed or are reversed. */
export const unpaidChoices = ["keep", "forfeit"] as const;
export type UnpaidChoice = (typeof unpaidChoices)[number];

/** Of a partner that is banned already, this takes the place of the earlier ban. */
export type PartnerBanned = {
  type: "partner_banned";
  partner_id: number;
  reason: BanReason;
  unpaid: UnpaidChoice;
  /** For later readers; the partner never reads it. */
  note: string | null;
};
export type PartnerUnbanned = { type: "partner_unbanned"; partner_id: number; note: string | null };

/** Commissions of a partner banned with `forfeit` that were neither paid nor in a payout when this was recorded. */
export type CommissionsForfeited = { type: "commissions_forfeited"; partner_id: number; sale_ids: readonly number[] };
/** No ban reverses them any longer. */
export type CommissionsRestored = { type: "commissions_restored"; partner_id: number; sale_ids: readonly number[] };

export type BanEvent = PartnerBanned | PartnerUnbanned | CommissionsForfeited | CommissionsRestored;
