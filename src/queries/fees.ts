// The platform fees of a program, by id. A sale costs exactly one, under the sale's own id.
import type { Kysely } from "kysely";
import type { PlatformFeeRow } from "../core/rows.ts";
import type { Tables } from "../db/tables.ts";
import { keyset, numberKey, type Page, type PageRequest } from "./page.ts";

export type FeeLine = Omit<PlatformFeeRow, "program_id"> & { readonly fee_id: number };

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
