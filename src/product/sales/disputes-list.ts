// The disputes of a program, by the event that reported each first.

import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { cents, currency, id, oneOf, time, words } from "../../core/vocabulary/fields.ts";
import { type Filter, keyset, numberKey, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import { disputeStatuses } from "../../core/vocabulary/statuses.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

export const disputeLine = z.strictObject({
  event_id: id("The event that reported it first"),
  dispute_id: words("The provider's id of it"),
  sale_id: id("The sale that is disputed"),
  transaction_id: words("The sale's payment"),
  partner_id: id("Whose sale it is"),
  amount_cents: cents("What is disputed"),
  currency,
  status: z.enum(disputeStatuses).meta({ description: "Open until it is decided" }),
  received_at: time("When the service received it"),
});

export type DisputeLine = z.output<typeof disputeLine>;

export const disputeFilters = {
  status: oneOf(disputeStatuses, "Only in this status").optional(),
  order: oneOf(["oldest", "newest"], "Which come first; the oldest by default").optional(),
};

export type DisputeFilter = Filter<typeof disputeFilters>;

const byEventId = keyset("disputes", numberKey);
const newestFirst = keyset("disputes, newest first", numberKey);

export async function listDisputes(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  filter: DisputeFilter = {},
): Promise<Page<DisputeLine>> {
  const isNewestFirst = filter.order === "newest";
  const keys = isNewestFirst ? newestFirst : byEventId;
  const [afterEventId] = keys.after(request, [isNewestFirst ? Number.MAX_SAFE_INTEGER : 0]);
  let query = db
    .selectFrom("dispute")
    .innerJoinLateral(
      (sales) =>
        sales
          .selectFrom("sale")
          .select(["transaction_id", "partner_id", "currency"])
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
      "sale.partner_id",
      "sale.currency",
      "dispute.amount_cents",
      "dispute.status",
      "dispute.received_at",
    ])
    .where("dispute.program_id", "=", programId)
    // The condition of the list's index.
    .where("dispute.event_id", ">", sql.lit(0))
    .where("dispute.event_id", isNewestFirst ? "<" : ">", afterEventId)
    .orderBy("dispute.event_id", isNewestFirst ? "desc" : "asc")
    .limit(request.limit + 1);
  if (filter.status !== undefined) query = query.where("dispute.status", "=", filter.status);
  return keys.page(await query.execute(), request, (dispute) => [dispute.event_id]);
}
