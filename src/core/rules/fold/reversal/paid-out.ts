// What was paid out for a sale, laid over what the rules say of it.
// What a partner was paid is what the log says and is never recomputed. So for every outcome of the sale, also after the rules
// were corrected, and for every partner and currency: what is owed is what the rules say, less what was
// paid. It never asks how the difference came about: an adjustment is always computed from the two, never added to.
import type { Books } from "../../books.ts";
import type { PayoutItemRow } from "../../rows/payout-rows.ts";
import type { AdjustmentRow, CommissionRow } from "../../rows/sale-rows.ts";

type Payee = Pick<PayoutItemRow, "partner_id" | "currency">;

/** What the rules say this commission is worth now, paid or not. */
export function dueOf(books: Books, commission: CommissionRow): number {
  if (commission.stage !== "paid") return commission.amount_cents;
  const adjustment = books.of.adjustment.list(commission.sale_id).find((row) => isSamePayee(row, commission));
  return commission.amount_cents + (adjustment?.amount_cents ?? 0);
}

/** Writes the commission as the rules say it, and over it what was paid. `due` is null where no commission is due. */
export function putCommission(books: Books, saleId: number, due: CommissionRow | null): CommissionRow | null {
  const paid = paidByPayee(books, saleId);
  const own = due === null ? undefined : paid.find((payment) => isSamePayee(payment, due));
  const commission: CommissionRow | null =
    due === null || own === undefined ? due : { ...due, stage: "paid", status: "paid", amount_cents: own.amount_cents };
  if (commission !== null) books.of.commission.put(commission);
  else for (const row of books.of.commission.list(saleId)) books.of.commission.delete(row);
  const differences = paid.map((payment) => ({
    ...payment,
    amount_cents: (payment === own && due !== null ? due.amount_cents : 0) - payment.amount_cents,
  }));
  putAdjustments(books, saleId, differences);
  return commission;
}

/** Also of payments that became a payout item only: while none was paid there is nothing to adjust, and none is loaded. */
function putAdjustments(books: Books, saleId: number, differences: readonly AdjustmentRow[]): void {
  if (books.of.payout_item.list(saleId).length === 0) return;
  for (const row of books.of.adjustment.list(saleId)) {
    const difference = differences.find((each) => isSamePayee(each, row));
    if (difference === undefined || difference.amount_cents === 0) books.of.adjustment.delete(row);
  }
  for (const difference of differences) if (difference.amount_cents !== 0) books.of.adjustment.put(difference);
}

/** By each partner and currency, the sum of all that was paid and did not come back. */
function paidByPayee(books: Books, saleId: number): AdjustmentRow[] {
  const sums: AdjustmentRow[] = [];
  for (const item of books.of.payout_item.list(saleId)) {
    if (item.status !== "paid") continue;
    const index = sums.findIndex((sum) => isSamePayee(sum, item));
    const { program_id, sale_id, partner_id, currency } = item;
    const amount_cents = item.amount_cents + (sums[index]?.amount_cents ?? 0);
    sums.splice(index < 0 ? sums.length : index, 1, { program_id, sale_id, partner_id, currency, amount_cents });
  }
  return sums;
}

function isSamePayee(one: Payee, other: Payee): boolean {
  return one.partner_id === other.partner_id && one.currency === other.currency;
}
