// The platform fees of a program, by id. A sale costs exactly one, under the sale's own id.
import type { Kysely } from "kysely";
import { z } from "zod";
import { cents, currency, id } from "../../core/vocabulary/fields.ts";
import { keyset, numberKey, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables.ts";

export const feeLine = z.strictObject({
  fee_id: id("The fee: a sale costs exactly one, under the sale's own id"),
  sale_id: id("The sale it is for"),
  amount_cents: cents("What is left of it"),
  amount_at_sale_cents: cents("What the sale cost before anything went back"),
  currency,
});

export type FeeLine = z.output<typeof feeLine>;

const bySaleId = keyset("fees", numberKey);

export async function listFees(db: Kysely<Tables>, programId: number, request: PageRequest): Promise<Page<FeeLine>> {
  const [afterSaleId] = bySaleId.after(request, [0]);
  const rows = await db
    .selectFrom("platform_fee")
    .select(["sale_id as fee_id", "sale_id", "amount_cents", "amount_at_sale_cents", "currency"])
    .where("program_id", "=", programId)
    .where("sale_id", ">", afterSaleId)
    .orderBy("sale_id")
    .limit(request.limit + 1)
    .execute();
  return bySaleId.page(rows, request, (fee) => [fee.sale_id]);
}
