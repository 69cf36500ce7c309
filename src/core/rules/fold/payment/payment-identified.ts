// Two or more names turned out to mean one payment, before or after any of them became a sale; and what one of its charges
// brought in, where that was reported.
import type { Books } from "../../books.ts";
import { type Conclusion, recorded } from "../../conclusion.ts";
import type { NamedEvent } from "../../events/event-names.ts";
import type { DataOf } from "../../events/events.ts";
import { tick } from "../checklist.ts";
import { learnPart } from "./amount.ts";
import type { ArrivedKeys } from "./arrived-keys.ts";
import { awaitPayment } from "./parking.ts";
import { unify } from "./same-payment.ts";

type IdentifiedEvent = NamedEvent<DataOf<"payment_identified">>;

export function foldPaymentIdentified(books: Books, event: IdentifiedEvent, arrived: ArrivedKeys): Conclusion {
  tick(books, event, "webhook");
  if (event.is_test) return recorded("Test delivery recorded.");
  const { aliases, part } = event.data;
  const link = linkNames(books, event, valuesOf(aliases), arrived);
  if (part !== undefined && link.refersTo !== null) learnPart(books, link.refersTo, part);
  return recorded("Names of one payment.", link);
}

/** Makes the names one payment; while nothing is known of it the event stays by, and links them when something is. */
export function linkNames(
  books: Books,
  event: NamedEvent,
  aliases: readonly string[],
  arrived: ArrivedKeys,
): { reason: "payment_awaited" | null; refersTo: number | null } {
  const known = unify(books, event, aliases, arrived);
  if (known !== undefined) return { reason: null, refersTo: known.paymentId };
  awaitPayment(books, event);
  return { reason: "payment_awaited", refersTo: null };
}

export function valuesOf(aliases: readonly { readonly value: string }[]): string[] {
  return aliases.map((alias) => alias.value);
}
