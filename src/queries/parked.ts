// The events of a program that wait for something, by id, with every key that could settle them.
import { type Kysely, sql } from "kysely";
import type { Tables } from "../db/tables.ts";
import { keyset, numberKey, type Page, type PageRequest } from "./page.ts";

export type ParkedLine = {
  readonly event_id: number;
  readonly type: string;
  readonly source: string;
  readonly received_at: Date;
  readonly reason: string | null;
  /** Such as `customer:<customer_key>` or `payment:<id>`: whatever brings one of them settles the event. */
  readonly waits_for: readonly string[];
};

const byEventId = keyset("parked", numberKey);

export async function listParked(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
): Promise<Page<ParkedLine>> {
  const [afterEventId] = byEventId.after(request, [0]);
  const rows = await db
    .selectFrom("outcome as o")
    .innerJoin("event as e", (join) => join.onRef("e.program_id", "=", "o.program_id").onRef("e.id", "=", "o.event_id"))
    .leftJoin(
      (parked) =>
        parked
          .selectFrom("parked")
          .select(["event_id", sql<string[]>`array_agg(wait_key order by wait_key)`.as("wait_keys")])
          .where("program_id", "=", programId)
          .where("event_id", ">", afterEventId)
          .groupBy("event_id")
          .as("w"),
      (join) => join.onRef("w.event_id", "=", "o.event_id"),
    )
    .select((outcome) => [
      "o.event_id",
      "e.type",
      "e.source",
      "e.received_at",
      "o.reason",
      outcome.fn.coalesce("w.wait_keys", sql<string[]>`'{}'`).as("waits_for"),
    ])
    .where("o.program_id", "=", programId)
    .where("o.outcome", "=", "parked")
    .where("o.event_id", ">", afterEventId)
    .orderBy("o.event_id")
    .limit(request.limit + 1)
    .execute();
  return byEventId.page(rows, request, (parked) => [parked.event_id]);
}
