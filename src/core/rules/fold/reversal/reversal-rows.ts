// What takes money back from a sale, reported once or several times: the rows of refunds and disputes, and when two reports are one.
// Two rows of one refund, or of one dispute, say the same whichever came first; so the order of reports cannot matter.
// Rows that are made one are written column by column: a new column does not compile until it is said whose counts.
import type { DisputeRow, RefundRow } from "../../rows/sale-rows.ts";

export const refundKeyOf = {
  /** Of a call or of a provider: one refund where both give the same id. */
  id: (refundId: string): string => `id:${refundId}`,
  /** Of a call without an id. */
  amount: (amountCents: number): string => `amount:${amountCents}`,
  rest: (eventId: number): string => `rest:${eventId}`,
  /** Of a provider that gives no id. */
  providerAmount: (amountCents: number): string => `told:${amountCents}`,
  total: (source: string): string => `total:${source}`,
};

export function isTotal({ refund_key }: RefundRow): boolean {
  return refund_key.startsWith("total:");
}

/** A call for all that was left when it came. */
export function isRest({ refund_key }: RefundRow): boolean {
  return refund_key.startsWith("rest:");
}

/** Reported by a call that gave no refund_id. */
export function isWithoutId(refund: RefundRow): boolean {
  return refund.refund_key.startsWith("amount:") || isRest(refund);
}

/** Under one key the largest amount counts, a failed refund stays failed, and a provider's report takes precedence over a call's. */
export function asOneRefund(one: RefundRow, other: RefundRow): RefundRow {
  const [first, second] = one.event_id <= other.event_id ? [one, other] : [other, one];
  const amountCents = Math.max(first.amount_cents, second.amount_cents);
  const providerCents = Math.max(providerCentsOf(first), providerCentsOf(second));
  const source = first.source === "api" ? second.source : first.source;
  return {
    program_id: first.program_id,
    sale_id: first.sale_id,
    refund_key: first.refund_key,
    event_id: first.event_id,
    amount_cents: amountCents,
    has_failed: first.has_failed || second.has_failed,
    failed_event_id: earlierOf(first.failed_event_id, second.failed_event_id),
    call_event_id: earlierOf(first.call_event_id, second.call_event_id),
    provider_cents: source !== "api" && providerCents < amountCents ? providerCents : null,
    reason: first.reason ?? second.reason,
    source,
    received_at: first.received_at,
  };
}

/** Reported by a provider, whether or not a call reported it as well. */
export function isByProvider(refund: RefundRow): boolean {
  return refund.source !== "api";
}

/** What of it a provider reported. */
export function providerCentsOf(refund: RefundRow): number {
  return isByProvider(refund) ? (refund.provider_cents ?? refund.amount_cents) : 0;
}

function earlierOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

/** Which columns count where two rows of one refund are distinguished. */
const counts: { readonly [Column in keyof RefundRow]: boolean } = {
  program_id: false,
  sale_id: false,
  refund_key: false,
  event_id: false,
  amount_cents: true,
  has_failed: true,
  failed_event_id: false,
  call_event_id: false,
  provider_cents: true,
  reason: false,
  source: true,
  received_at: false,
};
const countingColumns = Object.keys(counts)
  .filter((name): name is keyof RefundRow => name in counts)
  .filter((column) => counts[column]);

/** They differ in nothing that counts. */
export function isSameRefund(one: RefundRow, other: RefundRow): boolean {
  return countingColumns.every((column) => one[column] === other[column]);
}

/**
 * Reported under one id: how it ended counts, reported first or last; and where one report says a part of the payment and the other
 * all of it, as one without an amount does, the part.
 */
export function asOneDispute(earlier: DisputeRow, reported: DisputeRow, saleCents: number): DisputeRow {
  const isOver = reported.status === "open" && earlier.status !== "open";
  const [better, other] = isOver ? [earlier, reported] : [reported, earlier];
  const { amount_cents, is_whole } = better.amount_cents < saleCents ? better : other;
  const first = earlier.event_id <= reported.event_id ? earlier : reported;
  return {
    program_id: first.program_id,
    sale_id: first.sale_id,
    dispute_id: first.dispute_id,
    event_id: first.event_id,
    amount_cents,
    is_whole,
    status: better.status,
    received_at: first.received_at,
  };
}
