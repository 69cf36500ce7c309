// The lines of a program's month: what its statement's sums are made of, sale by sale and change by change.
// Of a closed month they are what they were when it was closed: a sale that turned out to be another since, and a line that a replay
// changed, are shown as they were, and the month in which that was learned has a line that takes it back and one that states it now.

import { type Kysely, type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { boundsOfMonth, type LineKind, lineKinds } from "../../core/rules/events/statement.ts";
import { firstReferralId } from "../../core/rules/referral-id.ts";
import type { Currency } from "../../core/vocabulary/money/currencies.ts";
import { keyset, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import type { CommissionKind } from "../../core/vocabulary/statuses.ts";
import { adjustedByTierSql } from "../../engine/books/tier-adjustment.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { findFirstEventIds } from "../events/event-at.ts";

/**
 * A sale, a commission that no sale earned, a change of one, or a correction of a closed month. Amounts of a change are what it took or gave.
 */
export type StatementLine = {
  readonly event_id: number;
  /** Of a commission that no sale earned, the commission. */
  readonly sale_id: number;
  /** A commission's kind, or what became of it. */
  readonly what: CommissionKind | "tier" | "change" | "correction";
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

/** `kind` is the order of an event's lines; `line_event_id` the corrected line's event, and 0 but where a replay corrected one. */
type Row = StatementLine & { readonly kind: number; readonly line_event_id: number };

const place = z.int().nonnegative();
const byPlace = keyset("statement", z.tuple([place, place, place, z.string().max(3), place]));

export async function listStatementLines(
  db: Kysely<Tables>,
  programId: number,
  month: string,
  request: PageRequest,
): Promise<Page<StatementLine>> {
  const after = byPlace.after(request, [0, 0, 0, "", 0]);
  const [from = 0, to = 0] = await findFirstEventIds(db, programId, boundsOfMonth(month));
  const span = { programId, first: Math.max(from, after[0]), to, after, rows: request.limit + 1 };
  const { rows } = await sql<Row>`
    select *
      from ((${saleLines(span)}) union all (${tierLines(span)}) union all (${statedTierLines(span)})
            union all (${earnedLines(span, 0)}) union all (${earnedLines(span, firstReferralId)})
            union all (${statedLines(span, 0)}) union all (${statedLines(span, firstReferralId)}) union all (${changeLines(span)})
            union all (${correctionLines(span, "was")}) union all (${correctionLines(span, "now")})
            union all (${keptLines(span)})
            union all (${replayLines(span, "was")}) union all (${replayLines(span, "now")})) line
     order by event_id, sale_id, kind, coalesce(commission_currency, ''), line_event_id
     limit ${request.limit + 1}`.execute(db);
  const page = byPlace.page(rows, request, (row) => [
    row.event_id,
    row.sale_id,
    row.kind,
    row.commission_currency ?? "",
    row.line_event_id,
  ]);
  return { ...page, data: page.data.map(({ kind: _, line_event_id: __, ...line }) => line) };
}

type Span = {
  readonly programId: number;
  /** Ids of events from the first to before the last. */
  readonly first: number;
  readonly to: number;
  readonly after: readonly [number, number, number, string, number];
  readonly rows: number;
};

/** Sales as they are: those of which nothing else was stated. */
function saleLines({ programId, first, to, after, rows }: Span): RawBuilder<unknown> {
  return sql`
    select s.sale_id as event_id, s.sale_id, 'sale' as what, 0 as kind, s.received_at as booked_at,
           s.transaction_id, s.partner_id, s.currency, s.amount_cents,
           coalesce(f.amount_at_sale_cents, 0) as platform_fee_cents,
           o.currency as commission_currency, coalesce(o.amount_at_sale_cents - ${adjustedByTier}, 0) as commission_cents,
           null::text as corrects, 0::bigint as line_event_id
      from sale s
      left join lateral (${ofSale("platform_fee", programId)}) f on true
      left join lateral (${ofSale("commission", programId)}) o on true
     where s.program_id = ${programId} and s.sale_id >= ${first} and s.sale_id < ${to}
       and (s.sale_id, s.sale_id, 0) > (${after[0]}::bigint, ${after[1]}::bigint, ${after[2]}::integer)
       and s.imported is null
       and not exists (select 1 from restatement r where r.sale_id = s.sale_id and r.program_id = ${programId})
       and ${isNotKept(programId, sql`s.sale_id`, sql`s.sale_id`, "sale", sql`coalesce(o.currency, '')`)}
     order by s.sale_id
     limit ${rows}`;
}

const adjustedByTier = sql.raw(adjustedByTierSql("o"));

/** What the month's tier added to its sales, from the index of such commissions. */
function tierLines({ programId, first, to, after, rows }: Span): RawBuilder<unknown> {
  return sql`
    select s.sale_id, s.sale_id, 'tier', ${tierOrder}, s.received_at, s.transaction_id, s.partner_id, s.currency, 0::bigint,
           0::bigint, o.currency, ${adjustedByTier}, null::text, 0::bigint
      from commission o
      join sale s on s.program_id = ${programId} and s.sale_id = o.sale_id
     where o.program_id = ${programId} and o.sale_id >= ${first} and o.sale_id < ${to}
       and (o.terms #>> '{tier,adjusted_cents}') is not null and ${adjustedByTier} <> 0
       and (o.sale_id, o.sale_id, ${tierOrder}) > (${after[0]}::bigint, ${after[1]}::bigint, ${after[2]}::integer)
       and s.imported is null
       and not exists (select 1 from restatement r where r.sale_id = o.sale_id and r.program_id = ${programId})
       and ${isNotKept(programId, sql`o.sale_id`, sql`o.sale_id`, "tier", sql`o.currency`)}
     order by o.sale_id
     limit ${rows}`;
}

/** Of sales of a closed month that were corrected since. */
function statedTierLines({ programId, first, to, after, rows }: Span): RawBuilder<unknown> {
  return sql`
    select r.sale_id, r.sale_id, 'tier', ${tierOrder}, e.received_at, r.transaction_id, r.was_partner_id, r.was_currency, 0::bigint,
           0::bigint, r.was_commission_currency, r.was_tier_cents, null::text, 0::bigint
      from restatement r
      join event e on e.program_id = ${programId} and e.id = r.sale_id
     where r.program_id = ${programId} and r.was_tier_cents <> 0
       and r.sale_id >= ${first} and r.sale_id < ${to}
       and (r.sale_id, r.sale_id, ${tierOrder}) > (${after[0]}::bigint, ${after[1]}::bigint, ${after[2]}::integer)
       and not exists (select 1 from restatement earlier
                        where earlier.sale_id = r.sale_id and earlier.program_id = ${programId}
                          and earlier.event_id < r.event_id)
       and ${isNotKept(programId, sql`r.sale_id`, sql`r.sale_id`, "tier", sql`coalesce(r.was_commission_currency, '')`)}
     order by r.sale_id
     limit ${rows}`;
}

/**
 * Commissions that no sale of their partner earned, as they are. They have no sale's currency and amount. The ids of a range from `origin` on
 * follow those of events.
 */
function earnedLines({ programId, first, to, after, rows }: Span, origin: number): RawBuilder<unknown> {
  const eventId = sql`(c.sale_id - ${sql.lit(origin)})`;
  return sql`
    select ${eventId}, c.sale_id, c.kind, 0, e.received_at, c.kind || ':' || ${eventId}, c.partner_id, c.currency, 0::bigint,
           0::bigint, c.currency, c.amount_at_sale_cents, null::text, 0::bigint
      from commission c
      join event e on e.program_id = ${programId} and e.id = ${eventId}
     where c.program_id = ${programId} and c.kind <> 'sale'
       and c.sale_id >= ${origin + first}::bigint and c.sale_id < ${origin + to}::bigint
       and (${eventId}, c.sale_id, 0) > (${after[0]}::bigint, ${after[1]}::bigint, ${after[2]}::integer)
       and not exists (select 1 from restatement r where r.sale_id = c.sale_id and r.program_id = ${programId})
       and ${isNotKept(programId, eventId, sql`c.sale_id`, "sale", sql`c.currency`)}
     order by c.sale_id
     limit ${rows}`;
}

/** Sales of a closed month as they were before they were corrected, and so what their recruiters earned. */
function statedLines({ programId, first, to, after, rows }: Span, origin: number): RawBuilder<unknown> {
  const eventId = sql`(r.sale_id - ${sql.lit(origin)})`;
  return sql`
    select ${eventId}, r.sale_id, ${kindOf(programId, sql`r.sale_id`)}, 0, e.received_at, r.transaction_id, r.was_partner_id,
           coalesce(r.was_currency, r.was_commission_currency), coalesce(r.was_amount_cents, 0), coalesce(r.was_fee_cents, 0),
           r.was_commission_currency, coalesce(r.was_commission_cents - r.was_tier_cents, 0), null::text, 0::bigint
      from restatement r
      join event e on e.program_id = ${programId} and e.id = ${eventId}
     where r.program_id = ${programId} and r.was_partner_id is not null
       and r.sale_id >= ${origin + first}::bigint and r.sale_id < ${origin + to}::bigint
       and (${eventId}, r.sale_id, 0) > (${after[0]}::bigint, ${after[1]}::bigint, ${after[2]}::integer)
       and not exists (select 1 from restatement earlier
                        where earlier.sale_id = r.sale_id and earlier.program_id = ${programId}
                          and earlier.event_id < r.event_id)
       and ${isNotKept(programId, eventId, sql`r.sale_id`, "sale", sql`coalesce(r.was_commission_currency, '')`)}
     order by r.sale_id
     limit ${rows}`;
}

function changeLines({ programId, first, to, after, rows }: Span): RawBuilder<unknown> {
  return sql`
    select c.event_id, c.sale_id, 'change', 1, c.changed_at, c.transaction_id, c.partner_id, c.currency, -c.refunded_cents,
           c.fee_cents, nullif(c.commission_currency, ''), c.commission_cents, null::text, 0::bigint
      from sale_change c
     where c.program_id = ${programId} and c.event_id >= ${first} and c.event_id < ${to}
       and (c.event_id, c.sale_id, 1, c.commission_currency)
           > (${after[0]}::bigint, ${after[1]}::bigint, ${after[2]}::integer, ${after[3]}::text)
       and ${isNotKept(programId, sql`c.event_id`, sql`c.sale_id`, "change", sql`c.commission_currency`)}
     order by c.event_id, c.sale_id, c.commission_currency
     limit ${rows}`;
}

/** What was stated is taken back, and what is known now is stated. */
function correctionLines({ programId, first, to, after, rows }: Span, side: "was" | "now"): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`r.${side}_${name}`);
  const kind = sql.lit(side === "was" ? 2 : 3);
  const sign = sql.lit(side === "was" ? -1 : 1);
  const line = side === "was" ? "taken_back" : "restated";
  const currency = sql`coalesce(${column("commission_currency")}, '')`;
  return sql`
    select r.event_id, r.sale_id, 'correction', ${kind}, r.restated_at, r.transaction_id, ${column("partner_id")},
           coalesce(${column("currency")}, ${column("commission_currency")}), ${sign} * coalesce(${column("amount_cents")}, 0),
           ${sign} * coalesce(${column("fee_cents")}, 0),
           ${column("commission_currency")}, ${sign} * coalesce(${column("commission_cents")}, 0), r.month, 0::bigint
      from restatement r
     where r.program_id = ${programId} and r.event_id >= ${first} and r.event_id < ${to}
       and ${column("partner_id")} is not null
       and (r.event_id, r.sale_id, ${kind}) > (${after[0]}::bigint, ${after[1]}::bigint, ${after[2]}::integer)
       and ${isNotKept(programId, sql`r.event_id`, sql`r.sale_id`, line, currency)}
     order by r.event_id, r.sale_id
     limit ${rows}`;
}

/** Lines of a closed month as they were before a replay changed them: the month shows them, and no longer what the books say. */
function keptLines({ programId, first, to, after, rows }: Span): RawBuilder<unknown> {
  const kind = orderOf(sql`k.kind`);
  return sql`
    select k.line_event_id, k.sale_id,
           case k.kind when 'sale' then ${kindOf(programId, sql`k.sale_id`)} when 'change' then 'change' when 'tier' then 'tier' else 'correction' end, ${kind},
           e.received_at, k.was_transaction_id, k.was_partner_id, coalesce(k.was_currency, k.commission_currency),
           coalesce(k.was_amount_cents, 0), coalesce(k.was_fee_cents, 0), nullif(k.commission_currency, ''), k.was_commission_cents, k.corrects, 0::bigint
      from line_correction k
      join event e on e.program_id = ${programId} and e.id = k.line_event_id
     where k.program_id = ${programId} and k.line_event_id >= ${first} and k.line_event_id < ${to} and k.was_partner_id is not null
       and (k.line_event_id, k.sale_id, ${kind}, k.commission_currency)
           > (${after[0]}::bigint, ${after[1]}::bigint, ${after[2]}::integer, ${after[3]}::text)
       and not exists (select 1 from line_correction earlier
                        where earlier.line_event_id = k.line_event_id and earlier.sale_id = k.sale_id and earlier.kind = k.kind
                          and earlier.commission_currency = k.commission_currency and earlier.program_id = ${programId}
                          and earlier.event_id < k.event_id)
     order by k.line_event_id, k.sale_id, ${kind}, k.commission_currency
     limit ${rows}`;
}

/** What a replay made of closed months' lines, in the month it was applied in. */
function replayLines({ programId, first, to, after, rows }: Span, side: "was" | "now"): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`k.${side}_${name}`);
  // One event may correct several lines of a sale.
  const kind = sql`4 + 2 * ${orderOf(sql`k.kind`)} + ${sql.lit(side === "was" ? 0 : 1)}`;
  const sign = sql.lit(side === "was" ? -1 : 1);
  return sql`
    select k.event_id, k.sale_id, 'correction', ${kind}, k.corrected_at, ${column("transaction_id")}, ${column("partner_id")},
           coalesce(${column("currency")}, k.commission_currency), ${sign} * coalesce(${column("amount_cents")}, 0),
           ${sign} * coalesce(${column("fee_cents")}, 0), nullif(k.commission_currency, ''), ${sign} * ${column("commission_cents")}, k.month, k.line_event_id
      from line_correction k
     where k.program_id = ${programId} and k.event_id >= ${first} and k.event_id < ${to}
       and ${column("partner_id")} is not null
       and (k.event_id, k.sale_id, ${kind}, k.commission_currency, k.line_event_id)
           > (${after[0]}::bigint, ${after[1]}::bigint, ${after[2]}::integer, ${after[3]}::text, ${after[4]}::bigint)
     order by k.event_id, k.sale_id, ${kind}, k.commission_currency, k.line_event_id
     limit ${rows}`;
}

/** Of a commission that no sale earned, or a recruiter's; of all else `sale`, also where the commission is gone. */
function kindOf(programId: number, saleId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${saleId} >= ${sql.lit(firstReferralId)} then 'referral' else coalesce((select c.kind from commission c where c.program_id = ${programId} and c.sale_id = ${saleId}), 'sale') end`;
}

function orderOf(kind: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(array_position(array[${sql.join(lineKinds.map((name) => sql.lit(name)))}], ${kind}) - 1)`;
}

const tierOrder = sql.lit(lineKinds.indexOf("tier"));

/** No replay changed this line after its month was closed. */
function isNotKept(
  programId: number,
  lineEventId: RawBuilder<unknown>,
  saleId: RawBuilder<unknown>,
  kind: LineKind,
  currency: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`not exists (select 1 from line_correction k
                          where k.line_event_id = ${lineEventId} and k.sale_id = ${saleId} and k.kind = ${sql.lit(kind)}
                            and k.commission_currency = ${currency} and k.program_id = ${programId})`;
}

/** The sale's one row of a book, looked up for each sale of the page: joined as a whole, books are read from their beginning. */
function ofSale(book: "commission" | "platform_fee", programId: number) {
  return sql`select * from ${sql.table(book)} where program_id = ${programId} and sale_id = s.sale_id offset 0`;
}
