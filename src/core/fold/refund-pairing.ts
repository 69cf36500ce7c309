// One refund, two tellers: which of a sale's refund calls a provider told of as well, and what all of them took back.
// Pairs are one to one and follow from the rows alone, so the order of deliveries cannot matter: a call and a provider's refund
// of equal amount are one, whatever ids they carry; a call that fits into a provider's running total, less what calls paired
// before it take, is in that total. Calls are paired in the order they came, so a call adds its whole amount or nothing.
import type { RefundRow } from "../rows.ts";
import { isRest, isTotal } from "./reversal-rows.ts";

export type PairedRefunds = {
  /** All that went back by refunds, uncapped. */
  readonly refundedCents: number;
  /** The calls that a provider told as well, each with the event of that telling. */
  readonly toldByProvider: ReadonlyMap<RefundRow, number>;
};

/** Of one sale. */
export function pairRefunds(refunds: readonly RefundRow[], saleCents: number): PairedRefunds {
  const inOrder = [...refunds].sort((a, b) => a.event_id - b.event_id);
  const singles = inOrder.filter((refund) => !isTotal(refund));
  const byProviders = singles.filter(isByProvider);
  const told = pairSingles(singles, byProviders);
  const provided = sumOf(byProviders.filter((refund) => !refund.has_failed));
  // A refund that failed was in the total when that was told.
  const total = largestTotal(inOrder) - sumOf(singles.filter((refund) => refund.has_failed));
  const paired = [...told].filter(([, by]) => !by.has_failed).map(([call]) => call);
  let roomCents = total - sumOf(paired);
  let addedCents = 0;
  const toldByProvider = new Map([...told].map(([call, by]) => [call, by.event_id]));
  const toldTotalAt = inOrder.find(isTotal)?.event_id ?? 0;
  for (const call of singles) {
    if (isByProvider(call) || told.has(call)) continue;
    // What was gone before the rest was asked for is not in that rest: the total holds it once it is all of the sale.
    const isInTotal = call.amount_cents <= roomCents && (!isRest(call) || total >= saleCents);
    if (isInTotal) {
      roomCents -= call.amount_cents;
      toldByProvider.set(call, toldTotalAt);
    } else addedCents += call.amount_cents;
  }
  return { refundedCents: Math.max(provided, total, 0) + addedCents, toldByProvider };
}

/** Each provider's refund stands for one call at most: for the call of its own id, else for the first that fits. */
function pairSingles(
  singles: readonly RefundRow[],
  byProviders: readonly RefundRow[],
): ReadonlyMap<RefundRow, RefundRow> {
  const pairs = new Map<RefundRow, RefundRow>();
  for (const refund of byProviders) if (refund.call_event_id !== null) pairs.set(refund, refund);
  const free = byProviders.filter((refund) => !pairs.has(refund));
  for (const call of singles) {
    if (isByProvider(call)) continue;
    const index = free.findIndex((told) => standsFor(told, call));
    const [told] = index < 0 ? [] : free.splice(index, 1);
    if (told !== undefined) pairs.set(call, told);
  }
  return pairs;
}

/** What was gone before a call asked for the rest is not in that rest; and a call after a refund had failed is of another. */
function standsFor(told: RefundRow, call: RefundRow): boolean {
  if (told.amount_cents !== call.amount_cents) return false;
  if (told.failed_event_id !== null && told.failed_event_id < call.event_id) return false;
  return !isRest(call) || told.event_id > call.event_id;
}

function isByProvider(refund: RefundRow): boolean {
  return refund.source !== "api";
}

function largestTotal(refunds: readonly RefundRow[]): number {
  return Math.max(0, ...refunds.filter(isTotal).map((refund) => refund.amount_cents));
}

function sumOf(refunds: readonly RefundRow[]): number {
  return refunds.reduce((sum, refund) => sum + refund.amount_cents, 0);
}
