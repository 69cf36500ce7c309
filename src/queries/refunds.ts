// The refunds of a program, by the event that told of each first.
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import type { RefundRow } from "../core/rows.ts";
import type { Tables } from "../db/tables.ts";
import { keyset, type Page, type PageRequest } from "./page.ts";

const columns = [
  "event_id",
  "sale_id",
  "refund_key",
  "amount_cents",
  "has_failed",
  "reason",
  "source",
  "received_at",
] as const satisfies readonly (keyof RefundRow)[];

export type RefundLine = Pick<RefundRow, (typeof columns)[number]>;

export type RefundFilter = { readonly saleId?: number | undefined };

const byEventAndSale = keyset("refunds", z.tuple([z.int().nonnegative(), z.int().nonnegative()]));

export async function listRefunds(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  filter: RefundFilter = {},
): Promise<Page<RefundLine>> {
  const [afterEventId, afterSaleId] = byEventAndSale.after(request, [0, 0]);
  let query = db
    .selectFrom("refund")
    .select(columns)
    .where("program_id", "=", programId)
    // The condition of the list's index.
    .where("event_id", ">", sql.lit(0))
    .where((refund) => refund(refund.refTuple("event_id", "sale_id"), ">", refund.tuple(afterEventId, afterSaleId)))
    .orderBy("event_id")
    .orderBy("sale_id")
    .limit(request.limit + 1);
  if (filter.saleId !== undefined) query = query.where("sale_id", "=", filter.saleId);
  return byEventAndSale.page(await query.execute(), request, (refund) => [refund.event_id, refund.sale_id]);
}
