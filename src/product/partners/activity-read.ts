// What a partner brought, day by day in UTC: clicks, leads, sales, and what it earned by them in each currency. As the program's own
// report counts: by the day it was received, with what it is worth now, without known bots.
// Read by the indexes that begin with the partner.

import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { firstReferralId } from "../../core/rules/referral-id.ts";
import { addDays } from "../../core/rules/time.ts";
import { count, currency, id, sum } from "../../core/vocabulary/fields.ts";
import type { Currency } from "../../core/vocabulary/money/currencies.ts";
import type { Sum } from "../../core/vocabulary/money/money.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { findFirstEventIds } from "../events/event-at.ts";
import { dateOf } from "../reads/days.ts";
import { commissionsWithoutSale, isOfPartner } from "./condition.ts";

const millisecondsPerDay = 86_400_000;

export type Earned = { readonly currency: Currency; readonly commission_cents: Sum };

export type ActivityDay = {
  /** Midnight, in UTC. */
  readonly date: Date;
  readonly clicks: number;
  readonly leads: number;
  readonly sales: number;
  readonly earned: readonly Earned[];
};

const activityDay = z.strictObject({
  date: z.iso.date().meta({ description: "The day, in UTC" }),
  clicks: count("Without known bots"),
  leads: count("How many"),
  sales: count("How many"),
  earned: z
    .array(z.strictObject({ currency, commission_cents: sum("What it earned by what came on this day, as it is now") }))
    .readonly()
    .meta({ description: "By currency: nothing is converted" }),
});

export const partnerActivity = z.strictObject({
  partner_id: id("The partner"),
  days: z.array(activityDay).readonly().meta({ description: "Every day, also those on which nothing happened" }),
});

export function activityShown(partnerId: number, days: readonly ActivityDay[]): z.output<typeof partnerActivity> {
  return { partner_id: partnerId, days: days.map((day) => ({ ...day, date: dateOf(day.date) })) };
}

type Of = { readonly programId: number; readonly partnerId: number };
type DayCount = { readonly day: number; readonly count: number };
type DayEarned = Earned & { readonly day: number; readonly sales: number };

/** The last `days` days, today the last. */
export async function findPartnerActivity(
  db: Kysely<Tables>,
  of: Of,
  { days, now }: { readonly days: number; readonly now: Date },
): Promise<ActivityDay[]> {
  const today = Math.floor(now.getTime() / millisecondsPerDay) * millisecondsPerDay;
  const dates = Array.from({ length: days }, (_, index) => addDays(new Date(today), index - days + 1));
  const bounds = await findFirstEventIds(db, of.programId, [...dates, addDays(new Date(today), 1)]);
  const clicks = await countDays(db, of, bounds, clickDays);
  const leads = await countDays(db, of, bounds, leadDays);
  const earned = Map.groupBy(await earnedDays(db, of, bounds), ({ day }) => day);
  return dates.map((date, index) => {
    const sold = earned.get(index + 1) ?? [];
    return {
      date,
      clicks: clicks.get(index + 1) ?? 0,
      leads: leads.get(index + 1) ?? 0,
      sales: sold.reduce((sum, { sales }) => sum + sales, 0),
      earned: sold.map(({ currency, commission_cents }) => ({ currency, commission_cents })),
    };
  });
}

type Bounds = readonly number[];

const clickDays = { table: sql`click`, id: sql`event_id`, only: sql`and not is_bot` } as const;
const leadDays = { table: sql`lead`, id: sql`lead_id`, only: sql`` } as const;

async function countDays(
  db: Kysely<Tables>,
  { programId, partnerId }: Of,
  bounds: Bounds,
  { table, id, only }: typeof clickDays | typeof leadDays,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<DayCount>`
    select width_bucket(${id}, ${bounds}::bigint[]) as day, count(*) as count
      from ${table}
     where ${isOfPartner(db, programId, partnerId)}
       and ${id} >= ${bounds.at(0)} and ${id} < ${bounds.at(-1)} ${only}
     group by 1`.execute(db);
  return new Map(rows.map(({ day, count }) => [day, count]));
}

async function earnedDays(db: Kysely<Tables>, { programId, partnerId }: Of, bounds: Bounds): Promise<DayEarned[]> {
  const { rows } = await sql<DayEarned>`
    select width_bucket(s.sale_id % ${sql.lit(firstReferralId)}, ${bounds}::bigint[]) as day,
           c.currency,
           count(*) filter (where c.kind = 'sale') as sales,
           sum(c.amount_cents) as commission_cents
      from (
             select sale_id
               from sale
              where ${isOfPartner(db, programId, partnerId)}
                and sale_id >= ${bounds.at(0)} and sale_id < ${bounds.at(-1)}
              union all
             ${commissionsWithoutSale(programId, partnerId)}
                and sale_id >= ${bounds.at(0)} and sale_id < ${bounds.at(-1)}
              union all
             ${commissionsWithoutSale(programId, partnerId)}
                and sale_id >= ${bounds.at(0)} + ${sql.lit(firstReferralId)} and sale_id < ${bounds.at(-1)} + ${sql.lit(firstReferralId)}
           ) s
     cross join lateral (
           select currency, amount_cents, kind
             from commission
            where program_id = ${programId} and sale_id = s.sale_id and partner_id = ${partnerId}
           offset 0
           ) c
     group by 1, 2
     order by 1, 2`.execute(db);
  return rows;
}
