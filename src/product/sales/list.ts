// The sales of a program, by id, the oldest or the newest first: a sale's id is the id of the event that made it, so they come as they were recorded, and a time
// is a place among the ids.
import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { z } from "zod";
import { evidences } from "../../core/rules/rows/sale-rows.ts";
import type { SubIds } from "../../core/rules/sub-ids.ts";
import {
  cents,
  currency,
  flag,
  givenTime,
  id,
  oneOf,
  text,
  time,
  timeOrNull,
  words,
  wordsOrNull,
} from "../../core/vocabulary/fields.ts";
import { columnsOf, type Filter, keyset, numberKey, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import { saleStatuses } from "../../core/vocabulary/statuses.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { containsMarks, markedWith, subIdColumns, subIdFilters, subIdsAsColumns } from "../customers/sub-id-columns.ts";
import { findFirstEventId } from "../events/event-at.ts";
import { isOfPartner } from "../partners/condition.ts";

const ownColumns = z.strictObject({
  sale_id: id("The sale: the id of the event that made it"),
  received_at: time("When the service received it"),
  occurred_at: timeOrNull("When it happened, where that was reported"),
  transaction_id: words("The name of the payment that the brand and its provider use"),
  amount_cents: cents("What was paid, gross, in the currency's smallest unit"),
  tax_cents: cents("Tax in the amount, where it was reported").nullable(),
  refunded_cents: cents("All that went back by refunds and lost disputes"),
  currency,
  status: z.enum(saleStatuses).meta({ description: "What refunds and disputes made of it" }),
  reason: wordsOrNull("What is remarkable about it, such as amount_differs"),
  customer_key: wordsOrNull("The brand's own id of the customer"),
  partner_id: id("The partner it is attributed to"),
  click_id: wordsOrNull(
    "The click that earned it; null where a discount code did, or it was given to its partner by hand",
  ),
  clicked_at: timeOrNull("When that click was recorded, or since when the code is the partner's"),
  source: words("Who reported it: api or a provider"),
  provider: wordsOrNull("The payment provider"),
  provider_payment_id: wordsOrNull("The provider's own id of the payment"),
  sale_type: z.enum(["payment", "subscription"]).meta({ description: "subscription where the payment belongs to one" }),
  is_recurring: flag("Not the first sale of its subscription"),
  subscription_id: wordsOrNull("The subscription it belongs to"),
  subscription_interval: wordsOrNull("How often the subscription is paid"),
  product_id: wordsOrNull("The product, by which policies are found"),
  evidence: z.enum(evidences).nullable().meta({ description: "The evidence of a payment that only a chain proves" }),
  coupon_code: wordsOrNull("The partner's discount code that it was paid with"),
});

export const saleLine = ownColumns.extend(subIdColumns);

const columns = columnsOf(ownColumns);

export type SaleLine = z.output<typeof saleLine>;

const saleOrders = ["oldest", "newest"] as const;

export const saleFilters = {
  sale_id: id("Only this sale").optional(),
  status: oneOf(saleStatuses, "Only with this status").optional(),
  evidence: oneOf(evidences, "Only with this evidence").optional(),
  partner_id: id("Only of this partner").optional(),
  customer_key: text("Only of this customer").optional(),
  subscription_id: text("Only of this subscription").optional(),
  coupon_code: text("Only paid with this discount code").optional(),
  ...subIdFilters,
  from: givenTime("Only received at this time or later").optional(),
  before: givenTime("Only received before this time").optional(),
  order: oneOf(saleOrders, "Which come first; the oldest by default").optional(),
};

export type SaleFilter = Filter<typeof saleFilters>;

const oldestFirst = keyset("sales", numberKey);
const newestFirst = keyset("sales, newest first", numberKey);

export async function listSales(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  filter: SaleFilter = {},
): Promise<Page<SaleLine>> {
  const isNewestFirst = filter.order === "newest";
  const keys = isNewestFirst ? newestFirst : oldestFirst;
  const [afterSaleId] = keys.after(request, [isNewestFirst ? Number.MAX_SAFE_INTEGER : 0]);
  let query = selectSales(db, programId, filter)
    .where("sale_id", isNewestFirst ? "<" : ">", afterSaleId)
    .orderBy("sale_id", isNewestFirst ? "desc" : "asc")
    .limit(request.limit + 1);
  if (filter.sale_id !== undefined) query = query.where("sale_id", "=", filter.sale_id);
  if (filter.status !== undefined) query = query.where("status", "=", filter.status);
  if (filter.evidence !== undefined) query = query.where("evidence", "=", filter.evidence);
  if (filter.customer_key !== undefined) query = query.where("customer_key", "=", filter.customer_key);
  if (filter.subscription_id !== undefined) query = query.where("subscription_id", "=", filter.subscription_id);
  if (filter.coupon_code !== undefined) query = query.where("coupon_code", "=", filter.coupon_code);
  const marks = markedWith(filter);
  if (marks !== null) query = query.where(clickIsMarked(marks));
  if (filter.from !== undefined) {
    query = query.where("sale_id", ">=", await findFirstEventId(db, programId, filter.from));
  }
  if (filter.before !== undefined) {
    query = query.where("sale_id", "<", await findFirstEventId(db, programId, filter.before));
  }
  const page = keys.page(await query.execute(), request, (sale) => [sale.sale_id]);
  return { ...page, data: page.data.map(lineOf) };
}

/** A partner's are found by the partner, where nothing is asked for that fewer sales have. */
function selectSales(db: Kysely<Tables>, programId: number, filter: SaleFilter) {
  const { partner_id: partnerId, customer_key, subscription_id } = filter;
  const query = db.selectFrom("sale").select(columns).select(subIdsOfClick.as("sub_ids"));
  if (partnerId === undefined) return query.where("program_id", "=", programId);
  if (customer_key === undefined && subscription_id === undefined)
    return query.where(isOfPartner(db, programId, partnerId));
  return query.where("program_id", "=", programId).where("partner_id", "=", partnerId);
}

/** Of the click that earned it. */
const subIdsOfClick = sql<SubIds | null>`(
  select c.sub_ids from click c where c.program_id = sale.program_id and c.click_id = sale.click_id)`;

function clickIsMarked(marks: SubIds): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select 1 from click c
     where c.program_id = sale.program_id and c.click_id = sale.click_id and ${containsMarks("c.sub_ids", marks)})`;
}

function lineOf({ sub_ids, ...line }: z.output<typeof ownColumns> & { readonly sub_ids: SubIds | null }): SaleLine {
  return { ...line, ...subIdsAsColumns(sub_ids) };
}
