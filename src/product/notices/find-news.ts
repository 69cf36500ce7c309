// Finds urgent news of all programs at once: one query a kind, every minute. It only reads; repeated findings are sent once, by their
// cause.
import { type Kysely, sql } from "kysely";
import { operatorAlarmKinds } from "../../core/vocabulary/alarm-kinds.ts";
import type { Currency } from "../../core/vocabulary/money/currencies.ts";
import { sumOf } from "../../core/vocabulary/money/money.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { pausedByHand } from "../endpoints/change.ts";
import { dateOf, millisecondsPerDay } from "../reads/days.ts";
import { failedDiscounts } from "./failed-discounts.ts";
import type { Finding, KeyStage } from "./notice-facts.ts";
import { unclearPayouts } from "./unclear-payouts.ts";

/** Older news is ignored at the first check: an installation that starts sending notices does not start with its past. */
const newsDays = 2;
/** Of a program: a storm of a million costs as much as one of these. */
const failedCountedMax = 1_000;
const weekDays = 7;
/** Of one connection in an hour of the clock: what a provider sends again by itself, and no stray request. */
const refusedMin = 10;
/** The first try may well meet a fault that passes. */
const exportTriesMin = 2;

export async function findNews(db: Kysely<Tables>, now: Date): Promise<Finding[]> {
  // One after the other: what comes in has the right of way.
  return [
    ...(await firstSales(db, now)),
    ...(await failedDeliveries(db, now)),
    ...(await refusedDeliveries(db, now)),
    ...(await pausedEndpoints(db, now)),
    ...(await failedExports(db, now)),
    ...(await unclearPayouts(db, now)),
    ...(await failedDiscounts(db, now)),
    ...(await keysToReplace(db, now)),
    ...(await payoutsToApprove(db, now)),
    ...(await scheduledPayouts(db, now)),
    ...(await failedVerifications(db, now)),
  ];
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * millisecondsPerDay);
}

async function firstSales(db: Kysely<Tables>, now: Date): Promise<Finding[]> {
  type Row = {
    readonly program_id: number;
    readonly sale_id: number;
    readonly amount_cents: number;
    readonly currency: Currency;
    readonly partner_name: string | null;
  };
  const { rows } = await sql<Row>`
    select c.program_id, s.sale_id, s.amount_cents, s.currency, p.name as partner_name
      from checklist c
     cross join lateral (
           select sale_id, amount_cents, currency, partner_id
             from sale
            where program_id = c.program_id and sale_id > 0 and imported is null
            order by sale_id
            limit 1
           ) s
      left join partner p on p.program_id = c.program_id and p.partner_id = s.partner_id
     where c.step = 'sale' and not c.is_test and c.first_seen_at > ${daysBefore(now, newsDays)}
       and c.program_id not in (select program_id from notice where kind = 'first_sale' and cause = 'first')
     order by c.program_id`.execute(db);
  return rows.map(({ program_id, ...sale }) => ({
    programId: program_id,
    cause: "first",
    facts: { kind: "first_sale", ...sale },
  }));
}

/** By the day they arrived, so that midnight reports nothing twice. */
async function failedDeliveries(db: Kysely<Tables>, now: Date): Promise<Finding[]> {
  type Row = {
    readonly program_id: number;
    readonly day: string;
    readonly source: string;
    readonly reason: string | null;
    readonly count: number;
    readonly example_event_id: number;
    readonly is_counted_whole: boolean;
  };
  const { rows } = await sql<Row>`
    with newest as (
      select p.program_id, f.event_id, f.reason, f.place
        from program p
       cross join lateral (
             select event_id, reason, row_number() over (order by event_id desc) as place
               from outcome
              where program_id = p.program_id and outcome = 'failed'
              order by event_id desc
              limit ${failedCountedMax}
             ) f
    )
    select n.program_id, to_char(e.received_at at time zone 'UTC', 'YYYY-MM-DD') as day, e.source, n.reason,
           count(*) as count, max(n.event_id) as example_event_id, max(n.place) < ${failedCountedMax} as is_counted_whole
      from newest n
      join event e on e.program_id = n.program_id and e.id = n.event_id
     where e.received_at > ${daysBefore(now, 1)}
     group by n.program_id, 2, e.source, n.reason
     order by n.program_id, 2, e.source, n.reason`.execute(db);
  return rows.map(({ program_id, day, ...cause }) => ({
    programId: program_id,
    cause: `${day} ${cause.source} ${cause.reason ?? ""}`,
    facts: { kind: "deliveries_failed", ...cause },
  }));
}

/** Of connections that are still in use, by the day. */
async function refusedDeliveries(db: Kysely<Tables>, now: Date): Promise<Finding[]> {
  type Row = {
    readonly program_id: number;
    readonly connection_id: number;
    readonly provider: string;
    readonly day: string;
    readonly count: number;
    readonly fault: string;
  };
  const { rows } = await sql<Row>`
    select distinct on (r.program_id, r.connection_id, day) r.program_id, r.connection_id, c.provider,
           to_char(r.hour at time zone 'UTC', 'YYYY-MM-DD') as day, r.deliveries as count, r.last_fault as fault
      from refused_delivery r
      join connection c on c.program_id = r.program_id and c.connection_id = r.connection_id
     where r.hour > ${daysBefore(now, 1)} and r.deliveries >= ${refusedMin} and c.status = 'active'
     order by r.program_id, r.connection_id, day, r.deliveries desc`.execute(db);
  return rows.map(({ program_id, day, ...refused }) => ({
    programId: program_id,
    cause: `${refused.connection_id} ${day}`,
    facts: { kind: "deliveries_refused", ...refused },
  }));
}

async function failedExports(db: Kysely<Tables>, now: Date): Promise<Finding[]> {
  type Row = {
    readonly program_id: number;
    readonly export_id: number;
    readonly list: string;
    readonly day: string;
    readonly fault: string;
    readonly is_tried_again: boolean;
  };
  const { rows } = await sql<Row>`
    select r.program_id, r.export_id, s.list, to_char(r.day, 'YYYY-MM-DD') as day, r.fault,
           r.status = 'waiting' as is_tried_again
      from export_run r
      join export_schedule s on s.program_id = r.program_id and s.export_id = r.export_id and s.status = 'active'
     where r.status in ('waiting', 'failed') and r.fault is not null
       and (r.status = 'failed' or r.attempts >= ${exportTriesMin}) and r.ended_at > ${daysBefore(now, newsDays)}
     order by r.program_id, r.export_id, r.day`.execute(db);
  return rows.map(({ program_id, ...failed }) => ({
    programId: program_id,
    cause: `${failed.export_id} ${failed.day}`,
    facts: { kind: "export_failed", ...failed },
  }));
}

async function pausedEndpoints(db: Kysely<Tables>, now: Date): Promise<Finding[]> {
  type Row = {
    readonly program_id: number;
    readonly endpoint_id: number;
    readonly url: string;
    readonly paused_because: string;
    readonly paused_at: Date;
  };
  const { rows } = await sql<Row>`
    select program_id, endpoint_id, url, paused_because, paused_at
      from outbound_endpoint
     where status = 'paused' and paused_because <> ${pausedByHand} and paused_at > ${daysBefore(now, newsDays)}
     order by program_id, endpoint_id`.execute(db);
  return rows.map(({ program_id, endpoint_id, url, paused_because, paused_at }) => ({
    programId: program_id,
    cause: `${endpoint_id} ${paused_at.toISOString()}`,
    facts: { kind: "endpoint_paused", endpoint_id, host: hostOf(url), because: paused_because },
  }));
}

/** Addresses of endpoints may hold what is secret; their hosts do not. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "an address";
}

async function keysToReplace(db: Kysely<Tables>, now: Date): Promise<Finding[]> {
  const { rows } = await sql<{ readonly program_id: number; readonly rotate_by: Date }>`
    select program_id, rotate_by
      from program_key
     where flagged_at is not null and rotate_by > ${daysBefore(now, newsDays)}
     order by program_id`.execute(db);
  return rows.map(({ program_id, rotate_by }) => {
    const stage = keyStage(rotate_by, now);
    return {
      programId: program_id,
      cause: `${rotate_by.toISOString()} ${stage}`,
      facts: { kind: "key_rotation", rotate_by: rotate_by.toISOString(), stage },
    };
  });
}

function keyStage(rotateBy: Date, now: Date): KeyStage {
  const left = rotateBy.getTime() - now.getTime();
  if (left <= 0) return "refused";
  if (left <= millisecondsPerDay) return "day";
  return left <= weekDays * millisecondsPerDay ? "week" : "flagged";
}

async function payoutsToApprove(db: Kysely<Tables>, now: Date): Promise<Finding[]> {
  const { rows } = await sql<{ readonly program_id: number; readonly count: number }>`
    select program_id, count(*) as count
      from payout
     where status = 'created' and approvals is not null and (approvals ->> 'missing')::integer > 0
     group by program_id
     order by program_id`.execute(db);
  return rows.map(({ program_id, count }) => ({
    programId: program_id,
    cause: dateOf(now),
    facts: { kind: "payouts_to_approve", count },
  }));
}

async function scheduledPayouts(db: Kysely<Tables>, now: Date): Promise<Finding[]> {
  type Row = {
    readonly program_id: number;
    readonly month: string;
    readonly currency: Currency;
    readonly group_id: string;
    readonly payouts: number;
    readonly amount_cents: string;
    readonly left_out: number;
  };
  const { rows } = await sql<Row>`
    select program_id, month, currency, group_id, payouts, amount_cents, left_out
      from payout_run
     where ended_at > ${daysBefore(now, newsDays)}
     order by program_id, month, currency, group_id`.execute(db);
  return rows.map(({ program_id, month, currency, group_id, payouts, amount_cents, left_out }) => ({
    programId: program_id,
    cause: `${month} ${currency} ${group_id}`,
    facts: {
      kind: "payouts_scheduled",
      month,
      currency,
      payout_count: payouts,
      amount_cents: sumOf([amount_cents]),
      left_out_count: left_out,
    },
  }));
}

/** Also for alarms whose cause is gone, until they are acknowledged; without those for operators only. */
async function failedVerifications(db: Kysely<Tables>, now: Date): Promise<Finding[]> {
  type Row = { readonly program_id: number; readonly faults: readonly string[] };
  const { rows } = await sql<Row>`
    select program_id, array_agg(distinct fault) as faults
      from (select program_id, chain_fault as fault from verification where chain_fault is not null
             union
            select program_id, books_fault from verification where books_fault is not null
             union
            select program_id, detail from alarm where acknowledged_at is null and kind <> all(${operatorAlarmKinds})) found
     group by program_id
     order by program_id`.execute(db);
  return rows.map(({ program_id, faults }) => ({
    programId: program_id,
    cause: dateOf(now),
    facts: { kind: "verification_failed", faults: [...faults] },
  }));
}
