// One more name of a payment.
import type { Books } from "../../books.ts";
import { waitFor } from "../keys.ts";
import type { ArrivedKeys } from "./arrived-keys.ts";

/** From now on `alias` means this payment; the name arrives for the events parked for it. */
export function nameAlias(books: Books, alias: string, paymentId: number, arrived: ArrivedKeys): void {
  if (books.of.payment_alias.get(alias)?.payment_id !== paymentId) {
    books.of.payment_alias.put({ program_id: books.programId, alias, payment_id: paymentId });
  }
  arrived.add(waitFor.payment(alias));
}

/** For a name that another event reports: only a new one counts as arrived, or two parked events would fold each other forever. */
export function learnAlias(books: Books, alias: string, paymentId: number, arrived: ArrivedKeys): void {
  if (books.of.payment_alias.get(alias)?.payment_id !== paymentId) nameAlias(books, alias, paymentId, arrived);
}
