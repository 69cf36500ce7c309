// Commissions that a decision about their partner reversed: nothing of them is due while it is in force, with any change of their sale
// meanwhile. A forfeit is of one partner: where the sale turns out to be another partner's, that one earns by it. A program without any
// looks none up.
import type { Books } from "../books.ts";
import type { CommissionForfeitRow, CommissionRow, ReversalCause } from "../rows/sale-rows.ts";
import { isAbuse } from "./flags/flags.ts";

export type Forfeit = Pick<CommissionForfeitRow, "sale_id" | "partner_id" | "cause">;

/** Why nothing of this commission is due; undefined where it is. */
export function forfeitCauseOf(
  books: Books,
  { sale_id, partner_id }: Pick<CommissionRow, "sale_id" | "partner_id">,
): ReversalCause | undefined {
  const cause = rowsOf(books, sale_id).find((row) => row.partner_id === partner_id)?.cause;
  return cause ?? (isAbuse(books, { sale_id, partner_id }) ? "abuse" : undefined);
}

/** With its sale: when an attribution by hand that had made the payment a sale is undone. */
export function endForfeits(books: Books, saleId: number): void {
  for (const row of rowsOf(books, saleId)) books.of.commission_forfeit.delete(row);
}

/** Two sales turned out to be one: what either forfeited is forfeited. The caller rebooks the one that stays. */
export function moveForfeits(books: Books, fromSaleId: number, toSaleId: number): void {
  const rows = rowsOf(books, fromSaleId);
  endForfeits(books, fromSaleId);
  for (const row of rows) {
    const moved = { ...row, sale_id: toSaleId };
    if (findForfeit(books, moved) === undefined) books.of.commission_forfeit.put(moved);
  }
}

export function findForfeit(books: Books, { sale_id, partner_id, cause }: Forfeit): CommissionForfeitRow | undefined {
  return rowsOf(books, sale_id).find((row) => row.partner_id === partner_id && row.cause === cause);
}

function rowsOf(books: Books, saleId: number): readonly CommissionForfeitRow[] {
  return books.of.program.get("")?.has_forfeits ? books.of.commission_forfeit.list(saleId) : [];
}
