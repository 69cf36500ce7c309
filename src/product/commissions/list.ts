// The commissions of a program, by id, each recruiter's next to its sale's. A sale earns at most one, under the sale's own id; one of another
// kind has an id of its own.
// Each filter has an order of its own to go by: a partner's commissions are those of its sales, pending ones begin where the first
// of them is on hold, and those past that are found by their status.
import { type Kysely, type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { capNames } from "../../core/rules/events/settings/terms.ts";
import { firstReferralId, saleOfReferral, saleOfReferralSql } from "../../core/rules/referral-id.ts";
import { reversalCauses } from "../../core/rules/rows/sale-rows.ts";
import { termsScopes } from "../../core/rules/rows/terms-rows.ts";
import { cents, currency, id, idOrNull, oneOf, time, timeOrNull, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { type Filter, keyset, numberKey, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import {
  type CommissionKind,
  commissionKinds,
  commissionStages,
  commissionStatuses,
} from "../../core/vocabulary/statuses.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { findFirstEventId } from "../events/event-at.ts";
import { isOfPartner } from "../partners/condition.ts";

/** By hand and by a flag first: the reader can do something about those. */
const heldBecause = ["by_hand", "flag", "dispute", "chain"] as const;

const appliedTerms = z
  .strictObject({
    scope: z.enum(termsScopes).meta({ description: "Whose terms paid it" }),
    policy_event_id: id("The event that set them"),
    group_id: wordsOrNull("The partner's group then; null where the program had none"),
    tier_step: z.int().nullable().meta({ description: "The tier's step that paid it, from 1; null below the first" }),
    tier_adjusted_cents: z.int().nullable().meta({
      description: "What the month's tier added when the month was closed; null where tiers do not pay whole months",
    }),
    waits_for_month: z.boolean().meta({ description: "Its tier counts once its month is closed" }),
    capped_by: z.enum(capNames).nullable().meta({ description: "The cap that cut it" }),
    uncapped_cents: z.int().nullable().meta({ description: "What it would have been without the cap that cut it" }),
  })
  .nullable()
  .meta({ description: "What decided it; null of history that another tool reported, and of a recruiter's share" });

export const commissionLine = z.strictObject({
  commission_id: id("The commission: a sale earns at most one, under the sale's own id"),
  kind: oneOf(commissionKinds, "What it was earned by"),
  sale_id: idOrNull("The sale that earned it, also a recruited partner's; null where it was earned by no sale"),
  bonus_id: wordsOrNull("The bonus that it is; null for all other kinds"),
  partner_id: id("The partner who earns it"),
  amount_cents: cents("What is left of it; once paid, what was paid"),
  amount_at_sale_cents: cents("What it was before anything went back"),
  currency,
  status: z
    .enum(commissionStatuses)
    .meta({ description: "Its stage, unless a refund or a dispute made something else of it" }),
  stage: z
    .enum(commissionStages)
    .meta({ description: "The status it was approved or paid with, regardless of later changes" }),
  hold_until: time("Until then it is pending"),
  terms: appliedTerms,
  held_because: z.enum(heldBecause).nullable().meta({
    description:
      "Why it is held, where it is: by hand, by an open flag, by an open dispute, or by a chain that contradicts it",
  }),
  reason: z.enum(reversalCauses).nullable().meta({
    description:
      "Why it is reversed though its sale was not taken back: its partner is banned, or a flag of it is abuse",
  }),
  hold_reason: wordsOrNull("Why it was put on hold manually; null once released"),
  hold_note: wordsOrNull("What its partner reads of that"),
  held_at: timeOrNull("When it was put on hold manually"),
  adjustment_cents: cents("Added or deducted after its payout"),
  refunded_cents: cents("What went back of the sale, in the sale's currency"),
});

export type CommissionLine = z.output<typeof commissionLine>;

export const commissionFilters = {
  status: oneOf(commissionStatuses, "Only with this status").optional(),
  kind: oneOf(commissionKinds, "Only of this kind").optional(),
  partner_id: id("Only of this partner").optional(),
};

export type CommissionFilter = Filter<typeof commissionFilters>;

const bySaleId = keyset("commissions", numberKey);

export async function listCommissions(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  filter: CommissionFilter = {},
): Promise<Page<CommissionLine>> {
  let [after] = bySaleId.after(request, [0]);
  if (filter.status === "pending" && !isOfAnotherKind(filter.kind))
    after = Math.max(after, (await findFirstOnHold(db, programId)) - 1);
  const { rows } = await sql<CommissionLine>`
    select c.sale_id as commission_id, c.kind, case when c.kind in ('sale', 'referral') then ${saleOf("c")} end as sale_id,
           b.bonus_id, c.partner_id, c.amount_cents, c.amount_at_sale_cents, c.currency, c.status,
           c.stage, c.hold_until, terms.terms,
           case when c.status <> 'held' then null when h.sale_id is not null then 'by_hand'
                when exists (select 1 from flag
                              where ${isOfCommission(programId)} and choice = 'hold' and resolved_as is null) then 'flag'
                when s.status = 'disputed' then 'dispute' else 'chain' end as held_because,
           coalesce((select cause from commission_forfeit where ${isOfCommission(programId)} order by cause limit 1),
                    (select resolved_as from flag
                      where ${isOfCommission(programId)} and resolved_as = 'abuse' limit 1)) as reason,
           h.reason as hold_reason, h.partner_note as hold_note, h.held_at,
           coalesce(a.amount_cents, 0) as adjustment_cents, coalesce(s.refunded_cents, 0) as refunded_cents
      from (${candidates(db, programId, after, filter)}) candidate
     cross join lateral (
           select *
             from commission
            where program_id = ${programId} and sale_id = candidate.sale_id
              and (${filter.status ?? null}::text is null or status = ${filter.status ?? null})
              and (${filter.partner_id ?? null}::bigint is null or partner_id = ${filter.partner_id ?? null})
              and (${filter.kind ?? null}::text is null or kind = ${filter.kind ?? null})
           offset 0
           ) c
      left join lateral (
           select sale_id, partner_id, refunded_cents, status, product_id, is_recurring, subscription_id, imported
             from sale
            where program_id = ${programId} and sale_id = ${saleOf("c")}
           offset 0
           ) s on true
      left join lateral (
           select sale_id, reason, partner_note, held_at
             from commission_hold
            where program_id = ${programId} and sale_id in (c.sale_id, s.sale_id)
            order by sale_id desc
            limit 1
           ) h on true
      left join lateral (
           select amount_cents
             from adjustment
            where program_id = ${programId} and sale_id = c.sale_id and partner_id = c.partner_id and currency = c.currency
           offset 0
           ) a on true
      left join lateral (
           select bonus_id
             from bonus_award
            where c.kind = 'bonus' and program_id = ${programId} and event_id = c.sale_id
           offset 0
           ) b on true
      left join lateral (${appliedTermsOf(programId)}) terms on true
     order by candidate.place, candidate.sale_id
     limit ${request.limit + 1}`.execute(db);
  return bySaleId.page(rows, request, (commission) => [commission.commission_id]);
}

/**
 * By which terms a commission was computed. A program that has no others than its own and its products' keeps none with it: there the
 * product's version counts, or else the program's, of when the sale was received, or for a renewal its subscription's first.
 */
function appliedTermsOf(programId: number): RawBuilder<unknown> {
  return sql`
    select case when s.imported is not null or c.kind in ('referral', 'bonus') then null
                when c.terms is not null then
                  jsonb_build_object('scope', c.terms -> 'scope', 'policy_event_id', c.terms -> 'policy_event_id',
                                     'group_id', c.terms -> 'group_id',
                                     'tier_step', (c.terms #>> '{tier,step}')::integer + 1,
                                     'tier_adjusted_cents', c.terms #> '{tier,adjusted_cents}',
                                     'waits_for_month', c.terms #> '{tier,open_month}' is not null,
                                     'capped_by', c.terms #> '{cap,by}', 'uncapped_cents', c.terms #> '{cap,uncapped_cents}')
                else jsonb_build_object('scope', case when policy.commission is null then 'program' else 'product' end,
                                        'policy_event_id', case when policy.commission is null then settings.from_event_id
                                                                else policy.from_event_id end,
                                        'group_id', null, 'tier_step', null, 'tier_adjusted_cents', null, 'waits_for_month', false,
                                        'capped_by', null, 'uncapped_cents', null)
           end as terms
      from (
             select coalesce(
                      (select first_sale_id from subscription
                        where program_id = ${programId} and subscription_id = s.subscription_id and s.is_recurring),
                      c.sale_id) as sale_id
           ) first
      left join lateral (
             select from_event_id, commission from policy
              where program_id = ${programId} and from_event_id <= first.sale_id
                and product_id = (select product_id from sale where program_id = ${programId} and sale_id = first.sale_id)
              order by from_event_id desc limit 1
           ) policy on true
     cross join lateral (
             select from_event_id from program_settings
              where program_id = ${programId} and from_event_id <= first.sale_id
              order by from_event_id desc limit 1
           ) settings`;
}

/** Their ids, among which are all that are asked for, each with its place. */
function candidates(
  db: Kysely<Tables>,
  programId: number,
  after: number,
  { status, partner_id: partnerId, kind }: CommissionFilter,
): RawBuilder<unknown> {
  const behind = { programId, after, saleId: saleOfReferral(after) ?? after };
  if (partnerId !== undefined) {
    // Each in its order, so that they are merged and a page ends as soon as it is full.
    return sql`
      (select sale_id as place, sale_id
         from sale
        where ${isOfPartner(db, programId, partnerId)} and sale_id > ${behind.saleId}
        order by sale_id)
      union all
      (${withoutSale(behind)} and partner_id = ${partnerId} order by sale_id)
      union all
      (${ofRecruiters(behind)} and partner_id = ${partnerId} order by ${placeOfReferral})`;
  }
  if (kind === "referral") return ofRecruiters(behind);
  if (isOfAnotherKind(kind)) return withoutSale(behind);
  const isPastPending = sql`status = ${sql.lit(status)} and status <> 'pending'`;
  const hasStatus = status === undefined || status === "pending" ? sql`true` : isPastPending;
  return sql`
    (select sale_id as place, sale_id
       from commission
      where program_id = ${programId} and ${hasStatus} and sale_id > ${behind.saleId} and sale_id < ${firstReferralId}
      order by sale_id)
    union all
    (${ofRecruiters(behind)} and ${hasStatus} order by ${placeOfReferral})`;
}

function isOfAnotherKind(kind: CommissionKind | undefined): boolean {
  return kind !== undefined && kind !== "sale";
}

type Behind = { readonly programId: number; readonly after: number; readonly saleId: number };

/** They are few, and have an index of their own. */
function withoutSale({ programId, saleId }: Behind): RawBuilder<unknown> {
  return sql`
    select sale_id as place, sale_id
      from commission
     where program_id = ${programId} and kind <> 'sale' and sale_id > ${saleId} and sale_id < ${firstReferralId}`;
}

/** Of an index by it: a recruiter's commission has its place behind the sale's. */
const placeOfReferral = sql`(sale_id - ${sql.lit(firstReferralId)})`;

function ofRecruiters({ programId, after, saleId }: Behind): RawBuilder<unknown> {
  const isBehind = saleOfReferral(after) === null ? sql`>= ${saleId}` : sql`> ${saleId}`;
  return sql`
    select ${placeOfReferral} as place, sale_id
      from commission
     where program_id = ${programId} and kind = 'referral' and ${placeOfReferral} ${isBehind}`;
}

/** The sale's id of a commission in a table; of one of another kind its own. */
function saleOf(table: string): RawBuilder<unknown> {
  return sql.raw(saleOfReferralSql(`${table}.sale_id`));
}

/** What was decided about the commission, or about the sale's where it is a recruiter's. */
function isOfCommission(programId: number): RawBuilder<unknown> {
  return sql`program_id = ${programId}
    and (sale_id = c.sale_id and partner_id = c.partner_id or sale_id = s.sale_id and partner_id = s.partner_id)`;
}

/**
 * Where pending commissions begin: nearly all that come behind are pending as well, and a new commission is in no index for them.
 * The one whose hold is over first is found by the index of those on hold; no other was sold longer before than the longest hold
 * the program ever had.
 */
async function findFirstOnHold(db: Kysely<Tables>, programId: number): Promise<number> {
  const { rows } = await sql<{ sold_since: Date }>`
    select first.hold_until - make_interval(hours => 24 * longest.days) as sold_since
      from (
             select hold_until
               from commission
              where program_id = ${programId} and stage = 'pending' and status in ('pending', 'refunded')
              order by hold_until
              limit 1
           ) first
     cross join (
             select max((settings ->> 'hold_period_days')::integer) as days
               from (select settings from program_settings where program_id = ${programId}
                      union all
                     select settings from partner_group where program_id = ${programId}) every
           ) longest`.execute(db);
  return rows[0] === undefined ? firstReferralId : findFirstEventId(db, programId, rows[0].sold_since);
}
