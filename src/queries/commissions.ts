// The commissions of a program, by id. A sale earns at most one, under the sale's own id.
import type { Kysely } from "kysely";
import type { CommissionRow } from "../core/rows.ts";
import type { Tables } from "../db/tables.ts";
import { keyset, numberKey, type Page, type PageRequest } from "./page.ts";

export type CommissionLine = Omit<CommissionRow, "program_id"> & { readonly commission_id: number };

export type CommissionFilter = {
  readonly status?: CommissionRow["status"] | undefined;
  readonly partnerId?: number | undefined;
};

const bySaleId = keyset("commissions", numberKey);

export async function listCommissions(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  filter: CommissionFilter = {},
): Promise<Page<CommissionLine>> {
  const [afterSaleId] = bySaleId.after(request, [0]);
  let query = db
    .selectFrom("commission")
    .select([
      "sale_id as commission_id",
      "sale_id",
      "partner_id",
      "amount_cents",
      "amount_at_sale_cents",
      "currency",
      "status",
      "stage",
      "hold_until",
    ])
    .where("program_id", "=", programId)
    .where("sale_id", ">", afterSaleId)
    .orderBy("sale_id")
    .limit(request.limit + 1);
  if (filter.status !== undefined) query = query.where("status", "=", filter.status);
  if (filter.partnerId !== undefined) query = query.where("partner_id", "=", filter.partnerId);
  return bySaleId.page(await query.execute(), request, (commission) => [commission.sale_id]);
}
