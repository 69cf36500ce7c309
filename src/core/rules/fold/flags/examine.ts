// Looks for flags of a sale: when it is recorded, when another report of its payment comes, and when it becomes another partner's.
import type { FoldContext } from "../context.ts";
import { rebookById } from "../payment/rebook.ts";
import { earnAnew, termsOf } from "../payment/subscription.ts";
import { isRefusedByFlag, looksForFlags } from "./flags.ts";
import { type How, type Payer, raiseFlags } from "./raise.ts";

/** As it is recorded, after all that is known of its payer. True where it is refused its commission. */
export function examineNewSale(context: FoldContext, saleId: number, payer: Payer | null): boolean {
  return lookAt(context, saleId, { payer, mayRefuse: true, isNew: true });
}

/** One that was there before is not refused any more, but held. */
export function examineSale(context: FoldContext, saleId: number, payer: Payer | null): void {
  lookAt(context, saleId, { payer, mayRefuse: false, isNew: false });
}

/** It is another partner's now. */
export function examineMovedSale(context: FoldContext, saleId: number): void {
  lookAt(context, saleId, { payer: null, mayRefuse: false, isNew: true });
}

function lookAt(context: FoldContext, saleId: number, how: How): boolean {
  const { books } = context;
  if (!looksForFlags(books)) return false;
  const sale = books.of.sale.get(saleId);
  // Imported sales earn what the other tool paid. A sale without a commission has nothing to hold.
  if (sale === undefined || sale.imported !== null || books.of.commission.get(saleId) === undefined) return false;
  if (!raiseFlags(context, sale, how)) return false;
  const isRefused = isRefusedByFlag(books, sale);
  if (isRefused) earnAnew(context, sale, termsOf(books, sale), { isOver: false });
  else rebookById(context, saleId);
  return isRefused;
}
