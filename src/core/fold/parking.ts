// Parking: an event that cannot be settled yet waits under the keys that could settle it.
// The keys follow from the event's data alone, so they are the same whenever it is folded again.
import type { Books } from "../books.ts";
import { type Conclusion, parked } from "../conclusion.ts";
import type { Event, RecordedFact } from "../events.ts";
import { identityOf, waitFor } from "./keys.ts";

type Payer = Extract<RecordedFact, { payer: unknown }>["payer"];

export function identitiesOf(payer: Payer): string[] {
  const identities: string[] = [];
  if (payer.provider_customer_id !== null) identities.push(identityOf.payer(payer.provider_customer_id));
  if (payer.email_hash !== null) identities.push(identityOf.email(payer.email_hash));
  return identities;
}

/** Every key whose arrival could settle this event. */
export function waitKeysOf(event: Event): string[] {
  const { data } = event;
  switch (data.type) {
    case "payment_succeeded":
    case "subscription_started": {
      const keys = identitiesOf(data.payer).map(waitFor.identity);
      if (data.payer.click_id !== null) keys.push(waitFor.click(data.payer.click_id));
      if (data.payer.customer_key !== null) keys.push(waitFor.customer(data.payer.customer_key));
      if (data.type === "subscription_started") {
        for (const alias of data.aliases) keys.push(waitFor.payment(alias.value));
      } else if (data.subscription_id !== null) {
        keys.push(waitFor.subscription(data.subscription_id));
      }
      return keys;
    }
    case "payment_identified":
    case "payment_refunded":
    case "refund_failed":
    case "dispute_opened":
    case "dispute_closed":
      return data.aliases.map((alias) => waitFor.payment(alias.value));
    default:
      return [];
  }
}

export function park(books: Books, event: Event, reason: string, message: string): Conclusion {
  awaitKeys(books, event);
  return parked(reason, message);
}

/** The event is folded again when one of its keys arrives. */
export function awaitKeys(books: Books, event: Event): void {
  for (const wait_key of waitKeysOf(event)) {
    books.of.parked.put({ program_id: books.programId, wait_key, event_id: event.id });
  }
  books.eventsParked.set(event.id, event);
}

/** Takes an event out of the parking, under all its keys. */
export function unpark(books: Books, eventId: number): void {
  const event = books.eventsParked.get(eventId);
  if (event === undefined) throw new Error(`parked event ${eventId} was never loaded`);
  for (const key of waitKeysOf(event)) {
    for (const row of books.of.parked.list(key)) {
      if (row.event_id === eventId) books.of.parked.delete(row);
    }
  }
}
