// What a sale, its commission and its platform fee are worth after everything that took money back.
// Always computed from all refunds and disputes of the sale, never from the already reduced figures: so the order in which
// they were reported cannot matter, parts always sum to the whole, and a refund that failed or a dispute that was won needs no undo.

import { remainingShare } from "../../../vocabulary/money/money.ts";
import type { Books } from "../../books.ts";
import { saleOfReferral } from "../../referral-id.ts";
import type { CommissionRow, SaleRow } from "../../rows/sale-rows.ts";
import type { FoldContext } from "../context.ts";
import { isHeldByFlag } from "../flags/flags.ts";
import { forfeitCauseOf } from "../forfeits.ts";
import { feeAfter } from "../platform-fee.ts";
import { dueOf, putCommission } from "../reversal/paid-out.ts";
import { pairRefunds } from "../reversal/refund-pairing.ts";
import { nameOf } from "../reversal/restatement.ts";
import { keepChange } from "../sale-change.ts";
import { isBelowBonus } from "../terms/bonus-totals.ts";

export type Rebooked = { sale: SaleRow; commission: CommissionRow | null; deductedCents: number };

export function rebook(context: FoldContext, sale: SaleRow): Rebooked {
  const { books } = context;
  let takenBack = pairRefunds(books.of.refund.list(sale.sale_id), sale.amount_cents).refundedCents;
  for (const { status, amount_cents } of books.of.dispute.list(sale.sale_id)) {
    if (status === "lost") takenBack += amount_cents;
  }
  const refundedCents = Math.min(takenBack, sale.amount_cents);
  const standing = standingOf(books, { ...sale, refunded_cents: refundedCents });
  const saleNow: SaleRow = { ...sale, refunded_cents: refundedCents, status: saleStatus(standing) };
  books.of.sale.put(saleNow);
  const feeCents = rebookFee(books, saleNow);
  const commission = books.of.commission.get(sale.sale_id);
  if (commission === undefined) {
    putCommission(books, sale.sale_id, null);
    keepChange(context, saleNow, {
      refunded_cents: refundedCents,
      commission_cents: 0,
      fee_cents: feeCents,
      commission_currency: null,
    });
    return { sale: saleNow, commission: null, deductedCents: 0 };
  }
  const rebooked = rebookCommission(books, commission, saleNow, standing);
  const commissionCents = rebooked.dueCents - commission.amount_at_sale_cents;
  keepChange(context, saleNow, {
    refunded_cents: refundedCents,
    commission_cents: commissionCents,
    fee_cents: feeCents,
    commission_currency: commission.currency,
  });
  return { sale: saleNow, commission: rebooked.commission, deductedCents: rebooked.deductedCents };
}

/** A sale, or a commission that no sale earned. */
export function isBooked(books: Books, id: number): boolean {
  return books.of.sale.get(id) !== undefined || earnedWithoutSale(books, id) !== undefined;
}

function earnedWithoutSale(books: Books, id: number): CommissionRow | undefined {
  const commission = books.of.commission.get(id);
  return commission?.kind === "sale" ? undefined : commission;
}

/** Of a sale, or of a commission that no sale earned; false where there is neither. */
export function rebookById(context: FoldContext, id: number): boolean {
  const { books } = context;
  const sale = books.of.sale.get(id);
  if (sale !== undefined) {
    rebook(context, sale);
    return true;
  }
  const commission = earnedWithoutSale(books, id);
  if (commission === undefined) return false;
  const saleId = saleOfReferral(id);
  // It follows from its sale, once the event is folded.
  if (saleId !== null) {
    books.changeSale(saleId, { sale: books.of.sale.get(saleId), commission: books.of.commission.get(saleId) });
  } else rebookEarned(context, commission);
  return true;
}

/** A hold by hand or by a flag keeps it back. A forfeit takes it whole, and so do refunds where it is a bonus that they take below. */
function rebookEarned(context: FoldContext, commission: CommissionRow): void {
  const { books } = context;
  const { sale_id, partner_id, currency, amount_at_sale_cents } = commission;
  const isReversed = forfeitCauseOf(books, commission) !== undefined || isBelowBonus(books, commission);
  const isHeld = books.of.commission_hold.get(sale_id) !== undefined || isHeldByFlag(books, commission);
  const stage = commission.stage === "paid" ? "approved" : commission.stage;
  const standing = { isReversed, isOpen: false, isHeld, isReduced: false };
  const amount_cents = isReversed ? 0 : amount_at_sale_cents;
  putCommission(books, sale_id, { ...commission, amount_cents, stage, status: commissionStatus(standing, stage) });
  keepChange(
    context,
    { sale_id, transaction_id: nameOf(commission), partner_id, currency, imported: null },
    {
      refunded_cents: 0,
      commission_cents: amount_cents - amount_at_sale_cents,
      fee_cents: 0,
      commission_currency: currency,
    },
  );
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

/** By all that went back of the sale, its disputes, and what holds its commission. */
export function standingOf(books: Books, sale: SaleRow): Standing {
  const { sale_id, amount_cents, refunded_cents, evidence } = sale;
  const isOpen = books.of.dispute.list(sale_id).some((dispute) => dispute.status === "open");
  const isByHand = books.of.commission_hold.get(sale_id) !== undefined;
  const isHeld = isByHand || isOpen || evidence === "chain_contradicted" || isHeldByFlag(books, sale);
  return { isReversed: refunded_cents === amount_cents, isOpen, isHeld, isReduced: refunded_cents > 0 };
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

/** An open dispute, a chain that contradicts the payment, a flag, or a person holds it back; it is neither lost nor payable. */
export function commissionStatus(
  { isReversed, isHeld, isReduced }: Standing,
  stage: CommissionRow["stage"],
): CommissionRow["status"] {
  if (isReversed) return "reversed";
  if (isHeld) return "held";
  return isReduced ? "refunded" : stage;
}
