// The clicks of a program, as they were recorded.
// They are found through the log, whose key is the order of time: the book of clicks is kept by their random ids, and there
// are too many of them to be sorted for a page.
import { type Kysely, sql } from "kysely";
import type { ClickRow } from "../core/rows.ts";
import type { Tables } from "../db/tables.ts";
import { keyset, numberKey, type Page, type PageRequest } from "./page.ts";

export type ClickLine = Pick<
  ClickRow,
  "click_id" | "event_id" | "partner_id" | "root_click_id" | "is_bot" | "clicked_at"
> & { readonly seq: number };

export type ClickFilter = { readonly partnerId?: number | undefined };

const bySeq = keyset("clicks", numberKey);

export async function listClicks(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  filter: ClickFilter = {},
): Promise<Page<ClickLine>> {
  const [afterSeq] = bySeq.after(request, [0]);
  let query = db
    .selectFrom("event as e")
    .innerJoin("click as c", (join) =>
      join.onRef("c.program_id", "=", "e.program_id").on("c.click_id", "=", sql<string>`e.data ->> 'click_id'`),
    )
    .select(["c.click_id", "c.event_id", "e.seq", "c.partner_id", "c.root_click_id", "c.is_bot", "c.clicked_at"])
    .where("e.program_id", "=", programId)
    .where("e.type", "=", "click_recorded")
    .where("e.seq", ">", afterSeq)
    .orderBy("e.seq")
    .limit(request.limit + 1);
  if (filter.partnerId !== undefined) query = query.where("c.partner_id", "=", filter.partnerId);
  return bySeq.page(await query.execute(), request, (click) => [click.seq]);
}
