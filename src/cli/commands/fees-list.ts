// svc fees list: what a program's sales cost in platform fees.
import { type FeeLine, listFees } from "../../queries/fees.ts";
import { defineList } from "../command.ts";

export const command = defineList({
  example: "fees list --program 1",
  filters: {},
  columns: ["fee_id", "sale_id", "amount_cents", "amount_at_sale_cents", "currency"] satisfies (keyof FeeLine)[],
  list: ({ db }, programId, request) => listFees(db, programId, request),
});
