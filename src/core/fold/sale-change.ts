// What changed in the worth of a sale after it was recorded, dated by the event that was folded when it did.
// A statement adds these up for a month: so what came later changes the later month, and a month that is over stays as it was.
import type { Books } from "../books.ts";
import type { SaleChangeRow } from "../payout-rows.ts";

/** What is not as it was at the sale, all told. */
export type Worth = Pick<SaleChangeRow, "refunded_cents" | "commission_cents" | "fee_cents">;

/** The change is what is missing between all changes so far and `worth`, so that they always sum to it. */
export function keepChange(books: Books, saleId: number, worth: Worth): void {
  const { folding } = books;
  const changes = books.of.sale_change.list(saleId);
  const known = changes.find((change) => change.event_id === folding.id);
  const missing = (name: keyof Worth): number => changes.reduce((rest, change) => rest - change[name], worth[name]);
  const change: SaleChangeRow = {
    program_id: books.programId,
    sale_id: saleId,
    event_id: folding.id,
    refunded_cents: (known?.refunded_cents ?? 0) + missing("refunded_cents"),
    commission_cents: (known?.commission_cents ?? 0) + missing("commission_cents"),
    fee_cents: (known?.fee_cents ?? 0) + missing("fee_cents"),
    changed_at: folding.received_at,
  };
  if (change.refunded_cents !== 0 || change.commission_cents !== 0 || change.fee_cents !== 0) {
    books.of.sale_change.put(change);
  } else if (known !== undefined) {
    books.of.sale_change.delete(known);
  }
}

/** The sale turned out to repeat another: it leaves the books, and its changes with it. */
export function dropChanges(books: Books, saleId: number): void {
  for (const change of books.of.sale_change.list(saleId)) books.of.sale_change.delete(change);
}
