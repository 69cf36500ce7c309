// Deliveries that bring nothing to the books: of a kind that is not used, or not readable yet. They tick the checklist all
// the same: the connection works. What a later reading says of one is folded at that one's place in the log.
import { type Conclusion, failed, ignored, recorded } from "../../conclusion.ts";
import type { DeliveryIgnored, DeliveryReread, DeliveryUnreadable, Event } from "../../events/events.ts";
import { tick } from "../checklist.ts";
import type { FoldContext } from "../context.ts";

type Unused = DeliveryIgnored | DeliveryUnreadable | DeliveryReread;

export function foldUnusedDelivery({ books }: FoldContext, event: Event<Unused>): Conclusion {
  if (event.data.type === "delivery_reread")
    return recorded("The delivery is read again, at its own place in the log.");
  tick(books, event, "webhook");
  return event.data.type === "delivery_ignored"
    ? ignored(event.data.reason, "This kind of delivery is kept but not used.")
    : failed(event.data.reason, "This delivery could not be read; it is kept until the adapter can.");
}
