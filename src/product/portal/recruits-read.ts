// What a partner sees of the partners that it recruited: how many there are, what it earned by them, and the link that recruits more. Of a
// recruit itself nothing is shown.
import { type Kysely, sql } from "kysely";
import { portalSettingsOf } from "../../core/rules/events/settings/portal-settings.ts";
import { referralSettingsOf } from "../../core/rules/events/settings/referral-settings.ts";
import type { Settings } from "../../core/rules/events/settings/settings.ts";
import type { Currency } from "../../core/vocabulary/money/currencies.ts";
import type { Sum } from "../../core/vocabulary/money/money.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

export type Recruits = {
  /** What its recruits' sales earn it; null where the program pays nothing for them now. */
  readonly referral: { readonly share_bps: number; readonly months: number | null } | null;
  /** Where people join as its recruits; null where no one can join, or nothing is paid. */
  readonly link: string | null;
  readonly partners: number;
  readonly earned: readonly { readonly currency: Currency; readonly amount_cents: Sum }[];
};

type Of = { readonly programId: number; readonly partnerId: number };
type Own = { readonly baseUrl: string; readonly code: string; readonly settings: Settings };

/** Null where there is nothing to show. */
export async function findRecruits(
  db: Kysely<Tables>,
  { programId, partnerId }: Of,
  { baseUrl, code, settings }: Own,
): Promise<Recruits | null> {
  const { referral } = referralSettingsOf(settings);
  const partners = await countRecruits(db, { programId, partnerId });
  if (referral === null && partners === 0) return null;
  const canJoin = referral !== null && portalSettingsOf(settings).partner_sign_up !== "closed";
  const link = canJoin ? `${baseUrl}/partners/join/${programId}?via=${encodeURIComponent(code)}` : null;
  return { referral, link, partners, earned: await sumReferrals(db, { programId, partnerId }) };
}

async function countRecruits(db: Kysely<Tables>, { programId, partnerId }: Of): Promise<number> {
  const { rows } = await sql<{ partners: number }>`
    select count(*) as partners from partner
     where program_id = ${programId} and recruited_by = ${partnerId} and recruited_by is not null`.execute(db);
  return rows[0]?.partners ?? 0;
}

/** What it earns now, paid or not. */
async function sumReferrals(db: Kysely<Tables>, { programId, partnerId }: Of): Promise<Recruits["earned"]> {
  const { rows } = await sql<Recruits["earned"][number]>`
    select c.currency, sum(c.amount_cents + coalesce(a.amount_cents, 0)) as amount_cents
      from commission c
      left join lateral (
             select amount_cents
               from adjustment
              where program_id = ${programId} and sale_id = c.sale_id and partner_id = ${partnerId} and currency = c.currency
             offset 0
           ) a on true
     where c.program_id = ${programId} and c.partner_id = ${partnerId} and c.kind = 'referral'
     group by c.currency
     order by c.currency`.execute(db);
  return rows;
}
