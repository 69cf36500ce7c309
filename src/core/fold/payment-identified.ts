// Two or more names turned out to mean one payment. If one of them is a sale already, the others lead to it from now on.
import type { Books } from "../books.ts";
import { type Conclusion, recorded } from "../conclusion.ts";
import type { Event, RecordedFact } from "../events.ts";
import type { Brought } from "./brought.ts";
import { tick } from "./checklist.ts";
import { park } from "./parking.ts";
import { findPayment } from "./payment-identity.ts";
import { nameAlias } from "./sale.ts";

type IdentifiedEvent = Event<Extract<RecordedFact, { type: "payment_identified" }>>;

export function foldPaymentIdentified(books: Books, event: IdentifiedEvent, brought: Brought): Conclusion {
  tick(books, event, "webhook");
  if (event.is_test) return recorded("Test delivery recorded.");
  const aliases = event.data.aliases.map((alias) => alias.value);
  const known = findPayment(books, aliases);
  if (known === undefined) {
    return park(books, event, "payment_unknown", "None of these names belongs to a payment received so far.");
  }
  for (const alias of aliases) {
    if (books.of.payment_alias.get(alias) === undefined) nameAlias(books, alias, known.paymentId, brought);
  }
  return recorded("Names of one payment.", { refersTo: known.paymentId });
}
