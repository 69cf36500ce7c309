// Payouts that wait for a person and for nothing else: it is not known whether they were paid, the provider declined them, or their money
// came back and no later payout pays it. Each with what to do.
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import type { PayoutStatus } from "../../core/rules/rows/payout-rows.ts";
import { cents, currency, flag, id, oneOf, time, words, wordsOrNull } from "../../core/vocabulary/fields.ts";
import type { Currency } from "../../core/vocabulary/money/currencies.ts";
import { type RailName, railNames, railTitles } from "../../core/vocabulary/money/payout-rails.ts";
import { type Filter, keyset, numberKey, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import { moneyText } from "../../core/wording/words.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

/** As long as a fault may last that passes by itself. */
export const unclearMinutesMin = 10;
/** What came back longer ago is owed like anything else. */
const unpaidDaysMax = 90;

const attentionReasons = ["outcome_unknown", "declined", "not_paid", "returned"] as const;
type AttentionReason = (typeof attentionReasons)[number];

export const attentionLine = z.strictObject({
  payout_id: id("The payout"),
  partner_id: id("Its partner"),
  currency,
  amount_cents: cents("What it pays"),
  rail: oneOf(railNames, "The payment provider that it was handed to; null without one").nullable(),
  key: wordsOrNull("The key that the payment has at the provider"),
  reason: oneOf(attentionReasons, "Why it needs a person"),
  message: words("What happened and what to do, in sentences"),
  since: time("Since when"),
  is_asked_again: flag("The provider is asked again by itself meanwhile"),
});

type AttentionLine = z.output<typeof attentionLine>;

export const attentionFilters = {
  payout_id: id("Only this payout").optional(),
  reason: oneOf(attentionReasons, "Only for this reason").optional(),
};

type Row = {
  readonly payout_id: number;
  readonly partner_id: number;
  readonly currency: Currency;
  readonly amount_cents: number;
  readonly rail: RailName | null;
  readonly key: string | null;
  readonly reason: AttentionReason;
  readonly why: string | null;
  readonly since: Date;
  readonly is_asked_again: boolean;
};

const byPayoutId = keyset("payouts that need a person", numberKey);

/** By payout. */
export async function listAttention(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  { reason, payout_id: payoutId }: Filter<typeof attentionFilters> = {},
): Promise<Page<AttentionLine>> {
  const [after] = byPayoutId.after(request, [0]);
  // Attempts may lie on another machine than payouts: no part reads both, and each is read whole before the next.
  const { rows } = await sql<Row>`
    with attempt as materialized (${unclearAttempts(programId)}),
         unclear as materialized (${unclear(programId)}),
         made as materialized (${madePayouts(programId, { after, payoutId, limit: request.limit + 1 })}),
         declined as materialized (${declined(programId)}),
         unpaid as materialized (${unpaid(programId)})
    select *
      from (select * from unclear union all select * from declined union all select * from unpaid) found
     where payout_id > ${after} and (${reason ?? null}::text is null or reason = ${reason ?? null})
       and (${payoutId ?? null}::bigint is null or payout_id = ${payoutId ?? null})
     order by payout_id
     limit ${request.limit + 1}`.execute(db);
  return byPayoutId.page(rows.map(shown), request, ({ payout_id }) => [payout_id]);
}

const columns = sql`p.payout_id, p.partner_id, p.currency, p.amount_cents, p.rail`;

function unclearAttempts(programId: number) {
  return sql`
    select payout_id, attempt, key, fault, unclear_since, next_look_at
      from payout_attempt
     where program_id = ${programId}
       and (unclear_since < now() - make_interval(mins => ${sql.lit(unclearMinutesMin)})
            or (unclear_since is not null and next_look_at is null))`;
}

function unclear(programId: number) {
  return sql`
    select ${columns}, a.key, 'outcome_unknown' as reason, a.fault as why, a.unclear_since as since,
           a.next_look_at is not null as is_asked_again
      from attempt a
      join payout p on p.program_id = ${programId} and p.payout_id = a.payout_id and p.attempt = a.attempt`;
}

type Part = { readonly after: number; readonly payoutId: number | undefined; readonly limit: number };

function madePayouts(programId: number, { after, payoutId, limit }: Part) {
  return sql`
    select ${columns}, p.attempt
      from payout p
     where p.program_id = ${programId} and p.status = 'created' and p.payout_id > greatest(0, ${after}::bigint)
       and (${payoutId ?? null}::bigint is null or p.payout_id = ${payoutId ?? null}) and p.attempt is not null
     order by p.payout_id
     limit ${limit}`;
}

function declined(programId: number) {
  return sql`
    select ${columns}, a.key, 'declined' as reason, a.fault as why,
           coalesce(a.first_request_at, a.committed_at) as since, false as is_asked_again
      from made p
      join payout_attempt a on a.program_id = ${programId} and a.payout_id = p.payout_id and a.attempt = p.attempt`;
}

/** Where no later payout of the partner pays what is owed again. The program as an array: see `findProgram`. */
function unpaid(programId: number) {
  const statuses = sql.join(
    (["failed", "returned"] as const satisfies readonly PayoutStatus[]).map((one) => sql.lit(one)),
  );
  return sql`
    select ${columns}, null as key, case p.status when 'failed' then 'not_paid' else 'returned' end as reason,
           e.reason as why, p.withdrawn_at as since, false as is_asked_again
      from payout p
      left join lateral (
           select e.data ->> 'reason' as reason
             from event e
            where e.program_id = p.program_id and e.type in ('payout_failed', 'payout_returned')
              and (e.data ->> 'payout_id')::bigint = p.payout_id
            order by e.seq desc
            limit 1) e on true
     where p.program_id = any(${[programId]}::bigint[]) and p.status in (${statuses}) and p.payout_id > 0
       and p.withdrawn_at > now() - make_interval(days => ${sql.lit(unpaidDaysMax)})
       and not exists (
           select 1 from payout later
            where later.program_id = p.program_id and later.partner_id = p.partner_id and later.currency = p.currency
              and later.payout_id > p.payout_id and later.status <> 'cancelled' and later.created_at >= p.withdrawn_at)`;
}

function shown({ why, ...row }: Row): AttentionLine {
  return { ...row, message: messageOf({ why, ...row }) };
}

function messageOf({ reason, why, rail, key, amount_cents, currency: of, is_asked_again }: Row): string {
  const provider = rail === null ? "The provider" : railTitles[rail];
  const because = why === null ? "." : `: ${/[.!?…]$/.test(why) ? why : `${why}.`}`;
  const again = `${moneyText(amount_cents, of)} is owed again.`;
  switch (reason) {
    case "outcome_unknown":
      return `It is not known whether ${provider} paid it${because} Look for ${key} there, then mark it as paid or not paid.${is_asked_again ? ` ${provider} is asked again meanwhile.` : ""}`;
    case "declined":
      return `${provider} declined it${because} Nothing was paid. Correct that, then send it again or cancel it.`;
    case "not_paid":
      return `It was not paid${because} ${again} Check the payout recipient, then pay again.`;
    case "returned":
      return `The money came back${because} ${again} Check the payout recipient, then pay again.`;
  }
}
