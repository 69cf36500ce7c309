// Refunds and disputes a provider tells of. They may name any alias of the payment, come before it, or come twice.
import type { Books } from "../books.ts";
import { type Conclusion, duplicate, ignored, recorded } from "../conclusion.ts";
import type { Event, RecordedFact } from "../events.ts";
import type { RefundRow, SaleRow } from "../rows.ts";
import { tick } from "./checklist.ts";
import { park } from "./parking.ts";
import { findPayment } from "./payment-identity.ts";
import { rebook, refundKeyOf } from "./rebook.ts";

type FactOf<Type extends RecordedFact["type"]> = Extract<RecordedFact, { type: Type }>;
type EventOf<Type extends RecordedFact["type"]> = Event<FactOf<Type>>;
type RefundEvent = Event<FactOf<"payment_refunded"> | FactOf<"refund_failed">>;
type DisputeEvent = Event<FactOf<"dispute_opened"> | FactOf<"dispute_closed">>;
type ReversalEvent = Event<RefundEvent["data"] | DisputeEvent["data"]>;

/** The sale these names mean, or what to conclude where there is none (yet). */
function saleOf(books: Books, event: ReversalEvent): SaleRow | Conclusion {
  if (event.source !== "operator") tick(books, event, "webhook");
  if (event.is_test) return recorded("Test delivery recorded.");
  const known = findPayment(
    books,
    event.data.aliases.map((alias) => alias.value),
  );
  if (known?.state === "sale") return known.sale;
  if (known?.state === "expired") {
    return ignored("attribution_window_expired", "The payment had no commission: its attribution window had expired.");
  }
  return park(books, event, "payment_unknown", "The payment this belongs to has not become a sale yet.");
}

function isSale(found: SaleRow | Conclusion): found is SaleRow {
  return "sale_id" in found;
}

export function foldPaymentRefunded(books: Books, event: EventOf<"payment_refunded">): Conclusion {
  const sale = saleOf(books, event);
  if (!isSale(sale)) return sale;
  const { data } = event;
  const strange = otherCurrency(sale, data.currency);
  if (strange !== undefined) return strange;

  const isTotal = data.refund_id === null && data.cumulative_cents !== null;
  const amountCents = (isTotal ? data.cumulative_cents : data.amount_cents) ?? sale.amount_cents - sale.refunded_cents;
  const singleKey = data.refund_id === null ? refundKeyOf.amount(amountCents) : refundKeyOf.id(data.refund_id);
  const refundKey = isTotal ? refundKeyOf.total(event.source) : singleKey;
  const earlier = books.of.refund.list(sale.sale_id).find((refund) => refund.refund_key === refundKey);
  const isNews = earlier === undefined || (isTotal && amountCents > earlier.amount_cents);
  if (!isNews) return duplicate("This refund is already recorded.", { reason: "same_refund", refersTo: sale.sale_id });
  books.of.refund.put(refundRow(event, sale, refundKey, amountCents, earlier));
  rebook(books, sale);
  return recorded("Refund recorded.", { refersTo: sale.sale_id });
}

/** Also when it is told before the refund itself: the row then keeps the refund from ever counting. */
export function foldRefundFailed(books: Books, event: EventOf<"refund_failed">): Conclusion {
  const sale = saleOf(books, event);
  if (!isSale(sale)) return sale;
  const refundKey = refundKeyOf.id(event.data.refund_id);
  const earlier = books.of.refund.list(sale.sale_id).find((refund) => refund.refund_key === refundKey);
  if (earlier?.has_failed) {
    return duplicate("This refund is already known to have failed.", { reason: "same_refund", refersTo: sale.sale_id });
  }
  const amountCents = event.data.amount_cents ?? earlier?.amount_cents ?? 0;
  books.of.refund.put({ ...refundRow(event, sale, refundKey, amountCents, earlier), has_failed: true });
  rebook(books, sale);
  return recorded("Refund taken back: it did not go through.", { refersTo: sale.sale_id });
}

export function foldDispute(books: Books, event: DisputeEvent): Conclusion {
  const sale = saleOf(books, event);
  if (!isSale(sale)) return sale;
  const { data } = event;
  const strange = otherCurrency(sale, data.currency);
  if (strange !== undefined) return strange;

  const status = data.type === "dispute_opened" ? "open" : data.result;
  const earlier = books.of.dispute.list(sale.sale_id).find((dispute) => dispute.dispute_id === data.dispute_id);
  if (earlier === undefined && event.source === "operator") {
    return ignored("unknown_dispute", `This sale has no dispute ${data.dispute_id}.`, { refersTo: sale.sale_id });
  }
  if (earlier !== undefined && (earlier.status === status || status === "open")) {
    return duplicate("This dispute is already recorded.", { reason: "same_dispute", refersTo: sale.sale_id });
  }
  books.of.dispute.put({
    program_id: books.programId,
    sale_id: sale.sale_id,
    dispute_id: data.dispute_id,
    event_id: earlier?.event_id ?? event.id,
    amount_cents: data.amount_cents ?? earlier?.amount_cents ?? sale.amount_cents,
    status,
    received_at: earlier?.received_at ?? event.received_at,
  });
  rebook(books, sale);
  return recorded(disputeMessages[status], { refersTo: sale.sale_id });
}

const disputeMessages = {
  open: "Dispute opened: the commission is held back.",
  won: "Dispute won: the commission is restored.",
  lost: "Dispute lost: the disputed amount is reversed.",
} as const;

function refundRow(
  event: RefundEvent,
  sale: SaleRow,
  refundKey: string,
  amountCents: number,
  earlier: RefundRow | undefined,
): RefundRow {
  return {
    program_id: sale.program_id,
    sale_id: sale.sale_id,
    refund_key: refundKey,
    event_id: earlier?.event_id ?? event.id,
    amount_cents: amountCents,
    has_failed: false,
    reason: event.data.type === "payment_refunded" ? event.data.reason : (earlier?.reason ?? null),
    source: event.source,
    received_at: earlier?.received_at ?? event.received_at,
  };
}

function otherCurrency(sale: SaleRow, currency: string | null): Conclusion | undefined {
  if (currency === null || currency === sale.currency) return undefined;
  return ignored(
    "other_currency",
    `Told in ${currency}, but the sale is in ${sale.currency}: amounts are never converted.`,
    {
      refersTo: sale.sale_id,
    },
  );
}
