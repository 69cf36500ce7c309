// The refunds of a program, by the event that reported each first.
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { cents, flag, id, time, words, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { columnsOf, type Filter, keyset, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

export const refundLine = z.strictObject({
  event_id: id("The event that reported it first"),
  sale_id: id("The sale it is of"),
  refund_key: words("Its name: `id:` and the refund's own id where it has one"),
  amount_cents: cents("What went back"),
  has_failed: flag("It failed and no longer counts"),
  reason: wordsOrNull("Why, where that was reported"),
  source: words("Who reported it: api or a provider"),
  received_at: time("When the service received it"),
});

const columns = columnsOf(refundLine);

export type RefundLine = z.output<typeof refundLine>;

export const refundFilters = { sale_id: id("Only of this sale").optional() };

export type RefundFilter = Filter<typeof refundFilters>;

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
  if (filter.sale_id !== undefined) query = query.where("sale_id", "=", filter.sale_id);
  return byEventAndSale.page(await query.execute(), request, (refund) => [refund.event_id, refund.sale_id]);
}
