// The customers of a program, by the brand's own id of them, which is the only one they have.
import type { Kysely } from "kysely";
import type { CustomerRow } from "../core/rows.ts";
import type { Tables } from "../db/tables.ts";
import { keyset, type Page, type PageRequest, textKey } from "./page.ts";
import { isOfPartner } from "./partner-condition.ts";

const columns = [
  "customer_key",
  "partner_id",
  "click_id",
  "clicked_at",
  "is_provisional",
  "first_sale_id",
  "bound_at",
] as const satisfies readonly (keyof CustomerRow)[];

export type CustomerLine = Pick<CustomerRow, (typeof columns)[number]>;

export type CustomerFilter = { readonly partnerId?: number | undefined };

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
  if (filter.partnerId === undefined) query = query.where("program_id", "=", programId);
  else query = query.where(isOfPartner(programId, filter.partnerId));
  return byCustomerKey.page(await query.execute(), request, (customer) => [customer.customer_key]);
}
