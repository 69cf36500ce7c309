// Payouts of a program: what is owed to whom, the payouts themselves by id, and what each of them pays for.

import { type Kysely, type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { payoutAmountMax } from "../../core/rules/events/settings/payout-settings.ts";
import { payoutStatuses } from "../../core/rules/rows/payout-rows.ts";
import {
  cents,
  count,
  currency,
  currencyOf,
  id,
  idOrNull,
  oneOf,
  sum,
  wholeNumber,
  wordsOrNull,
} from "../../core/vocabulary/fields.ts";
import { currencies } from "../../core/vocabulary/money/currencies.ts";
import { isAtLeast, type Sum } from "../../core/vocabulary/money/money.ts";
import { type Filter, keyset, numberKey, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import { type CommissionKind, commissionKinds } from "../../core/vocabulary/statuses.ts";
import { heldSale } from "../../engine/books/held-sale.ts";
import { byPlacement } from "../../engine/postgres/by-placement.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { isOfPartner } from "../partners/condition.ts";
import { type PayoutLine, payoutColumns } from "./payout-line.ts";

export const owedLine = z.strictObject({
  partner_id: id("The partner"),
  partner_name: wordsOrNull("Its name"),
  currency,
  owed_cents: sum("What is owed and in no payout yet; below zero while more was paid than is due"),
  commission_cents: sum("What of it are commissions"),
  adjustment_cents: sum("What of it puts earlier payouts right"),
  item_count: count("Of how many sales"),
});

/** What is owed to one partner in one currency and in no payout yet: below zero while more was paid than is due. */
export type OwedLine = z.output<typeof owedLine>;

export const owedFilters = {
  partner_id: id("Only this partner").optional(),
  currency: currencyOf("Only in this currency").optional(),
  minimum_cents: wholeNumber(
    [0, payoutAmountMax],
    "Only what comes to this much; everything that is owed or owing by default",
  ).optional(),
};

export type OwedFilter = Filter<typeof owedFilters>;

const payeeKey = z.tuple([z.int().nonnegative(), z.enum(["", ...currencies])]);
const byPayee = keyset("owed", payeeKey);
type Payee = z.infer<typeof payeeKey>;

export async function listOwed(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  filter: OwedFilter = {},
): Promise<Page<OwedLine>> {
  const rows: OwedLine[] = [];
  for (let after: Payee | null = byPayee.after(request, [0, ""]); after !== null && rows.length <= request.limit; ) {
    // As many as the page has, since a payee's sum takes all it is owed: more only where some are not owed what is asked for.
    const look = await sumUp(db, programId, { after, payees: request.limit + 1 }, filter);
    rows.push(
      ...look.lines.filter(
        (line) => filter.minimum_cents === undefined || isAtLeast(line.owed_cents, filter.minimum_cents),
      ),
    );
    after = look.last;
  }
  return byPayee.page(rows.slice(0, request.limit + 1), request, (line) => [line.partner_id, line.currency]);
}

/** The next payees and what each is owed; `last` is null behind the last of all. */
async function sumUp(
  db: Kysely<Tables>,
  programId: number,
  { after, payees }: { readonly after: Payee; readonly payees: number },
  { partner_id: partnerId, currency }: OwedFilter,
): Promise<{ readonly lines: readonly OwedLine[]; readonly last: Payee | null }> {
  const next = sql<PayeeRow>`${payeesBehind(programId, after, partnerId)} limit ${payees}`;
  const rows = await byPlacement(db, {
    together: () => sumTogether(db, programId, next),
    apart: () => sumApart(db, programId, next),
  });
  const last = rows.at(-1);
  const isOver = last === undefined || rows.length < payees;
  return {
    lines: rows.filter(isOwed).filter((line) => currency === undefined || line.currency === currency),
    last: isOver ? null : [last.partner_id, last.currency],
  };
}

type PayeeRow = Pick<OwedLine, "partner_id" | "currency">;
/** Null where everything is in payouts that wait to be paid. */
type SummedUp = Omit<OwedLine, "owed_cents"> & { readonly owed_cents: Sum | null };

const sums = sql`
  sum(amount_cents) as owed_cents,
  coalesce(sum(amount_cents) filter (where kind = 'commission'), 0) as commission_cents,
  coalesce(sum(amount_cents) filter (where kind = 'adjustment'), 0) as adjustment_cents,
  count(*) as item_count`;

async function sumTogether(db: Kysely<Tables>, programId: number, payees: RawBuilder<PayeeRow>): Promise<SummedUp[]> {
  const { rows } = await sql<SummedUp>`
    select payee.partner_id, p.name as partner_name, payee.currency, o.*
      from (${payees}) payee
      left join partner p on p.program_id = ${programId} and p.partner_id = payee.partner_id
     cross join lateral (
           select ${sums}
             from owed
            where program_id = ${programId} and partner_id = payee.partner_id and currency = payee.currency and sale_id > 0
           ) o
     order by payee.partner_id, payee.currency`.execute(db);
  return rows;
}

/** Where programs lie on several machines: as parts of one query they do not plan it. Two statements, however many payees. */
async function sumApart(db: Kysely<Tables>, programId: number, payees: RawBuilder<PayeeRow>): Promise<SummedUp[]> {
  const { rows: found } = await payees.execute(db);
  const partnerIds = [...new Set(found.map((payee) => payee.partner_id))];
  const { rows } = await sql<SummedUp>`
    select p.partner_id, p.name as partner_name, o.currency, o.owed_cents, o.commission_cents, o.adjustment_cents, o.item_count
      from (
             select partner_id, currency, ${sums}
               from owed
              where program_id = ${programId} and partner_id = any(${partnerIds}::bigint[]) and sale_id > 0
              group by partner_id, currency
           ) o
      join partner p on p.program_id = ${programId} and p.partner_id = o.partner_id`.execute(db);
  const summed = new Map(rows.map((row) => [`${row.partner_id} ${row.currency}`, row]));
  const nothing = { partner_name: "", owed_cents: null, commission_cents: 0, adjustment_cents: 0, item_count: 0 };
  return found.map((payee) => summed.get(`${payee.partner_id} ${payee.currency}`) ?? { ...payee, ...nothing });
}

function isOwed(line: SummedUp): line is OwedLine {
  return line.owed_cents !== null;
}

/** Those who have a commission to be paid or an adjustment, each found behind the one before by leaping over its sales. */
function payeesBehind(programId: number, [afterPartnerId, afterCurrency]: Payee, partnerId: number | undefined) {
  const ofPartner = partnerId === undefined ? sql`true` : sql`partner_id = ${partnerId}`;
  const next = (partner: RawBuilder<unknown>, currency: RawBuilder<unknown>) => sql`
    select partner_id, currency
      from (
             (select partner_id, currency
                from commission
               where program_id = ${programId} and (partner_id, currency) > (${partner}, ${currency}) and ${ofPartner}
                 and stage = 'approved' and status in ('approved', 'refunded') and amount_cents > 0
               order by partner_id, currency
               limit 1)
             union all
             (select partner_id, currency
                from adjustment
               where program_id = ${programId} and (partner_id, currency) > (${partner}, ${currency}) and ${ofPartner}
                 and sale_id > 0
               order by partner_id, currency
               limit 1)
           ) either
     order by partner_id, currency
     limit 1`;
  return sql`
    with recursive payee (partner_id, currency) as (
      (${next(sql`${afterPartnerId}`, sql`${afterCurrency}`)})
       union all
      select n.partner_id, n.currency
        from payee
       cross join lateral (${next(sql`payee.partner_id`, sql`payee.currency`)}) n
    )
    select partner_id, currency from payee`;
}

export const payoutFilters = {
  status: oneOf(payoutStatuses, "Only with this status").optional(),
  partner_id: id("Only of this partner").optional(),
  currency: currencyOf("Only in this currency").optional(),
  awaits_approval: z
    .boolean()
    .optional()
    .meta({ description: "Only those that wait for a second person, or only others" }),
  order: oneOf(["oldest", "newest"], "Which come first; the oldest by default").optional(),
};

export type PayoutFilter = Filter<typeof payoutFilters>;

const byPayoutId = keyset("payouts", numberKey);
const newestFirst = keyset("payouts, newest first", numberKey);

export async function listPayouts(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  filter: PayoutFilter = {},
): Promise<Page<PayoutLine>> {
  const isNewestFirst = filter.order === "newest";
  const keys = isNewestFirst ? newestFirst : byPayoutId;
  const [afterPayoutId] = keys.after(request, [isNewestFirst ? Number.MAX_SAFE_INTEGER : 0]);
  let query = db
    .selectFrom("payout")
    .select(payoutColumns)
    .where("payout_id", isNewestFirst ? "<" : ">", afterPayoutId)
    // The condition of the indexes by status and by currency.
    .where("payout_id", ">", sql.lit(0))
    .orderBy("payout_id", isNewestFirst ? "desc" : "asc")
    .limit(request.limit + 1);
  if (filter.partner_id === undefined) query = query.where("program_id", "=", programId);
  else query = query.where(isOfPartner(db, programId, filter.partner_id));
  if (filter.status !== undefined) query = query.where("status", "=", filter.status);
  if (filter.awaits_approval === true) query = query.where("status", "=", "created").where(awaitsApproval);
  if (filter.awaits_approval === false) query = query.where((where) => where.not(awaitsApproval));
  if (filter.currency !== undefined) query = query.where("currency", "=", filter.currency);
  return keys.page(await query.execute(), request, (payout) => [payout.payout_id]);
}

const awaitsApproval = sql<boolean>`(approvals is not null and (approvals ->> 'missing')::integer > 0)`;

/**
 * Of payouts that wait to be paid, what is due now for the sales they hold: not what they hold, where a refund, a dispute or a
 * corrected rule came since. Paid all the same, the difference becomes an adjustment.
 */
export async function findDueNow(
  db: Kysely<Tables>,
  programId: number,
  payoutIds: readonly number[],
): Promise<ReadonlyMap<number, Sum>> {
  const { rows } = await sql<{ payout_id: number; due_cents: Sum }>`
    select i.payout_id, sum(coalesce(c.amount_cents, 0) + coalesce(a.amount_cents, 0)) as due_cents
      from payout_item i
      left join commission c
        on c.program_id = i.program_id and c.sale_id = i.sale_id
       and c.partner_id = i.partner_id and c.currency = i.currency
       and c.stage = 'approved' and c.status in ('approved', 'refunded')
      left join adjustment a
        on a.program_id = i.program_id and a.sale_id = i.sale_id
       and a.partner_id = i.partner_id and a.currency = i.currency
       and not (a.amount_cents > 0 and exists (${heldSale(programId, sql`a`)}))
     where i.program_id = ${programId} and i.payout_id = any(${payoutIds}) and i.status = 'created'
     group by i.payout_id`.execute(db);
  return new Map(rows.map((row) => [row.payout_id, row.due_cents]));
}

/** Those of these ids that there are, by id. */
export async function findPayouts(
  db: Kysely<Tables>,
  programId: number,
  payoutIds: readonly number[],
): Promise<PayoutLine[]> {
  if (payoutIds.length === 0) return [];
  return selectPayouts(db, programId).where("payout_id", "in", payoutIds).orderBy("payout_id").execute();
}

function selectPayouts(db: Kysely<Tables>, programId: number) {
  return db.selectFrom("payout").select(payoutColumns).where("program_id", "=", programId);
}

export const payoutItemLine = z.strictObject({
  commission_id: id("The commission that is paid"),
  kind: oneOf(commissionKinds, "What it was earned by"),
  sale_id: idOrNull("The sale that earned it; null where it was earned by no sale"),
  transaction_id: wordsOrNull("Its payment; null without a sale, and where corrected rules no longer know the sale"),
  amount_cents: cents("What is paid for it"),
});

export type PayoutItemLine = z.output<typeof payoutItemLine>;

const bySaleId = keyset("payout-items", numberKey);

export async function listPayoutItems(
  db: Kysely<Tables>,
  programId: number,
  payoutId: number,
  request: PageRequest,
): Promise<Page<PayoutItemLine>> {
  const [afterSaleId] = bySaleId.after(request, [0]);
  const rows = await db
    .selectFrom("payout_item as i")
    .leftJoin("sale as s", (join) =>
      join.onRef("s.program_id", "=", "i.program_id").onRef("s.sale_id", "=", "i.sale_id"),
    )
    .leftJoin("commission as c", (join) =>
      join.onRef("c.program_id", "=", "i.program_id").onRef("c.sale_id", "=", "i.sale_id"),
    )
    .select((items) => [
      "i.sale_id as commission_id",
      items.fn.coalesce("c.kind", sql.lit<CommissionKind>("sale")).as("kind"),
      sql<number | null>`case when coalesce(c.kind, 'sale') = 'sale' then i.sale_id end`.as("sale_id"),
      "s.transaction_id",
      "i.amount_cents",
    ])
    .where("i.program_id", "=", programId)
    .where("i.payout_id", "=", payoutId)
    .where("i.sale_id", ">", afterSaleId)
    .orderBy("i.sale_id")
    .limit(request.limit + 1)
    .execute();
  return bySaleId.page(rows, request, (item) => [item.commission_id]);
}
