// What another tool had paid for a payment: an item of the payout that represents all it had paid that partner.
// Of one payment and one payout there is one item, with the amount that was said last; the payout is the sum of its items.
import type { Books } from "../../books.ts";
import type { EventData } from "../../events/events.ts";
import type { SaleImported } from "../../events/import-events.ts";
import type { PayoutItemRow, PayoutRow } from "../../rows/payout-rows.ts";
import { dueOf, putCommission } from "../reversal/paid-out.ts";

/** What is due is read before the payment counts: afterwards the commission's row says what was paid. */
export function payAsImported(books: Books, saleId: number, imported: SaleImported): void {
  const paid = paidBy(books, saleId, imported.commission);
  if (paid === null) return;
  const { commission, payout, item: before } = paid;
  const due = dueNow(books, saleId);
  books.of.payout_item.put({
    program_id: books.programId,
    sale_id: saleId,
    payout_id: payout.payout_id,
    partner_id: imported.partner_id,
    currency: commission.currency,
    amount_cents: commission.amount_cents,
    status: payout.status === "returned" ? "returned" : "paid",
  });
  books.of.payout.put({
    ...payout,
    amount_cents: payout.amount_cents + commission.amount_cents - (before?.amount_cents ?? 0),
    item_count: payout.item_count + (before === undefined ? 1 : 0),
  });
  putCommission(books, saleId, due);
}

/** The import that said it is asked again, and says it again then. The sale goes behind this, and its commission with it. */
export function takeImportedPaymentBack(books: Books, event: { data: EventData } | undefined, saleId: number): void {
  if (event?.data.type !== "sale_imported") return;
  const paid = paidBy(books, saleId, event.data.commission);
  if (paid?.item === undefined) return;
  const { payout, item } = paid;
  books.of.payout_item.delete(item);
  // They are recomputed from the items that are left.
  for (const adjustment of books.of.adjustment.list(saleId)) books.of.adjustment.delete(adjustment);
  books.of.payout.put({
    ...payout,
    amount_cents: payout.amount_cents - item.amount_cents,
    item_count: payout.item_count - 1,
  });
}

/** The imported sale is another's payment, of which what was paid for it is paid. An item that is not paid stays as it was put together. */
export function movePaidItems(books: Books, fromSaleId: number, toSaleId: number): void {
  const held = new Set(books.of.payout_item.list(toSaleId).map(({ payout_id }) => payout_id));
  const items = books.of.payout_item
    .list(fromSaleId)
    .filter((item) => item.status === "paid" && !held.has(item.payout_id));
  if (items.length === 0) return;
  for (const item of items) {
    books.of.payout_item.delete(item);
    books.of.payout_item.put({ ...item, sale_id: toSaleId });
  }
  // They are computed again from the items that are left.
  for (const adjustment of books.of.adjustment.list(fromSaleId)) books.of.adjustment.delete(adjustment);
}

type Commission = SaleImported["commission"];
type Paid = {
  readonly commission: NonNullable<Commission>;
  readonly payout: PayoutRow;
  readonly item: PayoutItemRow | undefined;
};

/** Null where it paid nothing. */
function paidBy(books: Books, saleId: number, commission: Commission): Paid | null {
  if (commission === null || commission.payout_id === null) return null;
  const payout = books.of.payout.get(commission.payout_id);
  if (payout === undefined) throw new Error(`imported payout ${commission.payout_id} is not there`);
  const item = books.of.payout_item.list(saleId).find((one) => one.payout_id === payout.payout_id);
  return { commission, payout, item };
}

function dueNow(books: Books, saleId: number) {
  const due = books.of.commission.get(saleId);
  return due === undefined ? null : { ...due, amount_cents: dueOf(books, due) };
}
