// Refunds and disputes that move from one sale to another: of the same payment.
import type { Books } from "../../books.ts";
import { type ManualAttributionRow, nothingHidden, shown } from "../../rows/manual-attribution-row.ts";
import type { RefundRow, SaleRow } from "../../rows/sale-rows.ts";
import type { FoldContext } from "../context.ts";
import { rebook } from "../payment/rebook.ts";
import { asOneDispute, asOneRefund } from "./reversal-rows.ts";

export function moveReversals(books: Books, kept: SaleRow, merged: SaleRow): void {
  for (const refund of books.of.refund.list(merged.sale_id)) {
    books.of.refund.delete(refund);
    takeRefund(books, kept.sale_id, refund);
  }
  for (const dispute of books.of.dispute.list(merged.sale_id)) {
    books.of.dispute.delete(dispute);
    const same = books.of.dispute.list(kept.sale_id).find((row) => row.dispute_id === dispute.dispute_id);
    const isWhole = dispute.amount_cents >= merged.amount_cents;
    const amount_cents = isWhole ? Math.max(kept.amount_cents, dispute.amount_cents) : dispute.amount_cents;
    const moved = { ...dispute, sale_id: kept.sale_id, amount_cents };
    books.of.dispute.put(same === undefined ? moved : asOneDispute(moved, same, kept.amount_cents));
  }
}

/**
 * The refunds that calls reported while a decision by hand made this payment a sale, which it is now by evidence. Where it came too
 * late, they are kept for the sale that it may turn out to be.
 */
export function returnRefunds(context: FoldContext, paymentId: number, toId: number): void {
  const { books } = context;
  const lifted = books.of.manual_attribution.get(paymentId);
  if (lifted?.state !== "lifted") return;
  books.of.manual_attribution.delete(lifted);
  const sale = books.of.sale.get(toId);
  if (sale === undefined) keepRefunds(books, lifted, toId);
  else takeRefundsOf(context, lifted, sale);
}

function keepRefunds(books: Books, lifted: ManualAttributionRow, paymentId: number): void {
  const refunds = [books.of.manual_attribution.get(paymentId), lifted].flatMap((row) => row?.hidden?.refunds ?? []);
  const hidden = { ...nothingHidden, refunds };
  books.of.manual_attribution.put({ ...lifted, payment_id: paymentId, hidden });
}

export function takeRefundsOf(context: FoldContext, lifted: ManualAttributionRow, sale: SaleRow): void {
  for (const refund of lifted.hidden?.refunds ?? []) takeRefund(context.books, sale.sale_id, shown.refund(refund));
  rebook(context, sale);
}

function takeRefund(books: Books, saleId: number, refund: RefundRow): void {
  const same = books.of.refund.list(saleId).find((row) => row.refund_key === refund.refund_key);
  const moved = { ...refund, sale_id: saleId };
  books.of.refund.put(same === undefined ? moved : asOneRefund(same, moved));
}
