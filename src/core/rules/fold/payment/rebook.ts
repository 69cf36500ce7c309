// What a sale, its commission and its platform fee are worth after everything that took money back.
// Always computed from all refunds and disputes of the sale, never from the already reduced figures: so the order in which
// they were reported cannot matter, parts always sum to the whole, and a refund that failed or a dispute that was won needs no undo.

import { remainingShare } from "../../../vocabulary/money.ts";
import type { Books } from "../../books.ts";
import type { CommissionRow, SaleRow } from "../../rows/sale-rows.ts";
import { forfeitCauseOf } from "../forfeits.ts";
import { feeAfter } from "../platform-fee.ts";
import { dueOf, putCommission } from "../reversal/paid-out.ts";
import { pairRefunds } from "../reversal/refund-pairing.ts";
import { keepChange } from "../sale-change.ts";

export type Rebooked = { sale: SaleRow; commission: CommissionRow | null; deductedCents: number };

export function rebook(books: Books, sale: SaleRow): Rebooked {
  const disputes = books.of.dispute.list(sale.sale_id);
  let takenBack = pairRefunds(books.of.refund.list(sale.sale_id), sale.amount_cents).refundedCents;
  for (const dispute of disputes) if (dispute.status === "lost") takenBack += dispute.amount_cents;
  const refundedCents = Math.min(takenBack, sale.amount_cents);
  const isOpen = disputes.some((dispute) => dispute.status === "open");
  const isReversed = refundedCents === sale.amount_cents;

  const isByHand = books.of.commission_hold.get(sale.sale_id) !== undefined;
  const isHeld = isByHand || isOpen || sale.evidence === "chain_contradicted";
  const standing: Standing = { isReversed, isOpen, isHeld, isReduced: refundedCents > 0 };
  const saleNow: SaleRow = { ...sale, refunded_cents: refundedCents, status: saleStatus(standing) };
  books.of.sale.put(saleNow);
  const feeCents = rebookFee(books, saleNow);
  const commission = books.of.commission.get(sale.sale_id);
  if (commission === undefined) {
    putCommission(books, sale.sale_id, null);
    keepChange(books, saleNow, {
      refunded_cents: refundedCents,
      commission_cents: 0,
      fee_cents: feeCents,
      commission_currency: null,
    });
    return { sale: saleNow, commission: null, deductedCents: 0 };
  }
  const rebooked = rebookCommission(books, commission, saleNow, standing);
  const commissionCents = rebooked.dueCents - commission.amount_at_sale_cents;
  keepChange(books, saleNow, {
    refunded_cents: refundedCents,
    commission_cents: commissionCents,
    fee_cents: feeCents,
    commission_currency: commission.currency,
  });
  return { sale: saleNow, commission: rebooked.commission, deductedCents: rebooked.deductedCents };
}

/** Answers how far the fee is from what it was at the sale: never above. */
function rebookFee(books: Books, sale: SaleRow): number {
  const fee = books.of.platform_fee.get(sale.sale_id);
  if (fee === undefined) return 0;
  const now = feeAfter(books, sale, fee);
  books.of.platform_fee.put(now);
  return now.amount_cents - now.amount_at_sale_cents;
}

/** As if it had never been paid: what was paid is laid over it. */
function rebookCommission(
  books: Books,
  commission: CommissionRow,
  sale: SaleRow,
  standing: Standing,
): { commission: CommissionRow | null; dueCents: number; deductedCents: number } {
  const dueBefore = dueOf(books, commission);
  const isForfeited = forfeitCauseOf(books, commission) !== undefined;
  const leftCents = remainingShare(commission.amount_at_sale_cents, sale.refunded_cents, sale.amount_cents);
  const dueCents = isForfeited ? 0 : leftCents;
  const stage = commission.stage === "paid" ? "approved" : commission.stage;
  const due: CommissionRow = {
    ...commission,
    amount_cents: dueCents,
    stage,
    status: isForfeited ? "reversed" : commissionStatus(standing, stage),
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

/** An open dispute, a chain that contradicts the payment, or somebody by hand holds it back; it is neither lost nor payable. */
function commissionStatus(
  { isReversed, isHeld, isReduced }: Standing,
  stage: CommissionRow["stage"],
): CommissionRow["status"] {
  if (isReversed) return "reversed";
  if (isHeld) return "held";
  return isReduced ? "refunded" : stage;
}
