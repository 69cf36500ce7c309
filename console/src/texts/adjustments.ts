// Texts of the pages of adjustments, in English.

import { takes } from "./message.ts";
import { openTexts } from "./say.ts";
import { shared } from "./shared.ts";

export const adjustments = {
  direction: "Direction",
  owedToPartners: "Owed to partners",
  deducted: "Deducted",
  salesThatChangedAfterTheirCommission:
    "Sales that changed after their commission was paid. The next payout corrects each.",
  noAdjustments: "No adjustments",
  whenASaleIsRefundedOr:
    "When a sale is refunded or corrected after its commission was paid, the difference is listed here until a payout includes it.",
  adjustment: "Adjustment",
  dueNow: "Due now",
  inPayoutId: takes({ payoutId: "text" }, "In payout {payoutId}"),
  waitingTheSaleIsOnHold: "Waiting: the sale is on hold",
  deductedFromTheNextPayout: "Deducted from the next payout",
  owedWithTheNextPayout: "Owed with the next payout",
} as const;

export const { say } = openTexts({ shared, adjustments });
