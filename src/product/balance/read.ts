// A program's trial balance as it is now, with the last event that it includes: --as-of with that event gives the same balance later.
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { currencyOf, flag, id, idOrNull, timeOrNull, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { type Currency, currencies } from "../../core/vocabulary/money/currencies.ts";
import { type Filter, keyset, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import {
  balanceLine,
  listPartnerBalances,
  readTrialBalance,
  type TrialBalance,
  trialBalance,
} from "../../engine/books/trial-balance.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

export const balanceDetail = z.strictObject({
  program_id: id("The program"),
  partner_id: idOrNull("The partner it is of; null for all"),
  event_id: idOrNull("The last event that it includes; null if the program has no event"),
  as_of: timeOrNull("When that event was received"),
  is_balanced: flag("Every total and difference is 0"),
  ...trialBalance.shape,
});

export type BalanceDetail = z.output<typeof balanceDetail>;

type Wanted = { readonly partnerId: number | null; readonly currency: Currency | null };

/** Undefined where the program has no such partner. */
export async function findBalance(
  db: Kysely<Tables>,
  programId: number,
  { partnerId, currency }: Wanted,
): Promise<BalanceDetail | undefined> {
  if (partnerId !== null) {
    const [partner] = await partnersFrom(db, programId, partnerId, { only: partnerId, limit: 1 });
    if (partner === undefined) return undefined;
  }
  const balance = inCurrency(await readTrialBalance(db, programId, { partnerId }), currency);
  const { rows } = await sql<{ event_id: number; as_of: Date }>`
    select e.id as event_id, e.received_at as as_of
      from program_head h
      join event e on e.program_id = ${programId} and e.seq = h.projected_seq
     where h.program_id = ${programId}`.execute(db);
  const { event_id = null, as_of = null } = rows[0] ?? {};
  return {
    program_id: programId,
    partner_id: partnerId,
    event_id,
    as_of,
    is_balanced: isBalanced(balance),
    ...balance,
  };
}

export function inCurrency({ lines, fees }: TrialBalance, currency: Currency | null): TrialBalance {
  const isWanted = (line: { readonly currency: Currency }): boolean => currency === null || line.currency === currency;
  return { lines: lines.filter(isWanted), fees: fees.filter(isWanted) };
}

export function isBalanced({ lines, fees }: TrialBalance): boolean {
  return (
    lines.every((line) => line.total_cents === 0 && line.items_difference_cents === 0) &&
    fees.every((line) => line.total_cents === 0)
  );
}

export const partnerBalanceLine = z.strictObject({
  partner_id: id("The partner"),
  partner_name: wordsOrNull("Its name"),
  ...balanceLine.omit({ items_difference_cents: true }).shape,
});

export type PartnerBalanceLine = z.output<typeof partnerBalanceLine>;

export const partnerBalanceFilters = {
  partner_id: id("Only of this partner").optional(),
  currency: currencyOf("Only in this currency").optional(),
};

const payeeKey = z.tuple([z.int().nonnegative(), z.enum(["", ...currencies])]);
const byPayee = keyset("balance partners", payeeKey);

/** Those who have no entry have no line. */
export async function listBalancesByPartner(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  { partner_id: only, currency }: Filter<typeof partnerBalanceFilters> = {},
): Promise<Page<PartnerBalanceLine>> {
  const [afterPartnerId, afterCurrency] = byPayee.after(request, [0, ""]);
  const lines: PartnerBalanceLine[] = [];
  for (let from: number | null = afterPartnerId; from !== null && lines.length <= request.limit; ) {
    const partners = await partnersFrom(db, programId, from, { only, limit: request.limit + 1 });
    const names = new Map(partners.map(({ partner_id, name }) => [partner_id, name]));
    const found = await listPartnerBalances(db, programId, [...names.keys()]);
    const isBehind = (line: (typeof found)[number]): boolean =>
      line.partner_id > afterPartnerId || line.currency > afterCurrency;
    lines.push(
      ...found
        .filter((line) => isBehind(line) && (currency === undefined || line.currency === currency))
        .map(({ partner_id, ...line }) => ({ partner_id, partner_name: names.get(partner_id) ?? null, ...line })),
    );
    const last = partners.at(-1);
    from = last === undefined || partners.length <= request.limit ? null : last.partner_id + 1;
  }
  return byPayee.page(lines.slice(0, request.limit + 1), request, (line) => [line.partner_id, line.currency]);
}

function partnersFrom(
  db: Kysely<Tables>,
  programId: number,
  from: number,
  { only, limit }: { readonly only: number | undefined; readonly limit: number },
): Promise<{ partner_id: number; name: string }[]> {
  let query = db
    .selectFrom("partner")
    .select(["partner_id", "name"])
    .where("program_id", "=", programId)
    .where("partner_id", ">=", from);
  if (only !== undefined) query = query.where("partner_id", "=", only);
  return query.orderBy("partner_id").limit(limit).execute();
}
