// Looks for flags of a sale: when it is recorded, when another report of its payment comes, and when it becomes another partner's.
import type { Books } from "../../books.ts";
import { rebookById } from "../payment/rebook.ts";
import { earnAnew, termsOf } from "../payment/subscription.ts";
import { isRefusedByFlag, looksForFlags } from "./flags.ts";
import { type How, type Payer, raiseFlags } from "./raise.ts";

/** As it is recorded, after all that is known of its payer. True where it is refused its commission. */
export function examineNewSale(books: Books, saleId: number, payer: Payer | null): boolean {
  return lookAt(books, saleId, { payer, mayRefuse: true, isNew: true });
}

/** One that was there before is not refused any more, but held. */
export function examineSale(books: Books, saleId: number, payer: Payer | null): void {
  lookAt(books, saleId, { payer, mayRefuse: false, isNew: false });
}

/** It is another partner's now. */
export function examineMovedSale(books: Books, saleId: number): void {
  lookAt(books, saleId, { payer: null, mayRefuse: false, isNew: true });
}

function lookAt(books: Books, saleId: number, how: How): boolean {
  if (!looksForFlags(books)) return false;
  const sale = books.of.sale.get(saleId);
  // Imported sales earn what the other tool paid. A sale without a commission has nothing to hold.
  if (sale === undefined || sale.imported !== null || books.of.commission.get(saleId) === undefined) return false;
  if (!raiseFlags(books, sale, how)) return false;
  const isRefused = isRefusedByFlag(books, sale);
  if (isRefused) earnAnew(books, sale, termsOf(books, sale), { isOver: false });
  else rebookById(books, saleId);
  return isRefused;
}
