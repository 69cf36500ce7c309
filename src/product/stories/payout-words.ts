// What a payout's status means in the story of a payment.
import { isOnTheWay } from "../../core/rules/payout-life.ts";
import type { PayoutStatus } from "../../core/rules/rows/payout-rows.ts";

const words: { readonly [Status in PayoutStatus]?: string } = {
  returned: "was returned: it is owed again.",
  failed: "was not paid: it is owed again.",
};

export function withdrawnInWords(status: PayoutStatus): string {
  return words[status] ?? "was canceled.";
}

/** It pays for the sale, or is going to. */
export function isHolding(status: PayoutStatus): boolean {
  return status === "created" || status === "paid" || isOnTheWay(status);
}
