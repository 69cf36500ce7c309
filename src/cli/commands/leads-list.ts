// svc leads list: the signups that were reported to a program.
import { type LeadLine, listLeads } from "../../queries/leads.ts";
import { defineList } from "../command.ts";
import { idFlag, optional, textFlag } from "../flags.ts";

export const command = defineList({
  example: "leads list --program 1 --customer-key user-42",
  filters: {
    partner: optional(idFlag("Only of this partner")),
    customerKey: optional(textFlag("Only of this customer", "customer_key")),
  },
  columns: [
    "lead_id",
    "reported_at",
    "customer_key",
    "partner_id",
    "click_id",
    "event_name",
    "is_provisional",
  ] satisfies (keyof LeadLine)[],
  list: ({ db }, programId, request, { partner, customerKey }) =>
    listLeads(db, programId, request, { partnerId: partner, customerKey }),
});
