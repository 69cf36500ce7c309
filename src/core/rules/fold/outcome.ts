// What became of an event, as the books keep it.
import type { Books } from "../books.ts";
import { type Conclusion, duplicate } from "../conclusion.ts";
import type { OutcomeRow } from "../rows/sale-rows.ts";

/** One that is plainly recorded needs no row. */
export function keepOutcome(books: Books, eventId: number, conclusion: Conclusion): void {
  if (conclusion.outcome === "recorded" && conclusion.reason === null) {
    const before = books.of.outcome.get(eventId);
    if (before !== undefined) books.of.outcome.delete(before);
    return;
  }
  books.of.outcome.put({
    program_id: books.programId,
    event_id: eventId,
    outcome: conclusion.outcome,
    reason: conclusion.reason,
    refers_to: conclusion.refersTo,
    detail: conclusion.detail,
  });
}

/** No later event settles it. */
export function isReleased(books: Books, eventId: number): boolean {
  return books.of.outcome.get(eventId)?.reason === "released";
}

/** It is about the payment of `refers_to`. */
export function isOfAnother({ outcome, reason }: OutcomeRow): boolean {
  if (outcome === "duplicate" || outcome === "expired") return true;
  return reason === "attributed_to_another" || reason === "other_commission" || reason === "duplicate_transaction";
}

/** It turned out to report a payment that another event reported. */
export function keepAsSamePayment(books: Books, eventId: number, paymentId: number): void {
  keepOutcome(
    books,
    eventId,
    duplicate("It reports the same payment.", { reason: "same_payment", refersTo: paymentId }),
  );
}
