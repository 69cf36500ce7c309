// Finds what is reported for a day, week or month that is over: digests, events that wait too long and amounts owed. One program after the
// other, and only those with recipients and without this notice: figures are added up once.
import { type Kysely, sql } from "kysely";
import type { Currency } from "../../core/vocabulary/money/currencies.ts";
import { type Sum, sumOf } from "../../core/vocabulary/money/money.ts";
import type { NoticeKind } from "../../core/vocabulary/notice-kinds.ts";
import { pageRowsMax } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { findFirstEventIds } from "../events/event-at.ts";
import { findAttention } from "../inbox/attention-read.ts";
import { listOwed } from "../payouts/list.ts";
import { type Figures, findFigures } from "../programs/figures-read.ts";
import { dateOf, daysAfter } from "../reads/days.ts";
import type { DigestFacts, NoticeFacts } from "./notice-facts.ts";

/** Of UTC: the day that is over is whole, and most of those who read are about to begin theirs. */
const firstHour = 6;
const parkedDays = 7;
const weekDays = 7;
/** In the first days of a month; later amounts are reported with the next. */
const payoutDays = 7;

/** A notice that is sent once for its cause, computed only if it will be sent. Null is not worth a notice. */
export type Periodic = {
  readonly kind: NoticeKind;
  readonly cause: string;
  find(db: Kysely<Tables>, programId: number): Promise<NoticeFacts | null>;
};

export function periodicOf(now: Date): Periodic[] {
  const today = new Date(`${dateOf(now)}T00:00:00Z`);
  const overdue = daysAfter(today, -parkedDays - 1);
  const parked: Periodic = {
    kind: "parked_long",
    cause: dateOf(overdue),
    find: (db, programId) => findParked(db, programId, overdue),
  };
  if (now.getUTCHours() < firstHour) return [parked];
  // Monday is 0. On Tuesday too, for a service that did not run on Monday.
  const weekday = (now.getUTCDay() + weekDays - 1) % weekDays;
  const monday = daysAfter(today, -weekday);
  return [
    parked,
    digestOf("daily_digest", daysAfter(today, -1), today),
    ...(weekday <= 1 ? [digestOf("weekly_digest", daysAfter(monday, -weekDays), monday)] : []),
    ...(now.getUTCDate() <= payoutDays
      ? [{ kind: "payouts_due" as const, cause: dateOf(now).slice(0, "2026-01".length), find: findPayouts }]
      : []),
  ];
}

function digestOf(kind: DigestFacts["kind"], from: Date, before: Date): Periodic {
  return { kind, cause: dateOf(from), find: (db, programId) => findDigest(db, programId, { kind, from, before }) };
}

/** Programs with recipients; without a mail server those with a channel. */
export async function findWithRecipients(db: Kysely<Tables>, sendsMail: boolean): Promise<number[]> {
  const { rows } = await sql<{ readonly program_id: number }>`
    select p.program_id
      from program p
     where p.status = 'active'
       and (${sendsMail}::boolean
            or p.program_id in (select program_id from notice_channel where status = 'active'))
     order by p.program_id`.execute(db);
  return rows.map(({ program_id }) => program_id);
}

async function findParked(db: Kysely<Tables>, programId: number, day: Date): Promise<NoticeFacts | null> {
  const { rows: any } = await sql`
    select 1 from outcome where program_id = ${programId} and outcome = 'parked' limit 1`.execute(db);
  if (any.length === 0) return null;
  const [from = 0, before = 0] = await findFirstEventIds(db, programId, [day, daysAfter(day, 1)]);
  const { rows } = await sql<{ readonly count: number }>`
    select count(*) as count
      from outcome
     where program_id = ${programId} and outcome = 'parked' and event_id >= ${from} and event_id < ${before}`.execute(
    db,
  );
  const count = rows[0]?.count ?? 0;
  return count === 0 ? null : { kind: "parked_long", day: dateOf(day), count, days: parkedDays };
}

async function findPayouts(db: Kysely<Tables>, programId: number): Promise<NoticeFacts | null> {
  const owed = new Map<Currency, { readonly partner_count: number; readonly owed_cents: Sum }>();
  const partners = new Set<number>();
  for (let cursor: string | null = null, isOver = false; !isOver; ) {
    const { data, next } = await listOwed(db, programId, { limit: pageRowsMax, cursor }, { minimum_cents: 1 });
    for (const { partner_id, currency, owed_cents } of data) {
      const before = owed.get(currency) ?? { partner_count: 0, owed_cents: 0 };
      const sum = sumOf([before.owed_cents, owed_cents]);
      owed.set(currency, { partner_count: before.partner_count + 1, owed_cents: sum });
      partners.add(partner_id);
    }
    cursor = next;
    isOver = next === null;
  }
  if (partners.size === 0) return null;
  const lines = [...owed].toSorted().map(([currency, line]) => ({ currency, ...line }));
  return { kind: "payouts_due", partner_count: partners.size, owed: lines };
}

type Period = { readonly kind: DigestFacts["kind"]; readonly from: Date; readonly before: Date };

async function findDigest(db: Kysely<Tables>, programId: number, period: Period): Promise<DigestFacts | null> {
  const { kind, from, before } = period;
  const earlier = new Date(2 * from.getTime() - before.getTime());
  const bounds = await findFirstEventIds(db, programId, [earlier, from, before]);
  const [previous, current] = await findFigures(db, programId, bounds);
  if (previous === undefined || current === undefined) return null;
  const attention = await findAttention(db, programId);
  const needsSomebody = Object.values(attention).some((figure) => figure !== null && figure !== 0);
  if (isNothing(previous) && isNothing(current) && !needsSomebody) return null;
  const key_rotate_by = attention.key_rotate_by?.toISOString() ?? null;
  return {
    kind,
    from: dateOf(from),
    before: dateOf(before),
    current,
    previous,
    attention: { ...attention, key_rotate_by },
  };
}

function isNothing({ clicks, leads, sales, currencies }: Figures): boolean {
  return clicks === 0 && leads === 0 && sales === 0 && currencies.length === 0;
}
