// An operator gives up waiting: the event stays in the log and is never settled any more. What it reported can be reported anew, but
// its names still are one payment's: a payment that is reported anew under each of them is one sale.
import type { Books } from "../../books.ts";
import { type Conclusion, ignored, recorded, refused } from "../../conclusion.ts";
import type { Event, ParkedReleased } from "../../events/events.ts";
import { keepOutcome } from "../outcome.ts";
import { awaitPayment, unpark } from "./parking.ts";

export function foldParkedReleased(books: Books, event: Event<ParkedReleased>): Conclusion {
  const { event_id: eventId } = event.data;
  const waiting = books.eventsParked.get(eventId);
  if (waiting === undefined || books.of.outcome.get(eventId)?.outcome !== "parked") {
    return refused("not_parked", `Event ${eventId} waits for nothing.`);
  }
  unpark(books, eventId);
  awaitPayment(books, waiting);
  keepOutcome(books, eventId, ignored("released", "It was given up.", { refersTo: event.id }));
  return recorded("It waits no more.");
}
