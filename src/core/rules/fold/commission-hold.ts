// A person holds a commission, or releases it. A hold belongs to the sale, also if its partner or its amount changes
// meanwhile: it stays until it is released, in addition to disputes and chains that hold the commission. It leaves the books only
// with its sale, when an attribution by hand that had made the payment a sale is undone.
import type { Books } from "../books.ts";
import { type Conclusion, ignored, recorded } from "../conclusion.ts";
import type { CommissionsHeld, CommissionsReleased } from "../events/commission-events.ts";
import type { Event } from "../events/events.ts";
import type { FoldContext } from "./context.ts";
import { isBooked, rebookById } from "./payment/rebook.ts";

export function foldCommissionsHeld(
  context: FoldContext,
  { id, data, received_at }: Event<CommissionsHeld>,
): Conclusion {
  const { books } = context;
  let held = 0;
  for (const saleId of data.sale_ids) {
    if (!isBooked(books, saleId) || books.of.commission_hold.get(saleId) !== undefined) continue;
    books.of.commission_hold.put({
      program_id: books.programId,
      sale_id: saleId,
      event_id: id,
      reason: data.reason,
      partner_note: data.partner_note,
      held_at: received_at,
    });
    rebookById(context, saleId);
    held += 1;
  }
  if (held === 0) return ignored("nothing_to_hold", "None of these commissions can be held.");
  return recorded("Commissions held.");
}

export function foldCommissionsReleased(context: FoldContext, { data }: Event<CommissionsReleased>): Conclusion {
  const { books } = context;
  let released = 0;
  for (const saleId of data.sale_ids) {
    if (books.of.commission_hold.get(saleId) === undefined) continue;
    endHold(books, saleId);
    rebookById(context, saleId);
    released += 1;
  }
  if (released === 0) return ignored("nothing_to_release", "None of these commissions is held by hand.");
  return recorded("Commissions released.");
}

export function endHold(books: Books, saleId: number): void {
  for (const hold of books.of.commission_hold.list(saleId)) books.of.commission_hold.delete(hold);
}

/** Two sales turned out to be one: it is held if either was. The caller rebooks the one that stays. */
export function moveHold(books: Books, fromSaleId: number, toSaleId: number): void {
  const hold = books.of.commission_hold.get(fromSaleId);
  if (hold === undefined) return;
  endHold(books, fromSaleId);
  if (books.of.commission_hold.get(toSaleId) === undefined) {
    books.of.commission_hold.put({ ...hold, sale_id: toSaleId });
  }
}
