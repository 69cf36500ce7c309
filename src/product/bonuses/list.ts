// The bonuses that a program offers or offered, by id, and how far a partner is from each that it can still earn.
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { bonusTermsSchema } from "../../core/rules/events/bonus-events.ts";
import { count, id, oneOf, sum, timeOrNull, words } from "../../core/vocabulary/fields.ts";
import { type Filter, keyset, type Page, type PageRequest, textKey } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

const statuses = ["running", "stopped"] as const;

const offered = {
  bonus_id: words("The bonus, as its program names it"),
  ...bonusTermsSchema.shape,
  from: timeOrNull("Sales received from then on count; null from when it was added"),
  until: timeOrNull("Sales received before then count; null without an end"),
};

export const bonusLine = z.strictObject({
  ...offered,
  status: oneOf(statuses, "Whether sales count for it"),
  earned: count("How often partners earned it"),
  from_event_id: id("The event that added it"),
});

export type BonusLine = z.output<typeof bonusLine>;

export const bonusFilters = { status: oneOf(statuses, "Only with this status").optional() };

const byBonusId = keyset("bonuses", textKey);

export async function listBonuses(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  { status }: Filter<typeof bonusFilters> = {},
): Promise<Page<BonusLine>> {
  const [after] = byBonusId.after(request, [""]);
  const rows = await selectBonuses(
    db,
    programId,
    sql`b.bonus_id > ${after} and (${status ?? null}::text is null
         or case when b.stopped_event_id is null then 'running' else 'stopped' end = ${status ?? null})`,
    request.limit + 1,
  );
  return byBonusId.page(rows, request, (bonus) => [bonus.bonus_id]);
}

export async function findBonus(
  db: Kysely<Tables>,
  programId: number,
  bonusId: string,
): Promise<BonusLine | undefined> {
  const [row] = await selectBonuses(db, programId, sql`b.bonus_id = ${bonusId}`, 1);
  return row;
}

const definition = sql`
  b.bonus_id, b.definition ->> 'metric' as metric, (b.definition ->> 'at_least')::bigint as at_least,
  b.definition ->> 'period' as period, (b.definition ->> 'amount_cents')::bigint as amount_cents,
  b.definition ->> 'currency' as currency, (b.definition ->> 'from')::timestamptz as "from",
  (b.definition ->> 'until')::timestamptz as until`;

async function selectBonuses(
  db: Kysely<Tables>,
  programId: number,
  condition: ReturnType<typeof sql>,
  limit: number,
): Promise<BonusLine[]> {
  const { rows } = await sql<BonusLine>`
    select ${definition}, case when b.stopped_event_id is null then 'running' else 'stopped' end as status,
           (select count(*) from bonus_award a
             where a.program_id = ${programId} and a.bonus_id = b.bonus_id and a.state in ('open', 'final')) as earned,
           b.from_event_id
      from bonus b
     where b.program_id = ${programId} and ${condition}
     order by b.bonus_id
     limit ${limit}`.execute(db);
  return rows;
}

export const bonusProgress = z.strictObject({
  ...offered,
  reached: sum("What the partner's sales of the period have reached"),
  is_earned: z.boolean().meta({ description: "Whether the partner has earned it for the period" }),
});

export type BonusProgress = z.output<typeof bonusProgress>;

/** Of those whose sales count now: in this month (UTC), or in all. */
export async function findBonusProgress(
  db: Kysely<Tables>,
  programId: number,
  partnerId: number,
  now: Date,
): Promise<BonusProgress[]> {
  const { rows } = await sql<BonusProgress>`
    select b.*, coalesce((select case b.metric when 'sales_cents' then t.sales_cents::numeric when 'sales' then t.sales
                                 else t.customers end
                            from term_total t
                           where t.program_id = ${programId} and t.holder = ${`partner:${partnerId}`}
                             and t.period = b.current and t.subject = 'bonus:' || b.bonus_id
                             and t.currency = b.currency), 0) as reached,
           exists (select 1 from bonus_award a
                    where a.program_id = ${programId} and a.partner_id = ${partnerId} and a.bonus_id = b.bonus_id
                      and a.period = b.current and a.state in ('open', 'final')) as is_earned
      from (select ${definition},
                   case b.definition ->> 'period' when 'month' then to_char(${now}::timestamptz at time zone 'UTC', 'YYYY-MM')
                        else 'lifetime' end as current
              from bonus b
             where b.program_id = ${programId} and b.stopped_event_id is null
               and coalesce((b.definition ->> 'from')::timestamptz <= ${now}, true)
               and coalesce((b.definition ->> 'until')::timestamptz > ${now}, true)) b
     order by b.bonus_id`.execute(db);
  return rows.map(({ reached, ...row }) => bonusProgressOf(row, reached));
}

function bonusProgressOf(row: Omit<BonusProgress, "reached">, reached: BonusProgress["reached"]): BonusProgress {
  const { bonus_id, metric, at_least, period, amount_cents, currency, from, until, is_earned } = row;
  return { bonus_id, metric, at_least, period, amount_cents, currency, from, until, reached, is_earned };
}
