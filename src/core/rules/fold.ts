// The projector's heart: one event and the books in, changed books and a conclusion out.
// Pure and total over what is recorded: no clock, no chance, no I/O; the time is the event's, ids are the event's id. Live
// ingestion, catch-up and replay all call this one function, so the books can always be rebuilt from the log.
import type { Books } from "./books.ts";
import { type Conclusion, failed } from "./conclusion.ts";
import { foldEvent } from "./events/event-types.ts";
import type { Event } from "./events/events.ts";
import { withRemovedSales } from "./fold/attribution/removed-sales.ts";
import { keepBonuses } from "./fold/bonus.ts";
import { ArrivedKeys, type FoldContext } from "./fold/context.ts";
import { countSales } from "./fold/flags/refund-rate.ts";
import { isReleased, keepOutcome } from "./fold/outcome.ts";
import { foldFailedUntilRetried } from "./fold/payment/delivery-retried.ts";
import { unpark } from "./fold/payment/parking.ts";
import { keepReferrals } from "./fold/referral.ts";
import { keepTotals, watchSales } from "./fold/terms/totals.ts";
import { booksOfEvent } from "./rows/books-of-event.ts";

/** Raised by one whenever the same log gives other books than before. */
export const projectorVersion = 25;

/** Folds one call, then every parked event it settles. The caller takes back the changes of a refused one. */
export function project(books: Books, event: Event): Conclusion {
  return projectOne(books, event, true);
}

function projectOne(books: Books, event: Event, isAsked: boolean): Conclusion {
  const context: FoldContext = { books, cause: event, isAsked, arrived: new ArrivedKeys() };
  books.startRowsOf(event.id);
  watchSales(books);
  const concluded = withRemovedSales(context, booksOfEvent, () => {
    const conclusion = event.failed_as === undefined ? foldEvent(context, event) : foldFailedUntilRetried(books, event);
    keepOutcome(books, event.id, conclusion);
    settleParked(context);
    return conclusion;
  });
  keepTotals(books);
  const changed = books.takeChangedSales();
  keepReferrals(context, changed);
  countSales(books, changed);
  keepBonuses(context);
  return concluded;
}

/** For events that are in the log already: a fault of ours is kept as their outcome and the next ones go on. */
export function projectOrFail(books: Books, event: Event): Conclusion {
  const mark = books.mark();
  try {
    return projectOne(books, event, false);
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

/** A fault in a parked event is its own: it must not take the event that settles it down with it. */
function foldOrFail(context: FoldContext, event: Event): Conclusion {
  const { books } = context;
  const mark = books.mark();
  try {
    return foldEvent(context, event);
  } catch (error) {
    books.rollback(mark);
    return projectorFailed(error);
  }
}

/** What is kept of a fault in the fold itself, for the operator. */
function projectorFailed(error: unknown): Conclusion {
  return failed("projector_error", error instanceof Error ? error.message : String(error));
}

/**
 * How often one event may be folded again for another. What it waits for comes a few times at most: more would be events that
 * bring each other forever, and that fault of ours must stop neither the service nor the replay that fixes it.
 */
const settlingsMax = 1_000;

/**
 * How far one event settles others: what settles by it may bring what the next one waits for, and so on. Events that are linked over more
 * steps wait as before, so that what is loaded for one event has an end, however long a chain of names people make.
 */
export const settlingStepsMax = 50;

/** The events that may be settled now, each by a key it waited for, and how many steps each is away from what brings the first. */
type Due = { readonly keys: Map<number, string>; readonly steps: Map<number, number> };

/** Events parked for a key that arrived with this event are folded again, the oldest first; they may bring further keys. */
function settleParked(context: FoldContext): void {
  const { books, cause } = context;
  const due: Due = { keys: new Map(), steps: new Map() };
  const settlings = new Map<number, number>();
  for (let nextSteps = 1; ; ) {
    takeDue(context, nextSteps, due);
    if (due.keys.size === 0) return;
    const eventId = Math.min(...due.keys.keys());
    const key = due.keys.get(eventId) ?? "";
    due.keys.delete(eventId);
    // Another may have taken it up meanwhile.
    const stillWaits = books.of.parked.list(key).some((row) => row.event_id === eventId);
    if (!stillWaits) continue;
    const settling = (settlings.get(eventId) ?? 0) + 1;
    if (settling > settlingsMax) throw new Error(`event ${eventId} is settled by event ${cause.id} without an end`);
    settlings.set(eventId, settling);
    settleOne(context, eventId);
    nextSteps = (due.steps.get(eventId) ?? 0) + 1;
  }
}

function takeDue({ books, arrived }: FoldContext, steps: number, due: Due): void {
  for (let key = arrived.take(); key !== undefined; key = arrived.take()) {
    if (steps > settlingStepsMax) continue;
    for (const { event_id } of books.of.parked.list(key)) {
      if (isReleased(books, event_id)) continue;
      due.keys.set(event_id, key);
      due.steps.set(event_id, Math.min(steps, due.steps.get(event_id) ?? steps));
    }
  }
}

function settleOne(context: FoldContext, eventId: number): void {
  const { books, cause } = context;
  const event = books.eventsParked.get(eventId);
  if (event === undefined) throw new Error(`parked event ${eventId} was never loaded`);
  books.startRowsOf(eventId);
  unpark(books, eventId);
  const conclusion = foldOrFail(context, event);
  const isSettled = conclusion.outcome === "recorded" && conclusion.reason === null && eventId !== cause.id;
  keepOutcome(books, eventId, isSettled ? { ...conclusion, reason: "settled", refersTo: cause.id } : conclusion);
}
