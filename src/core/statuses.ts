// The statuses rows of the books go through, each a closed set. Payouts have theirs beside their rows, in payout-rows.ts.

/** Of programs and partners. */
export type ActiveStatus = "active" | "inactive";

export type SaleStatus = "recorded" | "disputed" | "refunded" | "reversed";

/** What a commission was approved or paid as, whatever refunds and disputes make of its status. */
export type CommissionStage = "pending" | "approved" | "paid";
export type CommissionStatus = CommissionStage | "held" | "refunded" | "reversed";

export type DisputeStatus = "open" | "won" | "lost";
