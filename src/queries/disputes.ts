// The disputes of a program, by the event that told of each first.
import type { Kysely } from "kysely";
import type { DisputeRow } from "../core/rows.ts";
import type { Tables } from "../db/tables.ts";
import { keyset, numberKey, type Page, type PageRequest } from "./page.ts";

export type DisputeLine = Omit<DisputeRow, "program_id"> & { readonly transaction_id: string };

export type DisputeFilter = { readonly status?: DisputeRow["status"] | undefined };

const byEventId = keyset("disputes", numberKey);

export async function listDisputes(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  filter: DisputeFilter = {},
): Promise<Page<DisputeLine>> {
  const [afterEventId] = byEventId.after(request, [0]);
  let query = db
    .selectFrom("dispute")
    .innerJoin("sale", (join) =>
      join.onRef("sale.program_id", "=", "dispute.program_id").onRef("sale.sale_id", "=", "dispute.sale_id"),
    )
    .select([
      "dispute.event_id",
      "dispute.dispute_id",
      "dispute.sale_id",
      "sale.transaction_id",
      "dispute.amount_cents",
      "dispute.status",
      "dispute.received_at",
    ])
    .where("dispute.program_id", "=", programId)
    .where("dispute.event_id", ">", afterEventId)
    .orderBy("dispute.event_id")
    .limit(request.limit + 1);
  if (filter.status !== undefined) query = query.where("dispute.status", "=", filter.status);
  return byEventId.page(await query.execute(), request, (dispute) => [dispute.event_id]);
}
