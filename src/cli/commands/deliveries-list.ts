// svc deliveries list: what providers delivered to a program, and what became of it, in words.
import { connectableProviders } from "../../core/providers.ts";
import { type DeliveryLine, deliveryStatuses, listDeliveries } from "../../queries/deliveries.ts";
import { defineList } from "../command.ts";
import { choiceFlag, optional, timeFlag } from "../flags.ts";

export const command = defineList({
  example: "deliveries list --program 1 --status failed",
  filters: {
    status: optional(choiceFlag(deliveryStatuses, `Only those that ended like this: ${deliveryStatuses.join(", ")}`)),
    provider: optional(choiceFlag(connectableProviders, "Only this provider's")),
    since: optional(timeFlag("Only those received since then")),
  },
  columns: [
    "event_id",
    "received_at",
    "provider",
    "provider_event_type",
    "outcome",
    "verdict",
  ] satisfies (keyof DeliveryLine)[],
  list: ({ db }, programId, request, filter) => listDeliveries(db, programId, request, filter),
});
