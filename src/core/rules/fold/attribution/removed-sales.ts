// A payment that was taken from its partner by hand is no sale, and still one payment: its reports are folded like those of
// any other. So its sale is put back before each event that may reach it and taken out behind it, and between two events no book has it.
// Both are exact: what neither changes stays as it was.
import type { Books } from "../../books.ts";
import type { Conclusion } from "../../conclusion.ts";
import type { Event, EventData } from "../../events/events.ts";
import { type HiddenSale, type ManualAttributionRow, shown, stored } from "../../rows/manual-attribution-row.ts";
import type { DisputeRow, RefundRow, SaleRow } from "../../rows/sale-rows.ts";
import type { FoldContext } from "../context.ts";
import { feeWithoutSale } from "../platform-fee.ts";
import { dueOf, putCommission } from "../reversal/paid-out.ts";
import { restate } from "../reversal/restatement.ts";
import { dropChanges, keepChange } from "../sale-change.ts";
import { decisionOn } from "./decided-by-hand.ts";

/**
 * These are of what partners have. Approvals and payouts load no decisions, and would see what was taken by a decision of their own
 * batch and of no other; a month that is closed would count as restated what is only put back and taken out.
 */
const withoutRemovedSales: ReadonlySet<EventData["type"]> = new Set([
  "commissions_approved",
  "commissions_approved_early",
  "payout_created",
  "payout_recorded",
  "payout_cancelled",
  "payout_failed",
  "month_closed",
]);

/**
 * Folds with the sales that were taken from their partner, as far as the event may reach them: it is folded as if it were alone in its
 * batch, and a batch may hold hundreds of such sales.
 */
export function withRemovedSales(
  context: FoldContext,
  booksOfEvent: (loaded: Books, event: Event) => Books,
  fold: () => Conclusion,
): Conclusion {
  const { books, cause } = context;
  if (withoutRemovedSales.has(cause.data.type)) return fold();
  if (books.of.manual_attribution.indexed().length > 0) {
    for (const decision of booksOfEvent(books, cause).of.manual_attribution.indexed()) show(context, decision);
  }
  const conclusion = fold();
  hideRemovedSales(context);
  return conclusion;
}

function show(context: FoldContext, decision: ManualAttributionRow): void {
  const { books } = context;
  const { payment_id: saleId, hidden } = decision;
  if (hidden === null || hidden.sale === null) return;
  const { sale, commission, fee, refunds, disputes, outcome } = hidden;
  books.of.manual_attribution.put({ ...decision, hidden: null });
  if (outcome !== null) books.of.outcome.put(outcome);
  else for (const row of books.of.outcome.list(saleId)) books.of.outcome.delete(row);
  for (const refund of refunds) books.of.refund.put(shown.refund(refund));
  for (const dispute of disputes) books.of.dispute.put(shown.dispute(dispute));
  restate(context, saleId, () => {
    books.of.sale.put(shown.sale(sale));
    if (fee !== null) books.of.platform_fee.put(shown.fee(fee));
    putCommission(books, saleId, commission && shown.commission(commission));
  });
}

function hideRemovedSales(context: FoldContext): void {
  const { books } = context;
  for (const { payment_id } of books.of.manual_attribution.indexed()) {
    const sale = books.of.sale.get(payment_id);
    if (sale === undefined) continue;
    const commission_currency = books.of.commission.get(payment_id)?.currency ?? null;
    const fee_cents = hide(context, sale);
    keepChange(context, sale, { refunded_cents: 0, commission_cents: 0, fee_cents, commission_currency });
  }
}

/** The first time: its changes leave with it, as those of a sale that repeats another. */
export function takeSaleOut(context: FoldContext, sale: SaleRow): void {
  const feeCents = hide(context, sale);
  dropChanges(context, sale, feeCents);
}

/** Answers what is left of its fee. */
function hide(context: FoldContext, sale: SaleRow): number {
  const { books, cause } = context;
  const saleId = sale.sale_id;
  const decision = decisionOn(books, saleId);
  if (decision === undefined) throw new Error(`sale ${saleId} was taken out without a decision`);
  const hidden: HiddenSale = {
    sale: stored(sale),
    commission: hiddenCommission(books, saleId),
    fee: books.of.platform_fee.get(saleId) ?? null,
    refunds: byName(books.of.refund.list(saleId), ({ refund_key }) => refund_key).map(stored<RefundRow>),
    disputes: byName(books.of.dispute.list(saleId), ({ dispute_id }) => dispute_id).map(stored<DisputeRow>),
    outcome: books.of.outcome.get(saleId) ?? null,
  };
  // Decisions of earlier rules have no time.
  const decided_at = decision.decided_at ?? cause.received_at;
  const kept = feeWithoutSale(books, sale, { event_id: decision.event_id, decided_at });
  books.of.manual_attribution.put({ ...decision, hidden });
  deleteSale(context, sale);
  if (kept !== undefined) books.of.platform_fee.put(kept);
  books.of.outcome.put({
    program_id: books.programId,
    event_id: saleId,
    outcome: "ignored",
    reason: "attribution_removed",
    refers_to: decision.event_id,
    detail: null,
  });
  return kept?.amount_cents ?? 0;
}

/** The order in which rows are read is not theirs. */
export function byName<Row>(rows: readonly Row[], nameOf: (row: Row) => string): Row[] {
  return [...rows].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

function hiddenCommission(books: Books, saleId: number): HiddenSale["commission"] {
  const commission = books.of.commission.get(saleId);
  if (commission === undefined) return null;
  const stage = commission.stage === "paid" ? "approved" : commission.stage;
  const { kind: _, ...earned } = commission;
  return stored({ ...earned, amount_cents: dueOf(books, commission), stage, status: stage });
}

/** With what it earned and what went back of it. */
export function deleteSale(context: FoldContext, sale: SaleRow): void {
  const { books } = context;
  const saleId = sale.sale_id;
  restate(context, saleId, () => {
    books.of.sale.delete(sale);
    putCommission(books, saleId, null);
    for (const fee of books.of.platform_fee.list(saleId)) books.of.platform_fee.delete(fee);
  });
  for (const refund of books.of.refund.list(saleId)) books.of.refund.delete(refund);
  for (const dispute of books.of.dispute.list(saleId)) books.of.dispute.delete(dispute);
}
