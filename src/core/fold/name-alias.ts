// One more name of a payment.
import type { Books } from "../books.ts";
import type { Brought } from "./brought.ts";
import { waitFor } from "./keys.ts";

/** From now on `alias` means this payment; whatever waited for the name is brought. */
export function nameAlias(books: Books, alias: string, paymentId: number, brought: Brought): void {
  if (books.of.payment_alias.get(alias)?.payment_id !== paymentId) {
    books.of.payment_alias.put({ program_id: books.programId, alias, payment_id: paymentId });
  }
  brought.add(waitFor.payment(alias));
}

/** For what another event tells of the payment: only news is brought, or two that wait would fold each other anew for ever. */
export function learnAlias(books: Books, alias: string, paymentId: number, brought: Brought): void {
  if (books.of.payment_alias.get(alias)?.payment_id !== paymentId) nameAlias(books, alias, paymentId, brought);
}
