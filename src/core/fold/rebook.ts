// What a sale, its commission and its platform fee are worth after everything that took money back.
// Always computed from all refunds and disputes of the sale, never from the already reduced figures: so the order in which
// they were told cannot matter, parts always sum to the whole, and a refund that failed or a dispute that was won needs no undo.
import type { Books } from "../books.ts";
import { remainingShare } from "../money.ts";
import type { CommissionRow, RefundRow, SaleRow } from "../rows.ts";
import { dueOf, putCommission } from "./paid-out.ts";
import { isTotal, toldByBoth } from "./reversal-rows.ts";
import { keepChange } from "./sale-change.ts";

/**
 * All that went back by refunds, uncapped. Money told twice counts once: a provider's running total and the single refunds
 * it is made of, of which the larger counts; and a call without a refund_id beside a provider's refund of the same amount.
 * A refund that failed was in the total when it was told.
 */
function refundedBy(books: Books, saleId: number): number {
  const told = books.of.refund.list(saleId);
  if (told.length === 0) return 0;
  const singles = told.filter((refund) => !isTotal(refund));
  const twice = toldByBoth(singles);
  const counting = singles.filter((refund) => !refund.has_failed && !twice.includes(refund));
  const failed = sumOf(singles.filter((refund) => refund.has_failed));
  const total = Math.max(0, ...told.filter(isTotal).map((refund) => refund.amount_cents));
  return Math.max(sumOf(counting), total - failed);
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
  const feeCents = rebookFee(books, saleNow);
  const commission = books.of.commission.get(sale.sale_id);
  if (commission === undefined) {
    putCommission(books, sale.sale_id, null);
    keepChange(books, sale.sale_id, { refunded_cents: refundedCents, commission_cents: 0, fee_cents: feeCents });
    return { sale: saleNow, commission: null, deductedCents: 0 };
  }
  const rebooked = rebookCommission(books, commission, saleNow, standing);
  const commissionCents = rebooked.dueCents - commission.amount_at_sale_cents;
  keepChange(books, sale.sale_id, {
    refunded_cents: refundedCents,
    commission_cents: commissionCents,
    fee_cents: feeCents,
  });
  return { sale: saleNow, commission: rebooked.commission, deductedCents: rebooked.deductedCents };
}

/** Answers how far the fee is from what it was at the sale: never above. */
function rebookFee(books: Books, sale: SaleRow): number {
  const fee = books.of.platform_fee.get(sale.sale_id);
  if (fee === undefined) return 0;
  const amountCents = remainingShare(fee.amount_at_sale_cents, sale.refunded_cents, sale.amount_cents);
  books.of.platform_fee.put({ ...fee, amount_cents: amountCents });
  return amountCents - fee.amount_at_sale_cents;
}

/** As if it had never been paid: what was paid is laid over it. */
function rebookCommission(
  books: Books,
  commission: CommissionRow,
  sale: SaleRow,
  standing: Standing,
): { commission: CommissionRow | null; dueCents: number; deductedCents: number } {
  const dueBefore = dueOf(books, commission);
  const dueCents = remainingShare(commission.amount_at_sale_cents, sale.refunded_cents, sale.amount_cents);
  const stage = commission.stage === "paid" ? "approved" : commission.stage;
  const due: CommissionRow = {
    ...commission,
    amount_cents: dueCents,
    stage,
    status: commissionStatus(standing, stage),
  };
  const commissionNow = putCommission(books, sale.sale_id, due);
  return { commission: commissionNow, dueCents, deductedCents: dueBefore - dueCents };
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
