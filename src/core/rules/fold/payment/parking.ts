// Parking: an event that cannot be settled yet waits under the names that could settle it.
// The names follow from the event's data alone, so they are the same whenever it is folded again.

import type { ParkedReason } from "../../../vocabulary/outcome-reasons.ts";
import type { Books } from "../../books.ts";
import { type Conclusion, parked } from "../../conclusion.ts";
import { type NamedEvent, type NameKind, waitKeyOf } from "../../events/event-names.ts";
import { waitFor } from "../keys.ts";

/** A memo has many words and few are an order's code; the likeliest come first. */
const referencesAwaitedMax = 8;

/**
 * How many events wait under one name of a payer or an order. Each event that names it loads all of them, and a name under which
 * more wait belongs to no one: a shop's one address for guests, a key that a form left as "undefined". A payment's own names have no limit.
 */
export const waitingUnderNameMax = 100;

/** Every key whose arrival could settle this event. */
function waitKeysOf(event: NamedEvent, kinds: readonly NameKind[], referencesMax: number): string[] {
  const names = event.names();
  const keys: string[] = [];
  for (const kind of kinds) {
    const awaited = kind === "references" ? names.references?.slice(0, referencesMax) : names[kind];
    for (const name of awaited ?? []) {
      const key = waitKeyOf(kind, name);
      if (key !== null) keys.push(key);
    }
  }
  return keys;
}

export function park(books: Books, event: NamedEvent, reason: ParkedReason, message: string): Conclusion {
  awaitKeys(books, event);
  return parked(reason, message);
}

/** The event is folded again when one of its keys arrives. */
export function awaitKeys(books: Books, event: NamedEvent): void {
  putWaiting(books, event, waitKeysOf(event, event.waitsUnder, referencesAwaitedMax));
}

/**
 * For a report of a payment from which no partner earned: it is decided, but its names are still one payment's. It is folded again
 * when one of them becomes known, and never by whom it names.
 */
export function awaitPayment(books: Books, event: NamedEvent): void {
  putWaiting(books, event, waitKeysOf(event, ["aliases"], 0));
}

/** For a transfer whose order was paid already: one that counted may turn out to repeat another, and then this one counts. */
export function awaitOrder(books: Books, event: NamedEvent): void {
  putWaiting(books, event, waitKeysOf(event, ["aliases", "references"], Number.POSITIVE_INFINITY));
}

function putWaiting(books: Books, event: NamedEvent, keys: readonly string[]): void {
  for (const wait_key of keys) {
    if (isCrowded(books, wait_key)) continue;
    books.of.parked.put({ program_id: books.programId, wait_key, event_id: event.id });
  }
  books.eventsParked.set(event.id, event);
}

function isCrowded(books: Books, waitKey: string): boolean {
  return !waitKey.startsWith(waitFor.payment("")) && books.of.parked.list(waitKey).length >= waitingUnderNameMax;
}

/** Takes an event out of the parking, under all its keys. */
export function unpark(books: Books, eventId: number): void {
  const event = books.eventsParked.get(eventId);
  if (event === undefined) throw new Error(`parked event ${eventId} was never loaded`);
  for (const key of waitKeysOf(event, event.waitsUnder, Number.POSITIVE_INFINITY)) {
    for (const row of books.of.parked.list(key)) {
      if (row.event_id === eventId) books.of.parked.delete(row);
    }
  }
}
