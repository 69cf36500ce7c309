// Refunds and disputes a provider reports. They may name any alias of the payment, come before it, or come twice.
import type { Books } from "../../books.ts";
import { type Conclusion, duplicate, ignored, recorded } from "../../conclusion.ts";
import type { NamedEvent } from "../../events/event-names.ts";
import type { DataOf } from "../../events/events.ts";
import type { DisputeRow, RefundRow, SaleRow } from "../../rows/sale-rows.ts";
import { tick } from "../checklist.ts";
import type { FoldContext } from "../context.ts";
import { park } from "../payment/parking.ts";
import { learnTotal } from "../payment/payment-amount.ts";
import { valuesOf } from "../payment/payment-identified.ts";
import { rebook } from "../payment/rebook.ts";
import { unify } from "../payment/same-payment.ts";
import { isVerified } from "../payment/verified-amount.ts";
import { asOneDispute, asOneRefund, isSameRefund, refundKeyOf } from "./reversal-rows.ts";

type RefundEvent = NamedEvent<DataOf<"payment_refunded" | "refund_failed">>;
type DisputeEvent = NamedEvent<DataOf<"dispute_opened" | "dispute_closed">>;
type ReversalEvent = NamedEvent<RefundEvent["data"] | DisputeEvent["data"]>;

/** The one sale these names mean, or the conclusion if none is known (yet). */
function saleOf(context: FoldContext, event: ReversalEvent): SaleRow | Conclusion {
  const { books } = context;
  if (event.source !== "operator") tick(books, event, "webhook");
  if (event.is_test) return recorded("Test delivery recorded.");
  const known = unify(context, event, valuesOf(event.data.aliases));
  if (known?.state === "sale") return known.sale;
  if (known?.state === "expired") {
    return ignored("attribution_window_expired", "The payment had no commission: its attribution window had expired.");
  }
  return park(books, event, "payment_unknown", "The payment this belongs to has not become a sale yet.");
}

function isSale(found: SaleRow | Conclusion): found is SaleRow {
  return "sale_id" in found;
}

export function foldPaymentRefunded(context: FoldContext, event: NamedEvent<DataOf<"payment_refunded">>): Conclusion {
  const { books } = context;
  const found = saleOf(context, event);
  if (!isSale(found)) return found;
  const strange = otherCurrency(books, event, found);
  if (strange !== undefined) return strange;

  const sale = learnTotal(context, found, { ...event.data, id: event.id });
  const { refundKey, amountCents } = reportedRefund(event, sale);
  const earlier = books.of.refund.list(sale.sale_id).find((refund) => refund.refund_key === refundKey);
  const reported = refundRow(event, sale, refundKey, amountCents);
  const refund = earlier === undefined ? reported : asOneRefund(earlier, reported);
  const isNews = earlier === undefined ? amountCents > 0 : !isSameRefund(earlier, refund);
  if (!isNews) return duplicate("This refund is already recorded.", { reason: "same_refund", refersTo: sale.sale_id });
  books.of.refund.put(refund);
  rebook(context, sale);
  return recorded("Refund recorded.", { refersTo: sale.sale_id });
}

/** Without an id and an amount, all that is left is refunded: in total, the sale. */
function reportedRefund({ data, source }: NamedEvent<DataOf<"payment_refunded">>, sale: SaleRow) {
  const { refund_id: refundId, amount_cents: amountCents, cumulative_cents: cumulativeCents } = data;
  if (refundId !== null) {
    return { refundKey: refundKeyOf.id(refundId), amountCents: amountCents ?? sale.amount_cents - sale.refunded_cents };
  }
  if (cumulativeCents === null && amountCents !== null)
    return { refundKey: refundKeyOf.providerAmount(amountCents), amountCents };
  return { refundKey: refundKeyOf.total(source), amountCents: cumulativeCents ?? sale.amount_cents };
}

/** Also when it is reported before the refund itself: the row then keeps the refund from ever counting. */
export function foldRefundFailed(context: FoldContext, event: NamedEvent<DataOf<"refund_failed">>): Conclusion {
  const { books } = context;
  const sale = saleOf(context, event);
  if (!isSale(sale)) return sale;
  const refundKey = refundKeyOf.id(event.data.refund_id);
  const earlier = books.of.refund.list(sale.sale_id).find((refund) => refund.refund_key === refundKey);
  const reported = {
    ...refundRow(event, sale, refundKey, event.data.amount_cents ?? 0),
    has_failed: true,
    failed_event_id: event.id,
  };
  const refund = earlier === undefined ? reported : asOneRefund(earlier, reported);
  if (earlier !== undefined && isSameRefund(earlier, refund)) {
    return duplicate("This refund is already known to have failed.", { reason: "same_refund", refersTo: sale.sale_id });
  }
  books.of.refund.put(refund);
  rebook(context, sale);
  return recorded("Refund taken back: it did not go through.", { refersTo: sale.sale_id });
}

export function foldDispute(context: FoldContext, event: DisputeEvent): Conclusion {
  const { books } = context;
  const found = saleOf(context, event);
  if (!isSale(found)) return found;
  const { data } = event;
  const strange = otherCurrency(books, event, found);
  if (strange !== undefined) return strange;

  const sale = learnTotal(context, found, { ...data, id: event.id });
  const earlier = books.of.dispute.list(sale.sale_id).find((dispute) => dispute.dispute_id === data.dispute_id);
  if (earlier === undefined && event.source === "operator") {
    return ignored("unknown_dispute", `This sale has no dispute ${data.dispute_id}.`, { refersTo: sale.sale_id });
  }
  const reported = disputeRow(event, sale);
  const dispute = earlier === undefined ? reported : asOneDispute(earlier, reported, sale.amount_cents);
  if (earlier?.status === dispute.status && earlier.amount_cents === dispute.amount_cents) {
    return duplicate("This dispute is already recorded.", { reason: "same_dispute", refersTo: sale.sale_id });
  }
  books.of.dispute.put(dispute);
  rebook(context, sale);
  return recorded(disputeMessages[dispute.status], { refersTo: sale.sale_id });
}

const disputeMessages = {
  open: "Dispute opened: the commission is held back.",
  won: "Dispute won: the commission is restored.",
  lost: "Dispute lost: the disputed amount is reversed.",
} as const;

function refundRow(event: RefundEvent, sale: SaleRow, refundKey: string, amountCents: number): RefundRow {
  return {
    program_id: sale.program_id,
    sale_id: sale.sale_id,
    refund_key: refundKey,
    event_id: event.id,
    amount_cents: amountCents,
    has_failed: false,
    failed_event_id: null,
    call_event_id: null,
    provider_cents: null,
    reason: event.data.type === "payment_refunded" ? event.data.reason : null,
    source: event.source,
    received_at: event.received_at,
  };
}

function disputeRow({ id, data, received_at }: DisputeEvent, sale: SaleRow): DisputeRow {
  return {
    program_id: sale.program_id,
    sale_id: sale.sale_id,
    dispute_id: data.dispute_id,
    event_id: id,
    amount_cents: data.amount_cents ?? sale.amount_cents,
    is_whole: data.amount_cents === null ? true : null,
    status: data.type === "dispute_opened" ? "open" : data.result,
    received_at,
  };
}

function otherCurrency(
  books: Books,
  event: NamedEvent<DataOf<"payment_refunded">> | DisputeEvent,
  sale: SaleRow,
): Conclusion | undefined {
  const { currency } = event.data;
  if (currency === null || currency === sale.currency) return undefined;
  // The sale is by a call's or an import's word: the provider's report of the payment settles its currency.
  if (!isVerified(sale)) {
    return park(books, event, "payment_unknown", `The payment was not reported in ${currency} yet by its provider.`);
  }
  return ignored(
    "other_currency",
    `Reported in ${currency}, but the sale is in ${sale.currency}: amounts are never converted.`,
    {
      refersTo: sale.sale_id,
    },
  );
}
