// One refund, two reports: which of a sale's refund calls a provider reported as well, and what all of them took back.
// Pairs are one to one and follow from the rows alone, so the order of deliveries cannot matter: a call and a provider's refund
// of equal amount are one, regardless of their ids; a call that fits into a provider's running total, less what calls paired
// before it take, is in that total. Calls are paired in the order they came, so a call adds its whole amount or nothing.
import type { RefundRow } from "../../rows/sale-rows.ts";
import { isByProvider, isRest, isTotal } from "./reversal-rows.ts";

export type PairedRefunds = {
  /** All that went back by refunds, uncapped. */
  readonly refundedCents: number;
  /** The calls that a provider reported as well, each with the event of that report. */
  readonly reportedByProvider: ReadonlyMap<RefundRow, number>;
  /** The calls that no provider reported, in the order they came. */
  readonly byCallAlone: readonly RefundRow[];
};

/** Of one sale. */
export function pairRefunds(refunds: readonly RefundRow[], saleCents: number): PairedRefunds {
  const inOrder = [...refunds].sort((a, b) => a.event_id - b.event_id);
  const singles = inOrder.filter((refund) => !isTotal(refund));
  const byProviders = singles.filter(isByProvider);
  const reported = pairSingles(singles, byProviders);
  const provided = sumOf(byProviders.filter((refund) => !refund.has_failed));
  // A refund that failed was in the total when that was reported.
  const total = largestTotal(inOrder) - sumOf(singles.filter((refund) => refund.has_failed));
  const paired = [...reported].filter(([, by]) => !by.has_failed).map(([call]) => call);
  let roomCents = total - sumOf(paired);
  const byCallAlone: RefundRow[] = [];
  const reportedByProvider = new Map([...reported].map(([call, by]) => [call, by.event_id]));
  const totalReportedAt = inOrder.find(isTotal)?.event_id ?? 0;
  for (const call of singles) {
    if (isByProvider(call) || reported.has(call)) continue;
    // What was gone before the rest was asked for is not in that rest: the total holds it once it is all of the sale.
    const isInTotal = call.amount_cents <= roomCents && (!isRest(call) || total >= saleCents);
    if (isInTotal) {
      roomCents -= call.amount_cents;
      reportedByProvider.set(call, totalReportedAt);
    } else byCallAlone.push(call);
  }
  const refundedCents = Math.max(provided, total, 0) + sumOf(byCallAlone);
  return { refundedCents, reportedByProvider, byCallAlone };
}

/** Each provider's refund matches one call at most: the call with its id, else the first that fits. */
function pairSingles(
  singles: readonly RefundRow[],
  byProviders: readonly RefundRow[],
): ReadonlyMap<RefundRow, RefundRow> {
  const pairs = new Map<RefundRow, RefundRow>();
  for (const refund of byProviders) if (refund.call_event_id !== null) pairs.set(refund, refund);
  const free = byProviders.filter((refund) => !pairs.has(refund));
  for (const call of singles) {
    if (isByProvider(call)) continue;
    const index = free.findIndex((reported) => matchesCall(reported, call));
    const [reported] = index < 0 ? [] : free.splice(index, 1);
    if (reported !== undefined) pairs.set(call, reported);
  }
  return pairs;
}

/** What was gone before a call asked for the rest is not in that rest; and a call after a refund had failed is of another. */
function matchesCall(reported: RefundRow, call: RefundRow): boolean {
  if (reported.amount_cents !== call.amount_cents) return false;
  if (reported.failed_event_id !== null && reported.failed_event_id < call.event_id) return false;
  return !isRest(call) || reported.event_id > call.event_id;
}

function largestTotal(refunds: readonly RefundRow[]): number {
  return Math.max(0, ...refunds.filter(isTotal).map((refund) => refund.amount_cents));
}

function sumOf(refunds: readonly RefundRow[]): number {
  return refunds.reduce((sum, refund) => sum + refund.amount_cents, 0);
}
