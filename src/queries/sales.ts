// The sales of a program, by id: a sale's id is the id of the event that made it, so they come as they were recorded.
import type { Kysely } from "kysely";
import type { Evidence, SaleRow } from "../core/rows.ts";
import type { Tables } from "../db/tables.ts";
import { keyset, numberKey, type Page, type PageRequest } from "./page.ts";

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
  let query = db
    .selectFrom("sale")
    .select(columns)
    .where("program_id", "=", programId)
    .where("sale_id", ">", afterSaleId)
    .orderBy("sale_id")
    .limit(request.limit + 1);
  if (filter.status !== undefined) query = query.where("status", "=", filter.status);
  if (filter.evidence !== undefined) query = query.where("evidence", "=", filter.evidence);
  if (filter.partnerId !== undefined) query = query.where("partner_id", "=", filter.partnerId);
  if (filter.customerKey !== undefined) query = query.where("customer_key", "=", filter.customerKey);
  if (filter.subscriptionId !== undefined) query = query.where("subscription_id", "=", filter.subscriptionId);
  if (filter.from !== undefined) query = query.where("received_at", ">=", filter.from);
  if (filter.before !== undefined) query = query.where("received_at", "<", filter.before);
  return bySaleId.page(await query.execute(), request, (sale) => [sale.sale_id]);
}
