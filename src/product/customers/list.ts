// The customers of a program, by the brand's own id of them, which is the only one they have; or those who were bound last first.
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { idCharactersMax, isStorableText } from "../../core/vocabulary/facts.ts";
import { flag, id, idOrNull, oneOf, time, words, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { columnsOf, type Filter, keyset, type Page, type PageRequest, textKey } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables.ts";
import { isOfPartner } from "../partners/condition.ts";

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

export const customerFilters = {
  partner_id: id("Only of this partner").optional(),
  order: oneOf(["customer_key", "newest"], "customer_key: by it; newest: who was bound last comes first")
    .optional()
    .meta({ description: "customer_key: by it, as when left out; newest: who was bound last comes first" }),
};

export type CustomerFilter = Filter<typeof customerFilters>;

const byCustomerKey = keyset("customers", textKey);
const lastBoundFirst = keyset(
  "customers, newest first",
  z.tuple([z.int().nonnegative(), z.string().max(idCharactersMax).refine(isStorableText)]),
);
/** Beyond every time that is kept, in milliseconds. */
const noTime = 253_402_300_800_000;

export async function listCustomers(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  filter: CustomerFilter = {},
): Promise<Page<CustomerLine>> {
  if (filter.order === "newest") return listLastBound(db, programId, request, filter);
  const [afterCustomerKey] = byCustomerKey.after(request, [""]);
  const query = selectCustomers(db, programId, filter)
    .where("customer_key", ">", afterCustomerKey)
    .orderBy("customer_key")
    .limit(request.limit + 1);
  return byCustomerKey.page(await query.execute(), request, (customer) => [customer.customer_key]);
}

async function listLastBound(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  filter: CustomerFilter,
): Promise<Page<CustomerLine>> {
  const [time, customerKey] = lastBoundFirst.after(request, [noTime, ""]);
  const query = selectCustomers(db, programId, filter)
    .where(sql<boolean>`(bound_at, customer_key) < (${new Date(time)}::timestamptz, ${customerKey}::text)`)
    .orderBy("bound_at", "desc")
    .orderBy("customer_key", "desc")
    .limit(request.limit + 1);
  return lastBoundFirst.page(await query.execute(), request, ({ bound_at, customer_key }) => [
    bound_at.getTime(),
    customer_key,
  ]);
}

function selectCustomers(db: Kysely<Tables>, programId: number, { partner_id: partnerId }: CustomerFilter) {
  const query = db.selectFrom("customer").select(columns);
  if (partnerId === undefined) return query.where("program_id", "=", programId);
  return query.where(isOfPartner(db, programId, partnerId));
}
