// A commission is approved when its hold is over: a scheduled job says so and names it, and the hold is looked at again here.
// What is held back by a dispute, or was reversed, is passed over, never an error.
import type { Books } from "../books.ts";
import { type Conclusion, ignored, recorded } from "../conclusion.ts";
import type { CommissionsApproved, Event } from "../events.ts";

export function foldApproved(books: Books, event: Event<CommissionsApproved>): Conclusion {
  let approved = 0;
  for (const saleId of event.data.sale_ids) {
    const commission = books.of.commission.get(saleId);
    if (commission === undefined || commission.stage !== "pending") continue;
    if (commission.status === "held" || commission.status === "reversed") continue;
    if (commission.hold_until > event.received_at) continue;
    const status = commission.status === "pending" ? "approved" : commission.status;
    books.of.commission.put({ ...commission, stage: "approved", status });
    approved += 1;
  }
  if (approved === 0) return ignored("nothing_to_approve", "None of these commissions can be approved.");
  return recorded("Commissions approved.");
}
