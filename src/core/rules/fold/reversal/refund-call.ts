// A refund the brand's backend reports, once per refund.

import type { SkippedRefundReason } from "../../../vocabulary/outcome-reasons.ts";
import type { Books } from "../../books.ts";
import { type Conclusion, duplicate, type RefundAnswer, recorded, refused } from "../../conclusion.ts";
import type { Event, RefundReported } from "../../events/events.ts";
import type { RefundRow, SaleRow } from "../../rows/sale-rows.ts";
import { decisionOn } from "../attribution/decided-by-hand.ts";
import type { FoldContext } from "../context.ts";
import { findPayment } from "../payment/payment-identity.ts";
import { type Rebooked, rebook } from "../payment/rebook.ts";
import { pairRefunds } from "./refund-pairing.ts";
import { asOneRefund, isWithoutId, refundKeyOf } from "./reversal-rows.ts";

export function foldRefundCall(context: FoldContext, event: Event<RefundReported>): Conclusion {
  const { books, isAsked } = context;
  const { data } = event;
  const known = findPayment(books, data.transaction_id);
  if (known?.state !== "sale") {
    return refused("sale_not_found", "No sale of this program has this transaction_id.");
  }
  const { sale } = known;
  const rest = sale.amount_cents - sale.refunded_cents;
  const askedCents = data.refund_amount_cents || null;
  const refunds = books.of.refund.list(sale.sale_id);
  const earlier = earlierCall(refunds, data.refund_id, askedCents);
  if (earlier !== undefined) {
    // Both are in the log if a replay found that two names are one payment's: the larger one counts, as of any refund.
    if (!isAsked) books.of.refund.put(asOneRefund(earlier, refundOfCall(event, sale, askedCents)));
    return repeated(books, rebook(context, sale).sale, earlier, data);
  }
  if (askedCents === null && rest === 0) {
    return duplicate("The whole sale is already refunded.", skipped(books, sale, "already_refunded"));
  }
  const reported = refundOfCall(event, sale, askedCents);
  const byProvider = refunds.find((refund) => refund.refund_key === reported.refund_key);
  const refund = byProvider === undefined ? reported : { ...byProvider, call_event_id: event.id };
  const others = refunds.filter((other) => other !== byProvider);
  if (pairRefunds([...others, refund], sale.amount_cents).reportedByProvider.has(refund)) {
    // The call is kept: the provider's report counts for this one and for no other.
    books.of.refund.put(refund);
    const { sale: saleNow } = rebook(context, sale);
    return recorded("The provider reported this refund already.", skipped(books, saleNow, "reported_by_provider"));
  }
  // A refund in the log was paid: a replay may have found since that less was left, and no more than the sale is taken.
  if (refund.amount_cents > rest && isAsked) {
    return refused(
      "refund_exceeds_sale",
      `Only ${rest} of ${sale.amount_cents} is left to refund; nothing was recorded.`,
      { refersTo: sale.sale_id },
    );
  }
  books.of.refund.put(refund);
  const rebooked = rebook(context, sale);
  return refundedBy(refund, isTakenAway(books, sale) ? { ...rebooked, commission: null, deductedCents: 0 } : rebooked);
}

/** By a person: no partner earns from it, and between two events no book has it. */
function isTakenAway(books: Books, { sale_id }: SaleRow): boolean {
  return decisionOn(books, sale_id)?.state === "removed";
}

/** A refund_id names one refund; without one, and without an amount, each call is another. */
function refundOfCall(
  { id, data, source, received_at }: Event<RefundReported>,
  sale: SaleRow,
  askedCents: number | null,
): RefundRow {
  const withoutId = askedCents === null ? refundKeyOf.rest(id) : refundKeyOf.amount(askedCents);
  return {
    program_id: sale.program_id,
    sale_id: sale.sale_id,
    refund_key: data.refund_id === null ? withoutId : refundKeyOf.id(data.refund_id),
    event_id: id,
    amount_cents: askedCents ?? sale.amount_cents - sale.refunded_cents,
    has_failed: false,
    failed_event_id: null,
    call_event_id: id,
    provider_cents: null,
    reason: data.refund_reason,
    source,
    received_at,
  };
}

/** The call for the same refund: by its id, or without one by the amount of another that had none either. */
function earlierCall(
  refunds: readonly RefundRow[],
  refundId: string | null,
  askedCents: number | null,
): RefundRow | undefined {
  const calls = refunds.filter((refund) => refund.call_event_id !== null);
  if (refundId !== null) return calls.find((refund) => refund.refund_key === refundKeyOf.id(refundId));
  return calls.find((refund) => isWithoutId(refund) && refund.amount_cents === askedCents);
}

/** A retry gets the answer that the call it repeats got. */
function repeated(books: Books, sale: SaleRow, earlier: RefundRow, { refund_id }: RefundReported): Conclusion {
  const { reportedByProvider } = pairRefunds(books.of.refund.list(sale.sale_id), sale.amount_cents);
  const reportedAt = reportedByProvider.get(earlier);
  if (reportedAt !== undefined && reportedAt < (earlier.call_event_id ?? 0)) {
    return duplicate("The provider reported this refund already.", skipped(books, sale, "reported_by_provider"));
  }
  const reason = refund_id === null ? "same_refund_amount" : "same_refund_id";
  return duplicate(
    "This refund was already recorded; give each refund its own refund_id.",
    skipped(books, sale, reason),
  );
}

function refundedBy(refund: RefundRow, { sale, commission, deductedCents }: Rebooked): Conclusion {
  const status = statusOf(sale, commission !== null);
  const answer: RefundAnswer = {
    kind: "refund",
    status,
    sale_id: sale.sale_id,
    commission_id: commission?.sale_id ?? null,
    refunded_cents: refund.amount_cents,
    refunded_total_cents: sale.refunded_cents,
    commission_cents: commission?.amount_cents ?? 0,
    commission_deducted_cents: deductedCents,
    reason: null,
  };
  return recorded(refundMessages[status], { refersTo: sale.sale_id, answer });
}

function statusOf(sale: SaleRow, hasCommission: boolean): "reversed" | "refunded" | "no_commission" {
  if (!hasCommission) return "no_commission";
  return sale.status === "reversed" ? "reversed" : "refunded";
}

const refundMessages = {
  reversed: "Refund recorded: the sale is fully refunded and its commission reversed.",
  refunded: "Refund recorded: the commission was reduced.",
  no_commission: "Refund recorded: this sale has no commission.",
} as const;

function skipped<Reason extends SkippedRefundReason>(
  books: Books,
  sale: SaleRow,
  reason: Reason,
): { reason: Reason; refersTo: number; answer: RefundAnswer } {
  const commission = isTakenAway(books, sale) ? undefined : books.of.commission.get(sale.sale_id);
  return {
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
  };
}
