// svc disputes list: which of a program's sales are disputed, and how it ended.
import { type DisputeLine, listDisputes } from "../../queries/disputes.ts";
import { defineList } from "../command.ts";
import { choiceFlag, optional } from "../flags.ts";

export const command = defineList({
  example: "disputes list --program 1 --status open",
  filters: { status: optional(choiceFlag(["open", "won", "lost"], "Only in this status")) },
  columns: [
    "event_id",
    "received_at",
    "dispute_id",
    "sale_id",
    "transaction_id",
    "amount_cents",
    "status",
  ] satisfies (keyof DisputeLine)[],
  list: ({ db }, programId, request, { status }) => listDisputes(db, programId, request, { status }),
});
