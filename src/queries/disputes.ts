// The disputes of a program, by the event that told of each first.
import { type Kysely, sql } from "kysely";
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
    .innerJoinLateral(
      (sales) =>
        sales
          .selectFrom("sale")
          .select("transaction_id")
          .where("program_id", "=", programId)
          .whereRef("sale_id", "=", "dispute.sale_id")
          .offset(sql.lit(0))
          .as("sale"),
      (join) => join.onTrue(),
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
    // The condition of the list's index.
    .where("dispute.event_id", ">", sql.lit(0))
    .where("dispute.event_id", ">", afterEventId)
    .orderBy("dispute.event_id")
    .limit(request.limit + 1);
  if (filter.status !== undefined) query = query.where("dispute.status", "=", filter.status);
  return byEventId.page(await query.execute(), request, (dispute) => [dispute.event_id]);
}
