// The customers of a program, by the brand's own id of them, which is the only one they have.
import type { Kysely } from "kysely";
import { z } from "zod";
import { flag, id, idOrNull, time, words, wordsOrNull } from "../core/fields.ts";
import type { Tables } from "../db/tables.ts";
import { columnsOf, type Filter, keyset, type Page, type PageRequest, textKey } from "./page.ts";
import { isOfPartner } from "./partner-condition.ts";

export const customerLine = z.strictObject({
  customer_key: words("The brand's own id of the customer"),
  partner_id: id("The partner it is bound to"),
  click_id: wordsOrNull("The click it is bound by; null where a discount code bound it"),
  clicked_at: time("When that click was recorded"),
  is_provisional: flag("Only a browser said so: it earns nothing yet"),
  first_sale_id: idOrNull("Its first sale, from which on the binding stays"),
  bound_at: time("When it was bound"),
});

const columns = columnsOf(customerLine);

export type CustomerLine = z.output<typeof customerLine>;

export const customerFilters = { partner_id: id("Only of this partner").optional() };

export type CustomerFilter = Filter<typeof customerFilters>;

const byCustomerKey = keyset("customers", textKey);

export async function listCustomers(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  filter: CustomerFilter = {},
): Promise<Page<CustomerLine>> {
  const [afterCustomerKey] = byCustomerKey.after(request, [""]);
  let query = db
    .selectFrom("customer")
    .select(columns)
    .where("customer_key", ">", afterCustomerKey)
    .orderBy("customer_key")
    .limit(request.limit + 1);
  if (filter.partner_id === undefined) query = query.where("program_id", "=", programId);
  else query = query.where(isOfPartner(programId, filter.partner_id));
  return byCustomerKey.page(await query.execute(), request, (customer) => [customer.customer_key]);
}
