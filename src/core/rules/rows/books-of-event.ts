// What one event may read and write of books that were loaded for a batch.
import type { LoadKey } from "../book-keys.ts";
import { Books } from "../books.ts";
import type { Event } from "../events/events.ts";
import { LoadPlan } from "./load-plan.ts";
import type { BookName } from "./rows.ts";

/** The books as they would be loaded for this event alone. */
export function booksOfEvent(loaded: Books, event: Event): Books {
  const books = new Books(loaded.programId);
  const plan = new LoadPlan(books);
  plan.receiveParkedEvent(event);
  for (;;) {
    const keys = plan.takeKeys();
    const parked = plan.takeEvents();
    if (keys.size === 0 && parked.length === 0) return books;
    for (const [name, ofBook] of keys) for (const key of ofBook) receive(plan, loaded, name, key);
    for (const id of parked) {
      const waiting = loaded.eventsParked.get(id);
      if (waiting !== undefined) plan.receiveParkedEvent(waiting);
    }
  }
}

/** What was not loaded for the batch, no event of it reads. */
function receive<Name extends BookName>(plan: LoadPlan, loaded: Books, name: Name, key: LoadKey): void {
  const book = loaded.of[name];
  plan.receive(name, key, book.knows(key) ? book.list(key) : []);
}
