// A failed delivery is retried: folded under its own id and by when it was received, but behind all that came
// since. At its own place it stays what it was, so that nothing which came in between is renumbered.
import type { Books } from "../../books.ts";
import { type Conclusion, failed, recorded, refused } from "../../conclusion.ts";
import type { DeliveryRetried, Event } from "../../events/events.ts";
import { tick } from "../checklist.ts";
import type { FoldContext, FoldEvent } from "../context.ts";
import { keepOutcome } from "../outcome.ts";

/** The delivery at its own place. */
export function foldFailedUntilRetried(books: Books, event: Event): Conclusion {
  if (event.failed_as === "delivery_unreadable") tick(books, event, "webhook");
  return failed("projector_error", "It had failed here, and was retried later.");
}

/** The delivery where it is retried; `fold` is the fold of its own type. */
export function foldRetried(context: FoldContext, event: Event<DeliveryRetried>, fold: FoldEvent): Conclusion {
  const { books } = context;
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
  const conclusion = fold(context, delivery);
  if (conclusion.outcome === "failed") return refused("invalid_request", `It fails again: ${conclusion.message}`);
  const isPlain = conclusion.outcome === "recorded" && conclusion.reason === null;
  keepOutcome(books, eventId, isPlain ? { ...conclusion, reason: "retried", refersTo: event.id } : conclusion);
  return recorded(`The delivery is ${conclusion.outcome} now.`);
}
