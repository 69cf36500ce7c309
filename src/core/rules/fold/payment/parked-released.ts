// An operator discards a parked event: it stays in the log and is never settled. What it reported can be reported again, but
// its names are still one payment's: a payment that is reported again under each of them is one sale.
import { type Conclusion, ignored, recorded, refused } from "../../conclusion.ts";
import type { Event, ParkedReleased } from "../../events/events.ts";
import type { FoldContext } from "../context.ts";
import { keepOutcome } from "../outcome.ts";
import { awaitPayment, unpark } from "./parking.ts";

export function foldParkedReleased({ books }: FoldContext, event: Event<ParkedReleased>): Conclusion {
  const { event_id: eventId } = event.data;
  const waiting = books.eventsParked.get(eventId);
  if (waiting === undefined || books.of.outcome.get(eventId)?.outcome !== "parked") {
    return refused("not_parked", `Event ${eventId} waits for nothing.`);
  }
  unpark(books, eventId);
  awaitPayment(books, waiting);
  keepOutcome(books, eventId, ignored("released", "It was discarded.", { refersTo: event.id }));
  return recorded("It no longer waits.");
}
