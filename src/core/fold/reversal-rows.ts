// What takes money back from a sale, told once or several times: the rows of refunds and disputes, and when two tellings are one.
// Two rows of one refund, or of one dispute, say the same whichever was told first; so the order of tellings cannot matter.
import type { DisputeRow, RefundRow } from "../rows.ts";

export const refundKeyOf = {
  /** Of a call or of a provider: one refund where both give the same id. */
  id: (refundId: string): string => `id:${refundId}`,
  /** Of a call without an id. */
  amount: (amountCents: number): string => `amount:${amountCents}`,
  rest: (eventId: number): string => `rest:${eventId}`,
  /** Of a provider that gives no id. */
  told: (amountCents: number): string => `told:${amountCents}`,
  total: (source: string): string => `total:${source}`,
};

export function isTotal({ refund_key }: RefundRow): boolean {
  return refund_key.startsWith("total:");
}

/** A call for all that was left when it came. */
export function isRest({ refund_key }: RefundRow): boolean {
  return refund_key.startsWith("rest:");
}

/** Told by a call that gave no refund_id. */
export function isWithoutId(refund: RefundRow): boolean {
  return refund.refund_key.startsWith("amount:") || isRest(refund);
}

/** Told under one key: the most of it counts, one that failed has failed, and a provider's word stands above a call's. */
export function asOneRefund(one: RefundRow, other: RefundRow): RefundRow {
  const [first, second] = one.event_id <= other.event_id ? [one, other] : [other, one];
  return {
    ...first,
    amount_cents: Math.max(first.amount_cents, second.amount_cents),
    has_failed: first.has_failed || second.has_failed,
    failed_event_id: earlierOf(first.failed_event_id, second.failed_event_id),
    call_event_id: earlierOf(first.call_event_id, second.call_event_id),
    reason: first.reason ?? second.reason,
    source: first.source === "api" ? second.source : first.source,
  };
}

function earlierOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

/** Nothing that counts tells them apart. */
export function isSameRefund(one: RefundRow, other: RefundRow): boolean {
  return one.amount_cents === other.amount_cents && one.has_failed === other.has_failed && one.source === other.source;
}

/**
 * Told under one id: how it ended counts, told first or last; and where one telling says a part of the payment and the other
 * all of it, as one without an amount does, the part.
 */
export function asOneDispute(earlier: DisputeRow, told: DisputeRow, saleCents: number): DisputeRow {
  const isOver = told.status === "open" && earlier.status !== "open";
  const [better, other] = isOver ? [earlier, told] : [told, earlier];
  const cents = better.amount_cents < saleCents ? better.amount_cents : other.amount_cents;
  const first = earlier.event_id <= told.event_id ? earlier : told;
  return { ...first, status: better.status, amount_cents: cents };
}
