// From a commission to money in the partner's hands: approved when its hold is over, paid when a payout says so.
// What is held back by a dispute, or was reversed, is neither; it is passed over, never an error.
import type { Books } from "../books.ts";
import { type Conclusion, recorded } from "../conclusion.ts";
import type { CommissionsApproved, Event, PayoutRecorded } from "../events.ts";
import type { CommissionRow } from "../rows.ts";

export function foldApproved(books: Books, event: Event<CommissionsApproved>): Conclusion {
  for (const saleId of event.data.sale_ids) {
    const commission = books.of.commission.get(saleId);
    if (commission === undefined || commission.stage !== "pending") continue;
    if (!isPayable(commission) || commission.hold_until > event.received_at) continue;
    const status = commission.status === "pending" ? "approved" : commission.status;
    books.of.commission.put({ ...commission, stage: "approved", status });
  }
  return recorded("Commissions approved.");
}

export function foldPayout(books: Books, event: Event<PayoutRecorded>): Conclusion {
  for (const saleId of event.data.sale_ids) {
    const commission = books.of.commission.get(saleId);
    if (commission === undefined || commission.stage !== "approved" || !isPayable(commission)) continue;
    // Only a paid commission has an adjustment, so there is none to load for this one.
    if (!books.of.adjustment.knows(saleId)) books.of.adjustment.load(saleId, []);
    books.of.commission.put({ ...commission, stage: "paid", status: "paid" });
  }
  return recorded("Payout recorded.");
}

function isPayable({ status }: CommissionRow): boolean {
  return status !== "held" && status !== "reversed";
}
