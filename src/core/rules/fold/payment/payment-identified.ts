// Two or more names turned out to mean one payment, before or after any of them became a sale; and what one of its charges
// brought in, where that was reported.
import { type Conclusion, recorded } from "../../conclusion.ts";
import type { NamedEvent } from "../../events/event-names.ts";
import type { DataOf } from "../../events/events.ts";
import { tick } from "../checklist.ts";
import type { FoldContext } from "../context.ts";
import { awaitPayment } from "./parking.ts";
import { learnPart } from "./payment-amount.ts";
import { unify } from "./same-payment.ts";

type IdentifiedEvent = NamedEvent<DataOf<"payment_identified">>;

export function foldPaymentIdentified(context: FoldContext, event: IdentifiedEvent): Conclusion {
  tick(context.books, event, "webhook");
  if (event.is_test) return recorded("Test delivery recorded.");
  const { aliases, part } = event.data;
  const link = linkNames(context, event, valuesOf(aliases));
  if (part !== undefined && link.refersTo !== null) learnPart(context, link.refersTo, part);
  return recorded("Names of one payment.", link);
}

/** Makes the names one payment; while nothing is known of it the event stays by, and links them when something is. */
export function linkNames(
  context: FoldContext,
  event: NamedEvent,
  aliases: readonly string[],
): { reason: "payment_awaited" | null; refersTo: number | null } {
  const known = unify(context, event, aliases);
  if (known !== undefined) return { reason: null, refersTo: known.paymentId };
  awaitPayment(context.books, event);
  return { reason: "payment_awaited", refersTo: null };
}

export function valuesOf(aliases: readonly { readonly value: string }[]): string[] {
  return aliases.map((alias) => alias.value);
}
