// svc refunds list: what went back of a program's sales.
import { listRefunds, type RefundLine } from "../../queries/refunds.ts";
import { defineList } from "../command.ts";
import { idFlag, optional } from "../flags.ts";

export const command = defineList({
  example: "refunds list --program 1",
  filters: { sale: optional(idFlag("Only of this sale")) },
  columns: [
    "event_id",
    "received_at",
    "sale_id",
    "amount_cents",
    "has_failed",
    "reason",
    "source",
    "refund_key",
  ] satisfies (keyof RefundLine)[],
  list: ({ db }, programId, request, { sale }) => listRefunds(db, programId, request, { saleId: sale }),
});
