// The statuses rows of the books go through, each a closed set. Those of payouts are next to their rows, in payout-rows.ts.

/** Of programs and partners. An inactive program takes no calls; links of an inactive partner earn nothing. */
export const activeStatuses = ["active", "inactive"] as const;
export type ActiveStatus = (typeof activeStatuses)[number];

/** A banned partner earns nothing, as an inactive one, until the ban is lifted. */
export const partnerStatuses = [...activeStatuses, "banned"] as const;
export type PartnerStatus = (typeof partnerStatuses)[number];

export const saleStatuses = ["recorded", "disputed", "refunded", "reversed"] as const;
export type SaleStatus = (typeof saleStatuses)[number];

/** What a commission was approved or paid as, regardless of what refunds and disputes make of its status. */
export const commissionStages = ["pending", "approved", "paid"] as const;
export type CommissionStage = (typeof commissionStages)[number];
export const commissionStatuses = [...commissionStages, "held", "refunded", "reversed"] as const;
export type CommissionStatus = (typeof commissionStatuses)[number];

/** What a commission was earned by: a sale, a bonus for what sales have reached, a lead, or a sale of a partner that was recruited. */
export const commissionKinds = ["sale", "bonus", "lead", "referral"] as const;
export type CommissionKind = (typeof commissionKinds)[number];

export const disputeStatuses = ["open", "won", "lost"] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

/** Of a person who asks to become a partner. */
export const applicationStatuses = ["pending", "approved", "declined"] as const;
export type ApplicationStatus = (typeof applicationStatuses)[number];
