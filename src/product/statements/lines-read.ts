// The lines of a program's month: what its statement's sums are made of, sale by sale and change by change.
// Of a closed month they are what they were when it was closed: a sale that turned out to be another since stands as it stood,
// and the month in which that was learnt has a line that takes it back and one that states it as it is now.
import { type Kysely, type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { boundsOfMonth } from "../../core/rules/events/statement.ts";
import type { Currency } from "../../core/vocabulary/money.ts";
import { keyset, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables.ts";
import { findFirstEventIds } from "../events/event-at.ts";

/** A sale, a change of one, or a correction of a closed month. Amounts of a change are what it took or gave. */
export type StatementLine = {
  readonly event_id: number;
  readonly sale_id: number;
  readonly what: "sale" | "change" | "correction";
  readonly booked_at: Date;
  readonly transaction_id: string;
  readonly partner_id: number;
  readonly currency: Currency;
  readonly amount_cents: number;
  readonly platform_fee_cents: number;
  readonly commission_currency: Currency | null;
  readonly commission_cents: number;
  /** The closed month that it corrects; null but for corrections. */
  readonly corrects: string | null;
};

/** The order of an event's lines. */
type Row = StatementLine & { readonly kind: number };

const byPlace = keyset(
  "statement",
  z.tuple([z.int().nonnegative(), z.int().nonnegative(), z.int().nonnegative(), z.string().max(3)]),
);

export async function listStatementLines(
  db: Kysely<Tables>,
  programId: number,
  month: string,
  request: PageRequest,
): Promise<Page<StatementLine>> {
  const after = byPlace.after(request, [0, 0, 0, ""]);
  const [from = 0, to = 0] = await findFirstEventIds(db, programId, boundsOfMonth(month));
  const stretch = { programId, first: Math.max(from, after[0]), to, after, rows: request.limit + 1 };
  const { rows } = await sql<Row>`
    select *
      from ((${saleLines(stretch)}) union all (${statedLines(stretch)}) union all (${changeLines(stretch)})
            union all (${correctionLines(stretch, "was")}) union all (${correctionLines(stretch, "now")})) line
     order by event_id, sale_id, kind, coalesce(commission_currency, '')
     limit ${request.limit + 1}`.execute(db);
  const page = byPlace.page(rows, request, (row) => [
    row.event_id,
    row.sale_id,
    row.kind,
    row.commission_currency ?? "",
  ]);
  return { ...page, data: page.data.map(({ kind: _, ...line }) => line) };
}

type Stretch = {
  readonly programId: number;
  /** Ids of events from the first to before the last. */
  readonly first: number;
  readonly to: number;
  readonly after: readonly [number, number, number, string];
  readonly rows: number;
};

/** Sales as they are: those of which nothing else was stated. */
function saleLines({ programId, first, to, after, rows }: Stretch): RawBuilder<unknown> {
  return sql`
    select s.sale_id as event_id, s.sale_id, 'sale' as what, 0 as kind, s.received_at as booked_at,
           s.transaction_id, s.partner_id, s.currency, s.amount_cents,
           coalesce(f.amount_at_sale_cents, 0) as platform_fee_cents,
           o.currency as commission_currency, coalesce(o.amount_at_sale_cents, 0) as commission_cents,
           null::text as corrects
      from sale s
      left join lateral (${ofSale("platform_fee", programId)}) f on true
      left join lateral (${ofSale("commission", programId)}) o on true
     where s.program_id = ${programId} and s.sale_id >= ${first} and s.sale_id < ${to}
       and (s.sale_id, s.sale_id, 0) > (${after[0]}::bigint, ${after[1]}::bigint, ${after[2]}::integer)
       and s.imported is null
       and not exists (select 1 from restatement r where r.sale_id = s.sale_id and r.program_id = ${programId})
     order by s.sale_id
     limit ${rows}`;
}

/** Sales of a closed month as they stood before they turned out to be others. */
function statedLines({ programId, first, to, after, rows }: Stretch): RawBuilder<unknown> {
  return sql`
    select r.sale_id, r.sale_id, 'sale', 0, e.received_at, r.transaction_id, r.was_partner_id, r.was_currency,
           r.was_amount_cents, r.was_fee_cents, r.was_commission_currency, coalesce(r.was_commission_cents, 0), null::text
      from restatement r
      join event e on e.program_id = ${programId} and e.id = r.sale_id
     where r.program_id = ${programId} and r.sale_id >= ${first} and r.sale_id < ${to} and r.was_currency is not null
       and (r.sale_id, r.sale_id, 0) > (${after[0]}::bigint, ${after[1]}::bigint, ${after[2]}::integer)
       and not exists (select 1 from restatement earlier
                        where earlier.sale_id = r.sale_id and earlier.program_id = ${programId}
                          and earlier.event_id < r.event_id)
     order by r.sale_id
     limit ${rows}`;
}

function changeLines({ programId, first, to, after, rows }: Stretch): RawBuilder<unknown> {
  return sql`
    select c.event_id, c.sale_id, 'change', 1, c.changed_at, c.transaction_id, c.partner_id, c.currency, -c.refunded_cents,
           c.fee_cents, nullif(c.commission_currency, ''), c.commission_cents, null::text
      from sale_change c
     where c.program_id = ${programId} and c.event_id >= ${first} and c.event_id < ${to}
       and (c.event_id, c.sale_id, 1, c.commission_currency)
           > (${after[0]}::bigint, ${after[1]}::bigint, ${after[2]}::integer, ${after[3]}::text)
     order by c.event_id, c.sale_id, c.commission_currency
     limit ${rows}`;
}

/** What was stated is taken back, and what is known now is stated. */
function correctionLines({ programId, first, to, after, rows }: Stretch, side: "was" | "now"): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`r.${side}_${name}`);
  const kind = sql.lit(side === "was" ? 2 : 3);
  const sign = sql.lit(side === "was" ? -1 : 1);
  return sql`
    select r.event_id, r.sale_id, 'correction', ${kind}, r.restated_at, r.transaction_id, ${column("partner_id")},
           ${column("currency")}, ${sign} * ${column("amount_cents")}, ${sign} * ${column("fee_cents")},
           ${column("commission_currency")}, ${sign} * coalesce(${column("commission_cents")}, 0), r.month
      from restatement r
     where r.program_id = ${programId} and r.event_id >= ${first} and r.event_id < ${to}
       and ${column("currency")} is not null
       and (r.event_id, r.sale_id, ${kind}) > (${after[0]}::bigint, ${after[1]}::bigint, ${after[2]}::integer)
     order by r.event_id, r.sale_id
     limit ${rows}`;
}

/** The sale's one row of a book, looked up for each sale of the page: joined as a whole, books are read from their beginning. */
function ofSale(book: "commission" | "platform_fee", programId: number) {
  return sql`select * from ${sql.table(book)} where program_id = ${programId} and sale_id = s.sale_id offset 0`;
}
