// The places of a page of events, found by the index that holds what they are filtered by in its order.

import { type Kysely, type RawBuilder, sql } from "kysely";
import { firstReferralId } from "../../core/rules/referral-id.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { type EventOutcome, isOutcome } from "./event-outcome.ts";
import { eventsOfKind } from "./events-by-kind.ts";
import {
  eventsOfClick,
  eventsOfCustomer,
  eventsOfPartner,
  eventsOfTransaction,
  isOfPartnersBooks,
} from "./events-of-names.ts";

/** Both places are left out. */
export type EventRange = {
  readonly programId: number;
  readonly afterSeq: number;
  readonly beforeSeq: number;
  readonly rows: number;
  readonly isNewestFirst: boolean;
};

export type WantedEvents = {
  readonly type?: string | undefined;
  readonly source?: string | undefined;
  readonly outcome?: EventOutcome | undefined;
  readonly is_test?: boolean | undefined;
  readonly transaction_id?: string | undefined;
  readonly customer_key?: string | undefined;
  readonly click_id?: string | undefined;
  readonly partner_id?: number | undefined;
  readonly amount_cents?: number | undefined;
};

type Places = RawBuilder<{ seq: number }>;

export function pageOfEvents(db: Kysely<Tables>, range: EventRange, wanted: WantedEvents): Places {
  const named = eventsOfNames(range.programId, wanted);
  if (named.length > 0) return amongNamed(range, wanted, named);
  if (wanted.partner_id !== undefined) return ofPartner(db, range, wanted, wanted.partner_id);
  const { outcome } = wanted;
  if (isKept(outcome)) return withKeptOutcome(range, outcome, wanted);
  return ofLog(range, wanted);
}

function eventsOfNames(programId: number, { transaction_id, customer_key, click_id }: WantedEvents) {
  return [
    ...(transaction_id === undefined ? [] : [eventsOfTransaction(programId, transaction_id)]),
    ...(customer_key === undefined ? [] : [eventsOfCustomer(programId, customer_key)]),
    ...(click_id === undefined ? [] : [eventsOfClick(programId, click_id)]),
  ];
}

/** Of one payment, customer or click there are few: they are looked up and sorted. */
function amongNamed(range: EventRange, wanted: WantedEvents, named: readonly RawBuilder<{ id: number }>[]): Places {
  const { programId, rows } = range;
  const isOfPartner =
    wanted.partner_id === undefined ? sql`true` : isOfPartnersBooks(programId, wanted.partner_id, sql`e.id`);
  return sql`
    select e.seq
      from (${sql.join(
        named.map((ids) => sql`(${ids})`),
        sql` intersect `,
      )}) named
     cross join lateral (select * from event where program_id = ${programId} and id = named.id offset 0) e
     where ${isInRange(range)} and ${isOfPartner} and ${isLike(wanted)} and ${hasOutcome(programId, wanted.outcome)}
     order by e.seq ${orderOf(range)}
     limit ${rows}`;
}

function ofPartner(db: Kysely<Tables>, range: EventRange, wanted: WantedEvents, partnerId: number): Places {
  const { programId, rows } = range;
  const condition = sql`${isLike(wanted)} and ${hasOutcome(programId, wanted.outcome)}`;
  const ids = { afterId: lastIdUntil(range), beforeId: firstIdFrom(range), rows };
  return eventsOfPartner(db, { programId, partnerId }, ids, { condition, order: orderOf(range) });
}

function ofLog(range: EventRange, wanted: WantedEvents): Places {
  const { programId, beforeSeq, rows, isNewestFirst } = range;
  const { outcome } = wanted;
  const afterSeq = outcome === "pending" ? afterBooks(range) : sql<number>`${range.afterSeq}`;
  const condition = sql`${hasOutcome(programId, outcome)} and ${isLike(wanted)}`;
  // Tests have an index of their own, and there are few.
  const isOfKind = wanted.is_test !== true && (wanted.type !== undefined || wanted.source !== undefined);
  if (isOfKind) {
    return eventsOfKind({ programId, afterSeq, beforeSeq, rows, isNewestFirst }, wanted, {
      select: sql<{ seq: number }>`select e.seq from event e`,
      condition,
    });
  }
  return sql`
    select e.seq
      from event e
     where e.program_id = ${programId} and e.seq > ${afterSeq} and e.seq < ${beforeSeq} and ${condition}
     order by e.seq ${orderOf(range)}
     limit ${rows}`;
}

/** Nothing the books hold is pending. */
function afterBooks({ programId, afterSeq }: EventRange): RawBuilder<number> {
  return sql`greatest(${afterSeq}, (select projected_seq from program_head where program_id = ${programId}))`;
}

/** By the outcomes, which few events have. Their indexes are partial: the outcome is a literal, for the planner to see. */
function withKeptOutcome(range: EventRange, outcome: EventOutcome, wanted: WantedEvents): Places {
  const { programId, rows } = range;
  return sql`
    select e.seq
      from outcome o
     cross join lateral (
           select e.seq
             from event e
            where e.program_id = ${programId} and e.id = o.event_id and ${isLike(wanted)}
           offset 0
           ) e
     where o.program_id = ${programId}
       and o.outcome = ${sql.lit(outcome)}
       and o.event_id > ${lastIdUntil(range)} and o.event_id < ${firstIdFrom(range)}
     order by o.event_id ${orderOf(range)}
     limit ${rows}`;
}

/** Ids of a program's events grow with their places. */
function lastIdUntil({ programId, afterSeq }: EventRange): RawBuilder<number> {
  return sql`coalesce(
    (select id from event where program_id = ${programId} and seq <= ${afterSeq} order by seq desc limit 1), 0)`;
}

function firstIdFrom({ programId, beforeSeq }: EventRange): RawBuilder<number> {
  return sql`coalesce(
    (select id from event where program_id = ${programId} and seq >= ${beforeSeq} order by seq limit 1),
    ${firstReferralId}::bigint)`;
}

function isInRange({ afterSeq, beforeSeq }: EventRange): RawBuilder<unknown> {
  return sql`e.seq > ${afterSeq} and e.seq < ${beforeSeq}`;
}

function orderOf({ isNewestFirst }: EventRange): RawBuilder<unknown> {
  return isNewestFirst ? sql`desc` : sql`asc`;
}

/** Of `e`. */
function isLike({ type, source, is_test: isTest, amount_cents: amount }: WantedEvents): RawBuilder<unknown> {
  const conditions = [
    type === undefined ? sql`true` : sql`e.type = ${type}`,
    source === undefined ? sql`true` : sql`e.source = ${source}`,
    isTest === undefined ? sql`true` : sql`${isTest ? sql`` : sql`not `}e.is_test`,
    amount === undefined
      ? sql`true`
      : sql`(e.data ->> 'amount_cents' = ${String(amount)} or e.data ->> 'refund_amount_cents' = ${String(amount)})`,
  ];
  return sql.join(conditions, sql` and `);
}

/** Whether the books keep the outcome in a row of its own. */
function isKept(outcome: EventOutcome | undefined): outcome is Exclude<EventOutcome, "recorded" | "pending"> {
  return outcome !== undefined && outcome !== "recorded" && outcome !== "pending";
}

/** Of `e`. */
function hasOutcome(programId: number, outcome: EventOutcome | undefined): RawBuilder<unknown> {
  if (outcome === undefined) return sql`true`;
  if (!isKept(outcome)) return isOutcome(programId, sql`e.id`, outcome);
  return sql`exists (
    select 1 from outcome kept
     where kept.program_id = ${programId} and kept.event_id = e.id and kept.outcome = ${outcome})`;
}
