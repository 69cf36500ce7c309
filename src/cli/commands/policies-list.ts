// svc policies list: the products of a program that have commission terms of their own.
import { listPolicies, type PolicyLine } from "../../queries/policies.ts";
import { defineList } from "../command.ts";

export const command = defineList({
  example: "policies list --program 1",
  filters: {},
  columns: ["product_id", "commission", "from_event_id"] satisfies (keyof PolicyLine)[],
  list: ({ db }, programId, request) => listPolicies(db, programId, request),
});
