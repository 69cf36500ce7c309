// svc sales list: a program's sales.
import { evidences, type SaleRow } from "../../core/rows.ts";
import { listSales, type SaleLine } from "../../queries/sales.ts";
import { defineList } from "../command.ts";
import { choiceFlag, idFlag, optional, textFlag } from "../flags.ts";

const statuses = ["recorded", "disputed", "refunded", "reversed"] as const satisfies readonly SaleRow["status"][];

export const command = defineList({
  example: "sales list --program 1 --status refunded",
  filters: {
    status: optional(choiceFlag(statuses, "Only with this status")),
    evidence: optional(choiceFlag(evidences, `Only with this evidence: ${evidences.join(", ")}`)),
    partner: optional(idFlag("Only of this partner")),
    customerKey: optional(textFlag("Only of this customer", "customer_key")),
    subscription: optional(textFlag("Only of this subscription", "subscription_id")),
  },
  columns: [
    "sale_id",
    "received_at",
    "transaction_id",
    "amount_cents",
    "refunded_cents",
    "currency",
    "status",
    "customer_key",
    "partner_id",
    "source",
    "subscription_id",
  ] satisfies (keyof SaleLine)[],
  list: ({ db }, programId, request, { status, evidence, partner, customerKey, subscription }) =>
    listSales(db, programId, request, {
      status,
      evidence,
      partnerId: partner,
      customerKey,
      subscriptionId: subscription,
    }),
});
