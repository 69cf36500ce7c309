// One payment, many names: which payment does a name mean, and what is its state?
import type { Books } from "../../books.ts";
import type { SaleRow } from "../../rows/sale-rows.ts";
import { keepAsSamePayment } from "../outcome.ts";
import { unpark } from "./parking.ts";

export type KnownPayment =
  | { readonly state: "sale"; readonly paymentId: number; readonly sale: SaleRow }
  | {
      readonly state: "expired";
      readonly paymentId: number;
      readonly overrun: { readonly click_age_days: number; readonly window_days: number };
    }
  /** Reported before, but not attributed yet. */
  | { readonly state: "waiting"; readonly paymentId: number };

/** A payment that was decided: a partner earned from it, or it came too late. */
export type DecidedPayment = Exclude<KnownPayment, { state: "waiting" }>;

/** The payment this name means; undefined when it is not known. */
export function findPayment(books: Books, alias: string): KnownPayment | undefined {
  const row = books.of.payment_alias.get(alias);
  return row === undefined ? undefined : paymentReportedBy(books, row.payment_id);
}

/** The payment that this event reported; undefined if no partner earned from it. */
export function paymentReportedBy(books: Books, eventId: number): KnownPayment | undefined {
  let paymentId = eventId;
  for (;;) {
    const sale = books.of.sale.get(paymentId);
    if (sale !== undefined) return { state: "sale", paymentId, sale };
    const outcome = books.of.outcome.get(paymentId);
    if (outcome === undefined) return undefined;
    if (outcome.outcome === "duplicate" && outcome.refers_to !== null) {
      paymentId = outcome.refers_to;
      continue;
    }
    if (outcome.outcome === "parked") return { state: "waiting", paymentId };
    if (outcome.outcome !== "expired") return undefined;
    if (outcome.refers_to !== null) {
      paymentId = outcome.refers_to;
      continue;
    }
    if (outcome.detail === null) throw new Error(`expired event ${paymentId} lacks its ages`);
    return { state: "expired", paymentId, overrun: outcome.detail };
  }
}

/** The parked event reported the same payment as `byEventId`, which says more: it is no longer parked. */
export function supersede(books: Books, waitingEventId: number, byEventId: number): void {
  unpark(books, waitingEventId);
  keepAsSamePayment(books, waitingEventId, byEventId);
}

/** An expired payment turned out to be a known one: an event that names it means that one from now on. */
export function redirectExpired(books: Books, expiredEventId: number, toPaymentId: number): void {
  const outcome = books.of.outcome.get(expiredEventId);
  if (outcome === undefined) throw new Error(`expired event ${expiredEventId} has no outcome`);
  books.of.outcome.put({ ...outcome, refers_to: toPaymentId });
}
