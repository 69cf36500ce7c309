// svc commissions list: what a program's partners have earned.
import type { CommissionRow } from "../../core/rows.ts";
import { type CommissionLine, listCommissions } from "../../queries/commissions.ts";
import { defineList } from "../command.ts";
import { choiceFlag, idFlag, optional } from "../flags.ts";

const statuses = [
  "pending",
  "approved",
  "paid",
  "held",
  "refunded",
  "reversed",
] as const satisfies readonly CommissionRow["status"][];

export const command = defineList({
  example: "commissions list --program 1 --partner 2",
  filters: {
    status: optional(choiceFlag(statuses, "Only with this status")),
    partner: optional(idFlag("Only of this partner")),
  },
  columns: [
    "commission_id",
    "sale_id",
    "partner_id",
    "amount_cents",
    "amount_at_sale_cents",
    "currency",
    "status",
    "hold_until",
    "adjustment_cents",
    "refunded_cents",
  ] satisfies (keyof CommissionLine)[],
  list: ({ db }, programId, request, { status, partner }) =>
    listCommissions(db, programId, request, { status, partnerId: partner }),
});
