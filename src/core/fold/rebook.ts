// What a sale, its commission and its platform fee are worth after everything that took money back.
// Always computed from all refunds and disputes of the sale, never from the already reduced figures: so the order in which
// they were told cannot matter, parts always sum to the whole, and a refund that failed or a dispute that was won needs no undo.
import type { Books } from "../books.ts";
import { remainingShare } from "../money.ts";
import type { CommissionRow, RefundRow, SaleRow } from "../rows.ts";

export const refundKeyOf = {
  id: (refundId: string): string => `id:${refundId}`,
  amount: (amountCents: number): string => `amount:${amountCents}`,
  rest: (eventId: number): string => `rest:${eventId}`,
  total: (source: string): string => `total:${source}`,
};

/** Told by a call that gave no refund_id. */
export function isWithoutId({ refund_key, source }: RefundRow): boolean {
  return source === "api" && (refund_key.startsWith("amount:") || refund_key.startsWith("rest:"));
}

/**
 * All that went back by refunds, uncapped. Money told twice counts once: a provider's running total and the single refunds
 * it is made of, of which the larger counts; and a call without a refund_id beside a provider's refund of the same amount.
 * A refund that failed was in the total when it was told.
 */
function refundedBy(books: Books, saleId: number): number {
  const told = books.of.refund.list(saleId);
  const counting = told.filter((refund) => !refund.has_failed);
  const totals = counting.filter((refund) => refund.refund_key.startsWith("total:"));
  const singles = counting.filter((refund) => !refund.refund_key.startsWith("total:"));
  const failed = sumOf(told.filter((refund) => refund.has_failed));
  const total = Math.max(0, ...totals.map((refund) => refund.amount_cents));
  return Math.max(sumOf(singles) - sumOf(toldByBoth(singles)), total - failed);
}

/** The calls' refunds that a provider told as well, each provider's refund standing for one call at most. */
function toldByBoth(refunds: readonly RefundRow[]): RefundRow[] {
  const byProviders = refunds.filter((refund) => refund.source !== "api").map((refund) => refund.amount_cents);
  return refunds.filter(isWithoutId).filter((refund) => {
    const index = byProviders.indexOf(refund.amount_cents);
    if (index >= 0) byProviders.splice(index, 1);
    return index >= 0;
  });
}

function sumOf(refunds: readonly RefundRow[]): number {
  return refunds.reduce((sum, refund) => sum + refund.amount_cents, 0);
}

export type Rebooked = { sale: SaleRow; commission: CommissionRow | null; deductedCents: number };

export function rebook(books: Books, sale: SaleRow): Rebooked {
  const disputes = books.of.dispute.list(sale.sale_id);
  let takenBack = refundedBy(books, sale.sale_id);
  for (const dispute of disputes) if (dispute.status === "lost") takenBack += dispute.amount_cents;
  const refundedCents = Math.min(takenBack, sale.amount_cents);
  const isOpen = disputes.some((dispute) => dispute.status === "open");
  const isReversed = refundedCents === sale.amount_cents;

  const isHeld = isOpen || sale.evidence === "chain_contradicted";
  const standing: Standing = { isReversed, isOpen, isHeld, isReduced: refundedCents > 0 };
  const saleNow: SaleRow = { ...sale, refunded_cents: refundedCents, status: saleStatus(standing) };
  books.of.sale.put(saleNow);

  const fee = books.of.platform_fee.get(sale.sale_id);
  if (fee !== undefined) {
    const amount = remainingShare(fee.amount_at_sale_cents, refundedCents, sale.amount_cents);
    books.of.platform_fee.put({ ...fee, amount_cents: amount });
  }
  const commission = books.of.commission.get(sale.sale_id);
  if (commission === undefined) return { sale: saleNow, commission: null, deductedCents: 0 };
  return { sale: saleNow, ...rebookCommission(books, commission, saleNow, standing) };
}

function rebookCommission(
  books: Books,
  commission: CommissionRow,
  sale: SaleRow,
  standing: Standing,
): { commission: CommissionRow; deductedCents: number } {
  const amountCents = remainingShare(commission.amount_at_sale_cents, sale.refunded_cents, sale.amount_cents);
  if (commission.stage === "paid") return { commission, deductedCents: adjust(books, commission, amountCents) };
  const now: CommissionRow = {
    ...commission,
    amount_cents: amountCents,
    status: commissionStatus(standing, commission.stage),
  };
  books.of.commission.put(now);
  return { commission: now, deductedCents: commission.amount_cents - amountCents };
}

/** A commission that turned out not to be due: gone, or taken off the next payout when it was paid. */
export function withdrawCommission(books: Books, saleId: number): void {
  for (const commission of books.of.commission.list(saleId)) {
    if (commission.stage === "paid") adjust(books, commission, 0);
    else books.of.commission.delete(commission);
  }
}

/** What was paid is never edited: the next payout takes the difference off. Answers what this changed. */
function adjust(books: Books, paid: CommissionRow, amountCents: number): number {
  const before = books.of.adjustment.get(paid.sale_id)?.amount_cents ?? 0;
  const after = Math.min(0, amountCents - paid.amount_cents);
  if (after === before) return 0;
  books.of.adjustment.put({
    program_id: paid.program_id,
    sale_id: paid.sale_id,
    partner_id: paid.partner_id,
    amount_cents: after,
    currency: paid.currency,
  });
  return before - after;
}

type Standing = {
  readonly isReversed: boolean;
  readonly isOpen: boolean;
  readonly isHeld: boolean;
  readonly isReduced: boolean;
};

function saleStatus({ isReversed, isOpen, isReduced }: Standing): SaleRow["status"] {
  if (isReversed) return "reversed";
  if (isOpen) return "disputed";
  return isReduced ? "refunded" : "recorded";
}

/** An open dispute, or a chain that contradicts the payment, holds the commission back; it is neither lost nor payable. */
function commissionStatus(
  { isReversed, isHeld, isReduced }: Standing,
  stage: CommissionRow["stage"],
): CommissionRow["status"] {
  if (isReversed) return "reversed";
  if (isHeld) return "held";
  return isReduced ? "refunded" : stage;
}
