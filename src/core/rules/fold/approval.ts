// A commission is approved when its hold period is over: a scheduled job says so and names it, and the period is looked at again
// here; or before that, by hand. What is held back, or was reversed, is passed over, never an error.
import type { Books } from "../books.ts";
import { type Conclusion, ignored, recorded } from "../conclusion.ts";
import type { CommissionsApproved, CommissionsApprovedEarly } from "../events/commission-events.ts";
import type { Event } from "../events/events.ts";
import type { CommissionRow } from "../rows/sale-rows.ts";
import { fixBonus } from "./bonus.ts";
import type { FoldContext } from "./context.ts";

export function foldApproved({ books }: FoldContext, { data, received_at }: Event<CommissionsApproved>): Conclusion {
  return approve(books, data.sale_ids, ({ hold_until }) => hold_until <= received_at);
}

export function foldApprovedEarly({ books }: FoldContext, { data }: Event<CommissionsApprovedEarly>): Conclusion {
  return approve(books, data.sale_ids, () => true);
}

function approve(books: Books, saleIds: readonly number[], isDue: (commission: CommissionRow) => boolean): Conclusion {
  let approved = 0;
  for (const saleId of saleIds) {
    const commission = books.of.commission.get(saleId);
    if (commission === undefined || commission.stage !== "pending") continue;
    if (commission.status === "held" || commission.status === "reversed") continue;
    if (!isDue(commission)) continue;
    const status = commission.status === "pending" ? "approved" : commission.status;
    books.of.commission.put({ ...commission, stage: "approved", status });
    fixBonus(books, commission);
    approved += 1;
  }
  if (approved === 0) return ignored("nothing_to_approve", "None of these commissions can be approved.");
  return recorded("Commissions approved.");
}
