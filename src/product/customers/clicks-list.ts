// The clicks of a program, as they were recorded.
// They are found through the log, whose order is that of time: the book of clicks is kept by their random ids, and there are too
// many of them to be sorted for a page. A partner's clicks have an index in that order.

import { type Kysely, type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { count, flag, id, time, words } from "../../core/vocabulary/fields.ts";
import { type Filter, keyset, numberKey, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { eventsOfKind } from "../events/events-by-kind.ts";
import { isOfPartner } from "../partners/condition.ts";
import { containsMarks, markedWith, subIdColumns, subIdFilters, subIdsOfColumn } from "./sub-id-columns.ts";

export const clickLine = z.strictObject({
  click_id: words("The click"),
  event_id: id("The event that recorded it"),
  seq: count("Its place in the program's log"),
  partner_id: id("The partner whose link was followed"),
  root_click_id: words("The visitor's first click, itself for most"),
  is_bot: flag("Made by a program that says so: it earns nothing"),
  clicked_at: time("When it was recorded"),
  ...subIdColumns,
});

export type ClickLine = z.output<typeof clickLine>;

export const clickFilters = { partner_id: id("Only of this partner").optional(), ...subIdFilters };

export type ClickFilter = Filter<typeof clickFilters>;

const bySeq = keyset("clicks", numberKey);

export async function listClicks(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  { partner_id: partnerId, ...marks }: ClickFilter = {},
): Promise<Page<ClickLine>> {
  const [afterSeq] = bySeq.after(request, [0]);
  const range = { programId, afterSeq, rows: request.limit + 1 };
  const marked = markedWith(marks);
  const unmarked = partnerId === undefined ? ofProgram(range) : ofPartner(db, range, partnerId);
  const clicks = marked === null ? unmarked : ofMarks(range, marked, partnerId);
  const { rows } = await sql<ClickLine>`
    select click_id, event_id, seq, partner_id, root_click_id, is_bot, clicked_at, ${subIdsOfColumn("sub_ids")}
      from (${clicks}) page
     order by seq`.execute(db);
  return bySeq.page(rows, request, (click) => [click.seq]);
}

type LogRange = { readonly programId: number; readonly afterSeq: number; readonly rows: number };

/** Clicks of test mode are in the log and in no book. */
function ofProgram({ programId, afterSeq, rows }: LogRange): RawBuilder<unknown> {
  const select = sql`
    select e.seq, c.*
      from event e
     cross join lateral (
           select *
             from click
            where program_id = ${programId} and click_id = e.data ->> 'click_id' and event_id = e.id
           offset 0
           ) c`;
  const kind = { type: "click_recorded" };
  return eventsOfKind({ programId, afterSeq: sql`${afterSeq}`, rows }, kind, { select, condition: sql`true` });
}

function ofPartner(
  db: Kysely<Tables>,
  { programId, afterSeq, rows }: LogRange,
  partnerId: number,
): RawBuilder<unknown> {
  return sql`
    select e.seq, c.*
      from (
             select *
               from click
              where ${isOfPartner(db, programId, partnerId)}
                and event_id > coalesce(
                      (select id from event where program_id = ${programId} and seq <= ${afterSeq}
                        order by seq desc limit 1), 0)
              order by event_id
              limit ${rows}
           ) c
      join event e on e.program_id = ${programId} and e.id = c.event_id`;
}

/** Those marked so, found by their marks: few of a program's clicks have the same. */
function ofMarks(
  { programId, afterSeq, rows }: LogRange,
  marks: object,
  partnerId: number | undefined,
): RawBuilder<unknown> {
  const ofWhom = partnerId === undefined ? sql`true` : sql`c.partner_id = ${partnerId}`;
  return sql`
    select e.seq, c.*
      from click c
      join event e on e.program_id = ${programId} and e.id = c.event_id
     where c.program_id = ${programId} and ${containsMarks("c.sub_ids", marks)} and ${ofWhom} and e.seq > ${afterSeq}
     order by e.seq
     limit ${rows}`;
}
