// Reports of payments that turned out to be one: which events joined them, derived from the names that each event has. The books keep only
// that a sale was merged into another; the event is looked up here, for the message.
import { type Kysely, sql } from "kysely";
import { namesIn } from "../../../core/rules/events/event-types.ts";
import type { Event } from "../../../core/rules/events/events.ts";
import type { OutcomeRow } from "../../../core/rules/rows/sale-rows.ts";
import { type EventAsRead, eventOf } from "../../../engine/log/stored-event.ts";
import type { Tables } from "../../../engine/postgres/tables/tables.ts";

/** What `mergedId` reported is the payment of the sale `keptId`. */
export type Merge = { readonly mergedId: number; readonly keptId: number };

/** In a range at most so many reports are read: the first ones. */
const reportsMax = 10_000;

type Report = {
  readonly id: number;
  readonly names: readonly string[];
  /** The report it was found to repeat; null for the one that counts. */
  readonly refersTo: number | null;
};

export type Linking = {
  readonly event: Event;
  /** The event at which it was folded: itself, or the one it had waited for. */
  readonly at: number;
};

/** By the event that made one payment of reports that had no name in common before. */
export async function readMerges(
  db: Kysely<Tables>,
  programId: number,
  linking: readonly Linking[],
): Promise<ReadonlyMap<number, readonly Merge[]>> {
  if (linking.length === 0) return new Map();
  const names = [...new Set(linking.flatMap(({ event }) => aliasesOf(event)))];
  const { rows: reports } = await sql<{ id: number }>`
    with recursive upward as (
      select payment_id as id from payment_alias where program_id = ${programId} and alias = any(${names}::text[])
       union
      select o.refers_to
        from upward u
        join outcome o on o.program_id = ${programId} and o.event_id = u.id
       where o.outcome = 'duplicate' and o.reason = 'same_payment' and o.refers_to > 0
    ), report as (
      select id from upward
       union
      select o.event_id
        from report r
        join outcome o on o.program_id = ${programId} and o.refers_to = r.id and o.refers_to > 0
       where o.outcome = 'duplicate' and o.reason = 'same_payment'
    )
    select id from report order by id limit ${reportsMax}`.execute(db);
  const ids = reports.map(({ id }) => id);
  const { rows } = await sql<EventAsRead & Pick<OutcomeRow, "refers_to">>`
    select e.*, case when o.outcome = 'duplicate' and o.reason = 'same_payment' then o.refers_to end as refers_to
      from event_as_read e
      left join outcome o on o.program_id = ${programId} and o.event_id = e.id
     where e.program_id = ${programId} and e.id = any(${ids}::bigint[])
     order by e.id`.execute(db);
  return mergesOf(
    rows.map((row) => ({ id: row.id, names: aliasesOf(eventOf(row)), refersTo: row.refers_to })),
    linking,
  );
}

/** Whether it may make one of two: it has two names, and no sale of its own. */
export function linksPayments(event: Event, outcome: OutcomeRow | undefined): boolean {
  const { data } = event;
  if (data.type === "payment_succeeded" && outcome?.reason !== "same_payment") return false;
  return data.type !== "subscription_started" && aliasesOf(event).length > 1;
}

function aliasesOf(event: Event): string[] {
  return [...new Set((namesIn(event).aliases ?? []).map(String))];
}

/** Goes through reports and links as they came: reports with a name in common are a group, and a link makes one of several. */
function mergesOf(reports: readonly Report[], linking: readonly Linking[]): Map<number, Merge[]> {
  const byId = new Map(reports.map((report) => [report.id, report]));
  const links = new Set(linking.map(({ event }) => event.id));
  const steps = [
    ...reports.filter(({ id }) => !links.has(id)).map((report) => ({ at: report.id, names: report.names, report })),
    ...linking.map(({ event, at }) => ({ at, names: aliasesOf(event), link: event.id, report: byId.get(event.id) })),
  ].toSorted((one, other) => one.at - other.at);
  const groups = new Map<string, readonly Report[]>();
  const merges = new Map<number, Merge[]>();
  for (const step of steps) {
    const touched = [...new Set(step.names.flatMap((name) => (groups.has(name) ? [groups.get(name) ?? []] : [])))];
    if ("link" in step) merges.set(step.link, mergesAmong(touched.map(headOf), byId));
    const group = [...touched.flat(), ...(step.report === undefined ? [] : [step.report])];
    for (const name of [...step.names, ...group.flatMap(({ names }) => names)]) groups.set(name, group);
  }
  return merges;
}

function mergesAmong(heads: readonly (Report | undefined)[], byId: ReadonlyMap<number, Report>): Merge[] {
  const ids = new Set(heads.map((head) => head?.id));
  return heads.flatMap((head) =>
    head?.refersTo != null && ids.has(head.refersTo) ? { mergedId: head.id, keptId: topOf(head.id, byId) } : [],
  );
}

/** The one of a group that counted, until another one did; none of names alone. */
function headOf(group: readonly Report[]): Report | undefined {
  return group.find(({ refersTo }) => !group.some(({ id }) => id === refersTo));
}

/** Whose payment it is by now. */
function topOf(id: number, reports: ReadonlyMap<number, Report>): number {
  const next = reports.get(id)?.refersTo ?? null;
  return next === null ? id : topOf(next, reports);
}
