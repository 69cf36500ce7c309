// svc customers list: the customers of a program and whom they are bound to.
import { type CustomerLine, listCustomers } from "../../queries/customers.ts";
import { defineList } from "../command.ts";
import { idFlag, optional } from "../flags.ts";

export const command = defineList({
  example: "customers list --program 1",
  filters: { partner: optional(idFlag("Only of this partner")) },
  columns: [
    "customer_key",
    "partner_id",
    "click_id",
    "clicked_at",
    "is_provisional",
    "first_sale_id",
    "bound_at",
  ] satisfies (keyof CustomerLine)[],
  list: ({ db }, programId, request, { partner }) => listCustomers(db, programId, request, { partnerId: partner }),
});
