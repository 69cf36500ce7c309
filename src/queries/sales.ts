// The sales of a program, by id: a sale's id is the id of the event that made it, so they come as they were recorded, and a time
// is a place among the ids.
import type { Kysely } from "kysely";
import type { Evidence, SaleRow } from "../core/rows.ts";
import type { Tables } from "../db/tables.ts";
import { findFirstEventId } from "./event-at.ts";
import { keyset, numberKey, type Page, type PageRequest } from "./page.ts";
import { isOfPartner } from "./partner-condition.ts";

const columns = [
  "sale_id",
  "transaction_id",
  "amount_cents",
  "tax_cents",
  "refunded_cents",
  "currency",
  "status",
  "reason",
  "source",
  "provider",
  "provider_payment_id",
  "customer_key",
  "partner_id",
  "click_id",
  "clicked_at",
  "sale_type",
  "is_recurring",
  "subscription_id",
  "subscription_interval",
  "product_id",
  "evidence",
  "occurred_at",
  "received_at",
] as const satisfies readonly (keyof SaleRow)[];

export type SaleLine = Pick<SaleRow, (typeof columns)[number]>;

export type SaleFilter = {
  readonly status?: SaleRow["status"] | undefined;
  readonly evidence?: Evidence | undefined;
  readonly partnerId?: number | undefined;
  readonly customerKey?: string | undefined;
  readonly subscriptionId?: string | undefined;
  /** Received at this time or later. */
  readonly from?: Date | undefined;
  /** Received before this time. */
  readonly before?: Date | undefined;
};

const bySaleId = keyset("sales", numberKey);

export async function listSales(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  filter: SaleFilter = {},
): Promise<Page<SaleLine>> {
  const [afterSaleId] = bySaleId.after(request, [0]);
  const firstSaleId = filter.from === undefined ? 0 : await findFirstEventId(db, programId, filter.from);
  let query = selectSales(db, programId, filter)
    .where("sale_id", ">", Math.max(afterSaleId, firstSaleId - 1))
    .orderBy("sale_id")
    .limit(request.limit + 1);
  if (filter.status !== undefined) query = query.where("status", "=", filter.status);
  if (filter.evidence !== undefined) query = query.where("evidence", "=", filter.evidence);
  if (filter.customerKey !== undefined) query = query.where("customer_key", "=", filter.customerKey);
  if (filter.subscriptionId !== undefined) query = query.where("subscription_id", "=", filter.subscriptionId);
  if (filter.before !== undefined) {
    query = query.where("sale_id", "<", await findFirstEventId(db, programId, filter.before));
  }
  return bySaleId.page(await query.execute(), request, (sale) => [sale.sale_id]);
}

/** A partner's are found by the partner, where nothing is asked for that fewer sales have. */
function selectSales(db: Kysely<Tables>, programId: number, filter: SaleFilter) {
  const { partnerId, customerKey, subscriptionId } = filter;
  const query = db.selectFrom("sale").select(columns);
  if (partnerId === undefined) return query.where("program_id", "=", programId);
  if (customerKey === undefined && subscriptionId === undefined) return query.where(isOfPartner(programId, partnerId));
  return query.where("program_id", "=", programId).where("partner_id", "=", partnerId);
}
