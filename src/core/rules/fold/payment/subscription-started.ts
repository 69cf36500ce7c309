// A provider reports a subscription's beginning, before or after its first payment.
import { type Conclusion, recorded } from "../../conclusion.ts";
import type { NamedEvent } from "../../events/event-names.ts";
import type { DataOf } from "../../events/events.ts";
import { attributionOf } from "../attribution/attribution.ts";
import { learnBeginning } from "../attribution/learn-report.ts";
import { settleNamed } from "../attribution/settle-lead.ts";
import { tick } from "../checklist.ts";
import type { FoldContext } from "../context.ts";
import { waitFor } from "../keys.ts";
import { park } from "./parking.ts";
import { attributePayer, inactiveProgram, namedBy, wrongProgram } from "./payer.ts";
import { linkNames, valuesOf } from "./payment-identified.ts";
import { learnProduct } from "./subscription.ts";

type StartEvent = NamedEvent<DataOf<"subscription_started">>;

/** Teaches whose subscription it is, and which names its first payment goes by. */
export function foldSubscriptionStarted(context: FoldContext, event: StartEvent): Conclusion {
  const { books, arrived } = context;
  const { data } = event;
  tick(books, event, "webhook");
  const strange = wrongProgram(books, data.payer.program_id);
  if (strange !== undefined) return strange;
  if (event.is_test) return inactiveProgram(context, event) ?? recorded("Test subscription recorded.");
  const aliases = valuesOf(data.aliases);
  const link = aliases.length > 0 ? linkNames(context, event, aliases) : { reason: null, refersTo: null };
  if (link.refersTo !== null) learnBeginning(context, data.subscription_id, link.refersTo);
  const inactive = inactiveProgram(context, event);
  if (inactive !== undefined) return inactive;
  const known = books.of.subscription.get(data.subscription_id);
  if (known !== undefined) {
    learnProduct(context, known, data);
    return recorded("This subscription is already known.", link);
  }
  const earned = attributePayer(books, data.payer, {
    subscriptionId: null,
    event,
    receivedAt: event.received_at,
  });
  if (earned === undefined) {
    return park(books, event, "no_attribution", "Nothing this subscription names is known yet.");
  }
  settleNamed(context, event, namedBy(data.payer));
  books.of.subscription.put({
    program_id: books.programId,
    subscription_id: data.subscription_id,
    ...attributionOf(earned),
    customer_key: data.payer.customer_key,
    first_sale_id: null,
    began_with_renewal: false,
    started_at: event.received_at,
    commission: null,
    terms: null,
    payments: null,
    product_id: data.product_id ?? null,
    subscription_interval: data.subscription_interval ?? null,
  });
  arrived.add(waitFor.subscription(data.subscription_id));
  return recorded("Subscription attributed.", link);
}
