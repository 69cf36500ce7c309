// Deliveries that bring nothing to the books: of a kind that is not used, or not readable yet. They tick the checklist all
// the same: the connection works.
import type { Books } from "../books.ts";
import { type Conclusion, failed, ignored } from "../conclusion.ts";
import type { DeliveryIgnored, DeliveryUnreadable, Event } from "../events.ts";
import { tick } from "./checklist.ts";

export function foldUnusedDelivery(books: Books, event: Event<DeliveryIgnored | DeliveryUnreadable>): Conclusion {
  tick(books, event, "webhook");
  return event.data.type === "delivery_ignored"
    ? ignored(event.data.reason, "This kind of delivery is kept but not used.")
    : failed(event.data.reason, "This delivery could not be read; it is kept until the adapter can.");
}
