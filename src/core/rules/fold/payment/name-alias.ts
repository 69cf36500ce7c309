// One more name of a payment.
import type { FoldContext } from "../context.ts";
import { waitFor } from "../keys.ts";

/** From now on `alias` means this payment; the name arrives for the events parked for it. */
export function nameAlias({ books, arrived }: FoldContext, alias: string, paymentId: number): void {
  if (books.of.payment_alias.get(alias)?.payment_id !== paymentId) {
    books.of.payment_alias.put({ program_id: books.programId, alias, payment_id: paymentId });
  }
  arrived.add(waitFor.payment(alias));
}

/** For a name that another event reports: only a new one counts as arrived, or two parked events would fold each other forever. */
export function learnAlias(context: FoldContext, alias: string, paymentId: number): void {
  if (context.books.of.payment_alias.get(alias)?.payment_id !== paymentId) nameAlias(context, alias, paymentId);
}
