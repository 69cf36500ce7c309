// Two or more names turned out to mean one payment, before or after any of them became a sale.
import type { Books } from "../books.ts";
import { type Conclusion, recorded } from "../conclusion.ts";
import type { Event, RecordedFact } from "../events.ts";
import type { Brought } from "./brought.ts";
import { tick } from "./checklist.ts";
import { awaitPayment } from "./parking.ts";
import { unify } from "./same-payment.ts";

type IdentifiedEvent = Event<Extract<RecordedFact, { type: "payment_identified" }>>;

export function foldPaymentIdentified(books: Books, event: IdentifiedEvent, brought: Brought): Conclusion {
  tick(books, event, "webhook");
  if (event.is_test) return recorded("Test delivery recorded.");
  return recorded("Names of one payment.", linkNames(books, event, valuesOf(event.data.aliases), brought));
}

/** Makes the names one payment; while nothing is known of it the event stays by, and links them when something is. */
export function linkNames(
  books: Books,
  event: Event,
  aliases: readonly string[],
  brought: Brought,
): { reason: string | null; refersTo: number | null } {
  const known = unify(books, event.id, aliases, brought);
  if (known !== undefined) return { reason: null, refersTo: known.paymentId };
  awaitPayment(books, event);
  return { reason: "payment_awaited", refersTo: null };
}

export function valuesOf(aliases: readonly { readonly value: string }[]): string[] {
  return aliases.map((alias) => alias.value);
}
