// A refund the brand's backend reports, once per refund.
import type { Books } from "../books.ts";
import { type Conclusion, duplicate, type RefundAnswer, recorded, refused } from "../conclusion.ts";
import type { Event, RefundReported } from "../events.ts";
import type { RefundRow, SaleRow } from "../rows.ts";
import { findPayment } from "./payment-identity.ts";
import { rebook } from "./rebook.ts";
import { isWithoutId, refundKeyOf } from "./reversal-rows.ts";

export function foldRefundCall(books: Books, event: Event<RefundReported>): Conclusion {
  const { data } = event;
  const known = findPayment(books, [data.transaction_id]);
  if (known?.state !== "sale") {
    return refused("sale_not_found", "No sale of this program has this transaction_id.");
  }
  const { sale } = known;
  const rest = sale.amount_cents - sale.refunded_cents;
  const askedCents = data.refund_amount_cents || null;
  const earlier = earlierRefund(books, sale.sale_id, data.refund_id, askedCents);
  if (earlier !== undefined) {
    const reason = data.refund_id === null ? "same_refund_amount" : "same_refund_id";
    return skipped(books, sale, reason, "This refund was already recorded; give each refund its own refund_id.");
  }
  if (data.refund_id === null && askedCents !== null && isToldByProvider(books, sale.sale_id, askedCents)) {
    return skipped(books, sale, "told_by_provider", "The provider told of this refund already.");
  }
  if (askedCents === null && rest === 0) {
    return skipped(books, sale, "already_refunded", "The whole sale is already refunded.");
  }
  const amountCents = askedCents ?? rest;
  if (amountCents > rest) {
    return refused(
      "refund_exceeds_sale",
      `Only ${rest} of ${sale.amount_cents} is left to refund; nothing was recorded.`,
      { refersTo: sale.sale_id },
    );
  }
  const refundKey = data.refund_id === null ? keyWithoutId(askedCents, event.id) : refundKeyOf.id(data.refund_id);
  books.of.refund.put({
    program_id: books.programId,
    sale_id: sale.sale_id,
    refund_key: refundKey,
    event_id: event.id,
    amount_cents: amountCents,
    has_failed: false,
    reason: data.refund_reason,
    source: event.source,
    received_at: event.received_at,
  });
  const { sale: saleNow, commission, deductedCents } = rebook(books, sale);
  const answer: RefundAnswer = {
    kind: "refund",
    status: statusOf(saleNow, commission !== null),
    sale_id: sale.sale_id,
    commission_id: commission?.sale_id ?? null,
    refunded_cents: amountCents,
    refunded_total_cents: saleNow.refunded_cents,
    commission_cents: commission?.amount_cents ?? 0,
    commission_deducted_cents: deductedCents,
    reason: null,
  };
  return recorded(refundMessages[answer.status], { refersTo: sale.sale_id, answer });
}

function keyWithoutId(askedCents: number | null, eventId: number): string {
  return askedCents === null ? refundKeyOf.rest(eventId) : refundKeyOf.amount(askedCents);
}

/** The same refund told before: by its id, or without one by the amount of another that had none either. */
function earlierRefund(
  books: Books,
  saleId: number,
  refundId: string | null,
  askedCents: number | null,
): RefundRow | undefined {
  const refunds = books.of.refund.list(saleId);
  if (refundId !== null) return refunds.find((refund) => refund.refund_key === refundKeyOf.id(refundId));
  return refunds.find((refund) => isWithoutId(refund) && refund.amount_cents === askedCents);
}

/** A call without a refund_id and a provider's refund of the same amount are one refund, whichever comes first. */
function isToldByProvider(books: Books, saleId: number, askedCents: number): boolean {
  return books.of.refund
    .list(saleId)
    .some((refund) => refund.source !== "api" && !refund.has_failed && refund.amount_cents === askedCents);
}

function statusOf(sale: SaleRow, hasCommission: boolean): "reversed" | "refunded" | "no_commission" {
  if (!hasCommission) return "no_commission";
  return sale.status === "reversed" ? "reversed" : "refunded";
}

const refundMessages = {
  reversed: "Refund recorded: the sale is fully refunded and its commission reversed.",
  refunded: "Refund recorded: the commission was reduced.",
  no_commission: "Refund recorded: this sale has no commission.",
  skipped: "Refund skipped.",
} as const;

function skipped(books: Books, sale: SaleRow, reason: string, message: string): Conclusion {
  const commission = books.of.commission.get(sale.sale_id);
  return duplicate(message, {
    reason,
    refersTo: sale.sale_id,
    answer: {
      kind: "refund",
      status: "skipped",
      sale_id: sale.sale_id,
      commission_id: commission?.sale_id ?? null,
      refunded_cents: 0,
      refunded_total_cents: sale.refunded_cents,
      commission_cents: commission?.amount_cents ?? 0,
      commission_deducted_cents: 0,
      reason,
    },
  });
}
