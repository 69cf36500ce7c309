// The states of a payout and the moves between them, in one table. A move that is not listed changes nothing: so a late or repeated
// answer of a payment provider never revives a payout whose money is owed again.
import type { PayoutStatus } from "./rows/payout-rows.ts";

export const payoutMoves: Readonly<Record<PayoutStatus, readonly PayoutStatus[]>> = {
  /** Paid at once is a payment by file or by hand; returned at once is a result file that reports only the return. */
  created: ["sending", "paid", "cancelled"],
  /** Created again where the provider refused the request, so that nothing was paid. */
  sending: ["created", "sent", "unclaimed", "paid", "failed", "returned"],
  sent: ["unclaimed", "paid", "failed", "returned"],
  unclaimed: ["sent", "paid", "failed", "returned"],
  paid: ["returned"],
  failed: [],
  returned: [],
  cancelled: [],
};

export function mayMove(from: PayoutStatus, to: PayoutStatus): boolean {
  return payoutMoves[from].includes(to);
}

/** A payment provider has the payout, and has not said how it ended. */
export const onTheWay = ["sending", "sent", "unclaimed"] as const satisfies readonly PayoutStatus[];

export function isOnTheWay(status: PayoutStatus): boolean {
  return onTheWay.some((one) => one === status);
}
