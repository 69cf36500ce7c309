// Reads a range of a program's log with its rows of the books, in one snapshot. It never waits for the pipeline and locks nothing. It looks
// up rows by key, one range at a time.

import { type Kysely, sql } from "kysely";
import type { Event } from "../../../core/rules/events/events.ts";
import { referralIdOf, saleOfReferral } from "../../../core/rules/referral-id.ts";
import type { ManualAttributionRow } from "../../../core/rules/rows/manual-attribution-row.ts";
import type { SaleChangeRow } from "../../../core/rules/rows/payout-rows.ts";
import type { CommissionRow, DisputeRow, RefundRow, SaleRow } from "../../../core/rules/rows/sale-rows.ts";
import { type EventAsRead, eventOf } from "../../../engine/log/stored-event.ts";
import type { Tables } from "../../../engine/postgres/tables/tables.ts";
import { namedBy } from "./event-messages.ts";
import type { LoggedEvent, LogRange } from "./log-range.ts";
import {
  readFlags,
  readLeads,
  readPartners,
  readPayments,
  readPayouts,
  readRenewed,
  readReturnedItems,
  readSubIds,
} from "./range-parties.ts";
import { linksPayments, readMerges } from "./same-payments.ts";

export type LogRangeRequest = {
  readonly programId: number;
  readonly afterSeq: number;
  readonly eventsMax: number;
  readonly withClicks: boolean;
  /** Nothing behind this place, where one is given. */
  readonly toSeqMax?: number | undefined;
};

/** Null where the books hold nothing behind `afterSeq`. */
export async function readLogRange(db: Kysely<Tables>, request: LogRangeRequest): Promise<LogRange | null> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute((snapshot) => readIn(snapshot, request));
}

async function readIn(db: Kysely<Tables>, request: LogRangeRequest): Promise<LogRange | null> {
  const { programId, afterSeq, eventsMax, withClicks, toSeqMax = Number.POSITIVE_INFINITY } = request;
  const head = await db
    .selectFrom("program_head")
    .select("projected_seq")
    .where("program_id", "=", programId)
    .executeTakeFirst();
  const toSeq = Math.min(head?.projected_seq ?? 0, afterSeq + eventsMax, toSeqMax);
  if (toSeq <= afterSeq) return null;
  const wanted = db
    .selectFrom("event_as_read")
    .selectAll()
    .where("program_id", "=", programId)
    .where("seq", ">", afterSeq)
    .where("seq", "<=", toSeq)
    .where("is_test", "=", false)
    .where(sql<boolean>`(type <> 'click_recorded' or ${sql.lit(withClicks)} and data ? 'partner_id')`);
  const events = (await wanted.orderBy("seq").execute()).map(logged);
  return complete(db, programId, toSeq, events);
}

async function complete(
  db: Kysely<Tables>,
  programId: number,
  toSeq: number,
  events: readonly LoggedEvent[],
): Promise<LogRange> {
  const ids = events.map(({ id }) => id);
  const { outcomes, settledBy } = await readOutcomes(db, programId, ids);
  const all: Event[] = [...events, ...[...settledBy.values()].flat()];
  const eventIds = all.map(({ id }) => id);
  const named = namedBy(all);
  const paymentOf = await readPayments(db, programId, named.aliases);
  const linking = linkingIn(events, settledBy, outcomes);
  const merges = await readMerges(db, programId, linking);
  const refunds = await readByEvents(db, "refund", programId, eventIds);
  const changed = await readByEvents(db, "sale_change", programId, ids);
  const returnedItems = await readReturnedItems(db, programId, named.returned);
  const inPayouts = [...named.sales, ...[...returnedItems.values()].flat().map(({ sale_id }) => sale_id)];
  const decisions = await readDecisions(db, programId, [...named.decided, ...inPayouts]);
  const renewedBy = await readRenewed(db, programId, named.subscriptions, eventIds);
  const { leads, claimedLeads } = await readLeads(db, programId, eventIds, named.subjects);
  const flags = await readFlags(db, programId, { eventIds: ids, commissionIds: named.flagged });
  const saleIds = [
    ...new Set([
      ...flags.map(({ sale_id }) => sale_id),
      ...eventIds,
      ...leads.map(({ lead_id }) => lead_id),
      ...inPayouts,
      ...named.decided,
      ...paymentOf.values(),
      ...refunds.map(({ sale_id }) => sale_id),
      ...[...renewedBy.values()].flat(),
      ...changed.map(({ sale_id }) => sale_id),
      ...[...merges.values()].flat().map(({ keptId }) => keptId),
    ]),
  ];
  const ofSales = await readSales(db, programId, saleIds, await paysRecruiters(db, programId));
  const noSales = named.decided.filter((id) => !ofSales.sales.has(id) && decisions.get(id)?.hidden?.sale == null);
  const waitAgain = new Map((await readEvents(db, programId, noSales)).map((event) => [event.id, event]));
  const payouts = await readPayouts(db, programId, named.payouts);
  const partners = await readPartners(db, programId, [
    ...[
      ...[...ofSales.sales.values(), ...ofSales.commissions.values(), ...leads, ...payouts.values()],
      ...[...ofSales.changes.values()].flat(),
    ].map(({ partner_id }) => partner_id),
    ...named.partners,
    ...flags.map(({ partner_id }) => partner_id),
    ...[...decisions.values()].flatMap(({ hidden }) => hidden?.sale?.partner_id ?? []),
  ]);
  const clickIds = [...ofSales.sales.values(), ...leads].map(({ click_id }) => click_id);
  const subIds = await readSubIds(db, programId, clickIds);
  return {
    ...{ programId, toSeq, events, outcomes, settledBy, merges, renewedBy, paymentOf, decisions, waitAgain },
    ...{ refunds, flags },
    ...ofSales,
    ...{ leads, claimedLeads, payouts, returnedItems, partners, subIds },
  };
}

/** Events that may make two payments one, each at the event by which it counts. */
function linkingIn(
  events: readonly LoggedEvent[],
  settledBy: LogRange["settledBy"],
  outcomes: LogRange["outcomes"],
): readonly { readonly event: Event; readonly at: number }[] {
  return [
    ...events.map((event) => ({ event, at: event.id })),
    ...[...settledBy].flatMap(([at, settled]) => settled.map((event) => ({ event, at }))),
  ].filter(({ event }) => linksPayments(event, outcomes.get(event.id)));
}

function logged(row: EventAsRead): LoggedEvent {
  return { ...eventOf(row), seq: row.seq };
}

async function readOutcomes(db: Kysely<Tables>, programId: number, ids: readonly number[]) {
  const own = await db
    .selectFrom("outcome")
    .selectAll()
    .where("program_id", "=", programId)
    .where("event_id", "in", sql<number>`(select unnest(${ids}::bigint[]))`)
    .execute();
  const settled = await db
    .selectFrom("outcome")
    .selectAll()
    .where("program_id", "=", programId)
    .where("refers_to", ">", 0)
    .where("refers_to", "in", sql<number>`(select unnest(${ids}::bigint[]))`)
    .where("reason", "in", ["settled", "retried"])
    .execute();
  const byId = new Map(settled.map((row) => [row.event_id, row.refers_to ?? 0]));
  const settledBy = Map.groupBy(await readEvents(db, programId, [...byId.keys()]), ({ id }) => byId.get(id) ?? 0);
  return { outcomes: new Map(own.map((row) => [row.event_id, row])), settledBy };
}

async function readEvents(db: Kysely<Tables>, programId: number, ids: readonly number[]): Promise<LoggedEvent[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("event_as_read")
    .selectAll()
    .where("program_id", "=", programId)
    .where("id", "in", ids)
    .orderBy("seq")
    .execute();
  return rows.map(logged);
}

async function readDecisions(db: Kysely<Tables>, programId: number, paymentIds: readonly number[]) {
  if (paymentIds.length === 0) return new Map<number, ManualAttributionRow>();
  const rows = await db
    .selectFrom("manual_attribution")
    .selectAll()
    .where("program_id", "=", programId)
    .where("payment_id", "in", sql<number>`(select unnest(${paymentIds}::bigint[]))`)
    .execute();
  return new Map(rows.map((row) => [row.payment_id, row]));
}

async function readByEvents<Book extends "refund" | "sale_change">(
  db: Kysely<Tables>,
  book: Book,
  programId: number,
  ids: readonly number[],
): Promise<(Book extends "refund" ? RefundRow : SaleChangeRow)[]> {
  const { rows } = await sql<Book extends "refund" ? RefundRow : SaleChangeRow>`
    select * from ${sql.table(book)}
     where program_id = ${programId} and event_id > 0 and event_id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

/** Also where it did once. */
async function paysRecruiters(db: Kysely<Tables>, programId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from program_settings
     where program_id = ${programId} and jsonb_typeof(settings -> 'referral') = 'object' limit 1`.execute(db);
  return rows.length > 0;
}

/** With what recruiters earn by them, where there are any. */
async function readSales(db: Kysely<Tables>, programId: number, ids: readonly number[], hasReferrals: boolean) {
  const named = ids.map((id) => saleOfReferral(id) ?? id);
  const saleIds = hasReferrals ? [...new Set([...named, ...named.map(referralIdOf)])] : ids;
  const [sales, commissions, disputes, changes] = [
    await ofSales(db, "sale", programId, saleIds),
    await ofSales(db, "commission", programId, saleIds),
    await ofSales(db, "dispute", programId, saleIds),
    await ofSales(db, "sale_change", programId, saleIds),
  ];
  return {
    sales: new Map(sales.map((row) => [row.sale_id, row])),
    commissions: new Map(commissions.map((row) => [row.sale_id, row])),
    disputes,
    changes: Map.groupBy(
      changes.toSorted((one, other) => one.event_id - other.event_id),
      ({ sale_id }) => sale_id,
    ),
  };
}

type SaleBooks = { sale: SaleRow; commission: CommissionRow; dispute: DisputeRow; sale_change: SaleChangeRow };

async function ofSales<Book extends keyof SaleBooks>(
  db: Kysely<Tables>,
  book: Book,
  programId: number,
  saleIds: readonly number[],
): Promise<SaleBooks[Book][]> {
  const { rows } = await sql<SaleBooks[Book]>`
    select * from ${sql.table(book)}
     where program_id = ${programId} and sale_id = any(${saleIds}::bigint[])`.execute(db);
  return rows;
}
