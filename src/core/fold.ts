// The projector's heart: one event and the books in, changed books and a conclusion out.
// Pure and total over what is recorded: no clock, no chance, no I/O; the time is the event's, ids are the event's id. Live
// ingestion, catch-up and replay all call this one function, so the books can always be rebuilt from the log.
import type { Books } from "./books.ts";
import { type Conclusion, failed, recorded, refused } from "./conclusion.ts";
import { assertNever, type DeliveryRetried, type Event, type EventData, type RecordedFact } from "./events.ts";
import { Brought } from "./fold/brought.ts";
import { tick } from "./fold/checklist.ts";
import { foldClick } from "./fold/click.ts";
import { foldPartner, foldPolicy, foldProgramChanged, foldProgramCreated } from "./fold/configuration.ts";
import { foldLead } from "./fold/lead.ts";
import { foldParkedReleased } from "./fold/parked-released.ts";
import { unpark } from "./fold/parking.ts";
import { foldPayment } from "./fold/payment.ts";
import { foldPaymentEvidence } from "./fold/payment-evidence.ts";
import { foldPaymentIdentified } from "./fold/payment-identified.ts";
import { foldPayout } from "./fold/payout.ts";
import { foldPaymentReference } from "./fold/reference.ts";
import { foldRefundCall } from "./fold/refund-call.ts";
import { foldDispute, foldPaymentRefunded, foldRefundFailed } from "./fold/reversal.ts";
import { foldSaleCall } from "./fold/sale-call.ts";
import { foldScheduled } from "./fold/scheduled.ts";
import { foldSubscriptionStarted } from "./fold/subscription-started.ts";
import { foldUnusedDelivery } from "./fold/unused-delivery.ts";

/** Raised by one whenever the same log gives other books than before. */
export const projectorVersion = 4;

/** Folds one event, then every parked event it settles. The caller takes back the changes of a refused call. */
export function project(books: Books, event: Event): Conclusion {
  books.startRowsOf(event.id);
  books.begin(event);
  const brought = new Brought();
  const conclusion = event.failed_as === undefined ? fold(books, event, brought) : foldFailedUntilRetried(books, event);
  keepOutcome(books, event.id, conclusion);
  settleParked(books, event, brought);
  return conclusion;
}

/** For events that stand in the log already: a fault of ours is kept as their outcome and the next ones go on. */
export function projectOrFail(books: Books, event: Event): Conclusion {
  const mark = books.mark();
  try {
    return project(books, event);
  } catch (error) {
    books.rollback(mark);
    const conclusion = projectorFailed(error);
    keepOutcome(books, event.id, conclusion);
    return conclusion;
  }
}

/** For an event whose changes the database refused: only its outcome is kept. */
export function keepAsFailed(books: Books, event: Event, fault: string): Conclusion {
  books.startRowsOf(event.id);
  const conclusion = projectorFailed(fault);
  keepOutcome(books, event.id, conclusion);
  return conclusion;
}

/** Writes what became of an event; one that is plainly recorded needs no row. */
function keepOutcome(books: Books, eventId: number, conclusion: Conclusion): void {
  if (conclusion.outcome === "recorded" && conclusion.reason === null) {
    const before = books.of.outcome.get(eventId);
    if (before !== undefined) books.of.outcome.delete(before);
    return;
  }
  books.of.outcome.put({
    program_id: books.programId,
    event_id: eventId,
    outcome: conclusion.outcome,
    reason: conclusion.reason,
    refers_to: conclusion.refersTo,
    detail: conclusion.detail,
  });
}

function fold(books: Books, event: Event, brought: Brought): Conclusion {
  switch (event.data.type) {
    case "click_recorded":
      return foldClick(books, withData(event, event.data), brought);
    case "lead_reported":
      return foldLead(books, withData(event, event.data), brought);
    case "sale_reported":
      return foldSaleCall(books, withData(event, event.data), brought);
    case "refund_reported":
      return foldRefundCall(books, withData(event, event.data));
    case "payment_reference_registered":
      return foldPaymentReference(books, withData(event, event.data), brought);
    case "payment_succeeded":
      return foldPayment(books, withData(event, event.data), brought);
    case "subscription_started":
      return foldSubscriptionStarted(books, withData(event, event.data), brought);
    case "payment_identified":
      return foldPaymentIdentified(books, withData(event, event.data), brought);
    case "payment_refunded":
      return foldPaymentRefunded(books, withData(event, event.data), brought);
    case "refund_failed":
      return foldRefundFailed(books, withData(event, event.data), brought);
    case "dispute_opened":
    case "dispute_closed":
      return foldDispute(books, withData(event, event.data), brought);
    case "payment_evidence_recorded":
      return foldPaymentEvidence(books, withData(event, event.data), brought);
    case "delivery_ignored":
    case "delivery_unreadable":
    case "delivery_reread":
      return foldUnusedDelivery(books, withData(event, event.data));
    case "delivery_retried":
      return foldRetried(books, withData(event, event.data), brought);
    default:
      return foldDecision(books, event, event.data);
  }
}

type Told =
  | "click_recorded"
  | "lead_reported"
  | "sale_reported"
  | "refund_reported"
  | "payment_reference_registered"
  | RecordedFact["type"]
  | "payment_evidence_recorded"
  | "delivery_ignored"
  | "delivery_unreadable"
  | "delivery_reread"
  | "delivery_retried";

/** What people, and jobs in their place, decide. */
function foldDecision(books: Books, event: Event, data: Exclude<EventData, { type: Told }>): Conclusion {
  switch (data.type) {
    case "program_created":
      return foldProgramCreated(books, withData(event, data));
    case "program_changed":
      return foldProgramChanged(books, withData(event, data));
    case "policy_set":
    case "policy_removed":
      return foldPolicy(books, withData(event, data));
    case "commissions_approved":
    case "month_closed":
      return foldScheduled(books, event, data);
    case "payout_created":
    case "payout_recorded":
    case "payout_cancelled":
    case "payout_returned":
    case "payouts_exported":
      return foldPayout(books, event, data);
    case "partner_joined":
    case "partner_changed":
      return foldPartner(books, withData(event, data));
    case "parked_released":
      return foldParkedReleased(books, withData(event, data));
    default:
      return assertNever(data);
  }
}

/** At its own place a delivery that is taken up later stays what it was, so that nothing which came in between is renumbered. */
function foldFailedUntilRetried(books: Books, event: Event): Conclusion {
  if (event.failed_as === "delivery_unreadable") tick(books, event, "webhook");
  return failed("projector_error", "It had failed here, and was retried later.");
}

/** Folds a delivery that had failed, under its own id and by when it was received, but behind all that came since. */
function foldRetried(books: Books, event: Event<DeliveryRetried>, brought: Brought): Conclusion {
  const { event_id: eventId, is_test, occurred_at, reading } = event.data;
  const stored = books.eventsParked.get(eventId);
  if (stored === undefined) throw new Error(`delivery ${eventId} was never loaded`);
  if (books.of.outcome.get(eventId)?.outcome !== "failed") {
    return refused("invalid_request", "This delivery has not failed, or was retried already.");
  }
  const occurredAt = occurred_at === null ? null : new Date(occurred_at);
  // Where the log holds this event already, the delivery comes with its newest reading.
  const isStored = stored.failed_as !== undefined;
  const { failed_as: _, ...delivery } = isStored
    ? stored
    : { ...stored, is_test, occurred_at: occurredAt, data: reading };
  const conclusion = fold(books, delivery, brought);
  if (conclusion.outcome === "failed") return refused("invalid_request", `It fails again: ${conclusion.message}`);
  const isPlain = conclusion.outcome === "recorded" && conclusion.reason === null;
  keepOutcome(books, eventId, isPlain ? { ...conclusion, reason: "retried", refersTo: event.id } : conclusion);
  return recorded(`The delivery is ${conclusion.outcome} now.`);
}

/** A fault in a parked event is its own: it must not take the event that settles it down with it. */
function foldOrFail(books: Books, event: Event, brought: Brought): Conclusion {
  const mark = books.mark();
  try {
    return fold(books, event, brought);
  } catch (error) {
    books.rollback(mark);
    return projectorFailed(error);
  }
}

/** What is kept of a fault in the fold itself, for the operator. */
function projectorFailed(error: unknown): Conclusion {
  return failed("projector_error", error instanceof Error ? error.message : String(error));
}

function withData<Data extends EventData>(event: Event, data: Data): Event<Data> {
  return { ...event, data };
}

/**
 * How often one event may be folded again for another. What it waits for comes a few times at most: more would be events that
 * bring each other for ever, and that fault of ours must stop neither the service nor the replay that mends it.
 */
const settlingsMax = 1_000;

/** What waited for a key this event brought is folded again, the oldest first; that may bring further keys. */
function settleParked(books: Books, by: Event, brought: Brought): void {
  /** The events that may be settled now, each by a key it waited for. */
  const due = new Map<number, string>();
  const settlings = new Map<number, number>();
  for (;;) {
    for (let key = brought.take(); key !== undefined; key = brought.take()) {
      for (const row of books.of.parked.list(key)) due.set(row.event_id, key);
    }
    if (due.size === 0) return;
    const eventId = Math.min(...due.keys());
    const key = due.get(eventId) ?? "";
    due.delete(eventId);
    // Another may have taken it up meanwhile.
    const stillWaits = books.of.parked.list(key).some((row) => row.event_id === eventId);
    if (!stillWaits) continue;
    const settling = (settlings.get(eventId) ?? 0) + 1;
    if (settling > settlingsMax) throw new Error(`event ${eventId} is settled by event ${by.id} without an end`);
    settlings.set(eventId, settling);
    settleOne(books, eventId, by, brought);
  }
}

function settleOne(books: Books, eventId: number, by: Event, brought: Brought): void {
  const event = books.eventsParked.get(eventId);
  if (event === undefined) throw new Error(`parked event ${eventId} was never loaded`);
  books.startRowsOf(eventId);
  unpark(books, eventId);
  const conclusion = foldOrFail(books, event, brought);
  const isSettled = conclusion.outcome === "recorded" && conclusion.reason === null && eventId !== by.id;
  const kept = isSettled ? { ...conclusion, reason: "settled", refersTo: by.id } : conclusion;
  keepOutcome(books, eventId, kept);
}
