// The trial balance of a program: everything partners earned, what of it is owed and what was paid, as accounts whose sum is zero in each
// currency. Debits are positive, credits negative. The two sides come from different rows: what was earned from commissions as they
// were at the sale and from the changes since, what is owed from what is left of them and from adjustments, what was paid from
// payouts. So the sum is zero because the books are right, and for no other reason.
import { type Kysely, type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { onTheWay } from "../../core/rules/payout-life.ts";
import { currency, idOrNull, sum } from "../../core/vocabulary/fields.ts";
import type { Tables } from "../postgres/tables/tables.ts";
import { heldSale } from "./held-sale.ts";
import { takenBackOf } from "./taken-back.ts";

/** In the order they are shown. */
export const balanceAccounts = {
  earned_cents: sum("Debit: commission as it was at each sale, of sales recorded here"),
  reversed_cents: sum(
    "Credit: commission taken back by refunds, lost disputes, bans and resolved flags since, less what came again",
  ),
  imported_earned_cents: sum("Debit: commission of imported sales, as the other tool stated it"),
  imported_reversed_cents: sum("Credit: commission of imported sales taken back by refunds and lost disputes"),
  pending_cents: sum("Credit: owed, the hold period is not over"),
  held_cents: sum("Credit: owed, held by a dispute, a contradicting chain or manually"),
  payable_cents: sum("Credit: owed, approved and in no payout"),
  adjustments_owed_cents: sum("Credit: earlier payouts paid too little; in no payout"),
  adjustments_deducted_cents: sum("Debit: earlier payouts paid too much; deducted from the next payout"),
  payouts_created_cents: sum("Credit: in payouts that are neither exported nor paid"),
  payouts_exported_cents: sum("Credit: in payouts that are exported and not marked as paid"),
  payouts_sent_cents: sum("Credit: on its way: in payouts that a payment provider has and has not confirmed as paid"),
  payouts_changed_cents: sum(
    "Debit: what unpaid payouts hold beyond what is due now for their sales, because of refunds, disputes or holds since; a credit when more is due",
  ),
  paid_cents: sum("Credit: paid out, payments that came back included"),
  returned_cents: sum("Debit: payouts whose money came back"),
  imported_paid_cents: sum("Credit: paid by another tool before the import"),
} as const;

export type BalanceAccount = keyof typeof balanceAccounts;

export const balanceAccountNames = Object.keys(balanceAccounts).filter(
  (name): name is BalanceAccount => name in balanceAccounts,
);

const total = sum("All accounts together: 0, or the books are wrong");

export const balanceLine = z.strictObject({
  currency,
  ...balanceAccounts,
  total_cents: total,
  items_difference_cents: sum("Payouts less the items they consist of: 0, or the books are wrong"),
});

const feeBalanceLine = z.strictObject({
  currency,
  accrued_cents: sum("Debit: platform fees as they were at each sale"),
  given_back_cents: sum(
    "Credit: given back by refunds, lost disputes and removed attributions, less what was charged again",
  ),
  owed_cents: sum("Credit: what is left of each fee"),
  total_cents: total,
});

export const trialBalance = z.strictObject({
  lines: z.array(balanceLine).readonly().meta({ description: "The partners' money, by currency" }),
  fees: z.array(feeBalanceLine).readonly().meta({ description: "The platform fees, by currency" }),
});

export type BalanceLine = z.output<typeof balanceLine>;
export type TrialBalance = z.output<typeof trialBalance>;

/** Of one program, in the currencies that there are; of one partner it has no fees. In one snapshot where the caller has one. */
export async function readTrialBalance(
  db: Kysely<Tables>,
  programId: number,
  { partnerId = null }: { readonly partnerId?: number | null } = {},
): Promise<TrialBalance> {
  const partnerIds = partnerId === null ? null : [partnerId];
  const { rows: lines } = await sql<BalanceLine>`
    select currency, ${sumsOf(balanceAccountNames)}, ${itemsDifference}
      from (${entries(programId, partnerIds)}) entry
     group by currency
     order by currency`.execute(db);
  const fees = partnerId === null ? await readFees(db, programId) : [];
  return { lines, fees };
}

/** A line for each of these partners and each currency, by both. */
export async function listPartnerBalances(
  db: Kysely<Tables>,
  programId: number,
  partnerIds: readonly number[],
): Promise<(Omit<BalanceLine, "items_difference_cents"> & { readonly partner_id: number })[]> {
  const { rows } = await sql<BalanceLine & { partner_id: number }>`
    select partner_id, currency, ${sumsOf(balanceAccountNames)}
      from (${entries(programId, partnerIds)}) entry
     group by partner_id, currency
     order by partner_id, currency`.execute(db);
  return rows;
}

export const imbalanceKinds = {
  partner_balance: "what was earned is not what is owed and was paid",
  payout_items: "payouts are not the sum of their items",
  paid_commissions: "paid commissions are not what payouts paid for them",
  platform_fees: "platform fees at the sales, with their changes, are not what is left of them",
} as const;

type ImbalanceKind = keyof typeof imbalanceKinds;

export const imbalance = z.strictObject({
  kind: z.enum(Object.keys(imbalanceKinds).filter((kind): kind is ImbalanceKind => kind in imbalanceKinds)).meta({
    description: Object.entries(imbalanceKinds)
      .map(([kind, meaning]) => `${kind}: ${meaning}`)
      .join("; "),
  }),
  partner_id: idOrNull("The partner; null of platform fees"),
  currency,
  difference_cents: sum("The first side less the second"),
});

/** What does not come to zero, of one partner in one currency, or of the platform fees. */
export type Imbalance = z.output<typeof imbalance>;

/** By partner, so that two faults do not cancel each other out. The first of them. */
export async function findImbalances(db: Kysely<Tables>, programId: number, imbalancesMax = 100): Promise<Imbalance[]> {
  const { rows } = await sql<Imbalance>`
    select kind, partner_id, currency, sum(cents) as difference_cents
      from (
             select case account when 'items' then 'payout_items' else 'partner_balance' end as kind, partner_id, currency, cents
               from (${entries(programId, null)}) entry
             union all
             (${paidCommissions(programId)})
             union all
             select 'platform_fees', null, currency, cents
               from (${feeEntries(programId)}) fee
           ) side
     group by kind, partner_id, currency
    having sum(cents) <> 0
     order by kind, partner_id, currency
     limit ${imbalancesMax}`.execute(db);
  return rows;
}

function sumsOf(accounts: readonly BalanceAccount[]): RawBuilder<unknown> {
  const each = accounts.map(
    (name) => sql`coalesce(sum(cents) filter (where account = ${sql.lit(name)}), 0) as ${sql.ref(name)}`,
  );
  return sql`${sql.join(each)}, coalesce(sum(cents) filter (where account <> 'items'), 0) as total_cents`;
}

const itemsDifference = sql`coalesce(sum(cents) filter (where account = 'items'), 0) as items_difference_cents`;

/** `partner_id, currency, account, cents`; the items of payouts only of all partners together, since no index has them by partner. */
function entries(programId: number, partnerIds: readonly number[] | null): RawBuilder<unknown> {
  const of = (partner: RawBuilder<unknown>): RawBuilder<unknown> =>
    partnerIds === null ? sql`` : sql`and ${partner} = any(${partnerIds}::bigint[])`;
  const parts = [
    commissionEntries(programId, of(sql`partner_id`)),
    importedEntries(programId, of(sql`c.partner_id`)),
    changeEntries(programId, of(sql`coalesce(c.partner_id, k.partner_id)`)),
    adjustmentEntries(programId, of(sql`a.partner_id`)),
    waitingEntries(programId, of(sql`p.partner_id`)),
    payoutEntries(programId, of(sql`p.partner_id`)),
    ...(partnerIds === null ? [itemEntries(programId)] : []),
  ];
  return sql.join(parts, sql` union all `);
}

/** Each commission that is not paid is in exactly one of the three: also one whose state no rule writes. */
const commissionEntries = (programId: number, ofPartners: RawBuilder<unknown>) => sql`
  select c.partner_id, c.currency, e.account, e.cents
    from (
           select partner_id, currency,
                  sum(amount_at_sale_cents) as earned,
                  sum(amount_cents) filter (where stage <> 'paid' and status = 'held') as held,
                  sum(amount_cents) filter (where stage = 'pending' and status <> 'held') as pending,
                  sum(amount_cents) filter (where stage not in ('pending', 'paid') and status <> 'held') as payable
             from commission
            where program_id = ${programId} ${ofPartners}
            group by partner_id, currency
         ) c
   cross join lateral (values ('earned_cents', c.earned), ('held_cents', -c.held), ('pending_cents', -c.pending),
                              ('payable_cents', -c.payable)) e (account, cents)`;

/** They are no earnings of here, and their changes are kept in no book: what is left follows from what went back of the sale. */
const importedEntries = (programId: number, ofPartners: RawBuilder<unknown>) => sql`
  select c.partner_id, c.currency, e.account, e.cents
    from sale i
    join commission c on c.program_id = ${programId} and c.sale_id = i.sale_id
   cross join lateral (values ('earned_cents', -c.amount_at_sale_cents::numeric),
                              ('imported_earned_cents', c.amount_at_sale_cents::numeric),
                              ('imported_reversed_cents', -${takenBackOf(sql`i`, sql`c`)})) e (account, cents)
   where i.program_id = ${programId} and i.imported is not null ${ofPartners}`;

/** A change names the partner of its time; the sale's money is its partner's of now. */
const changeEntries = (programId: number, ofPartners: RawBuilder<unknown>) => sql`
  select coalesce(c.partner_id, k.partner_id), k.currency, 'reversed_cents', k.cents
    from (
           select sale_id, commission_currency as currency, min(partner_id) as partner_id, sum(commission_cents) as cents
             from sale_change
            where program_id = ${programId} and commission_currency <> ''
            group by sale_id, commission_currency
           having sum(commission_cents) <> 0
         ) k
    left join commission c on c.program_id = ${programId} and c.sale_id = k.sale_id
   where true ${ofPartners}`;

const adjustmentAccount = sql`
  case when a.amount_cents < 0 then 'adjustments_deducted_cents' else 'adjustments_owed_cents' end`;

const adjustmentEntries = (programId: number, ofPartners: RawBuilder<unknown>) => sql`
  select a.partner_id, a.currency,
         case when a.amount_cents > 0 and exists (${heldSale(programId, sql`a`)}) then 'held_cents' else ${adjustmentAccount} end,
         -a.amount_cents::numeric
    from adjustment a
   where a.program_id = ${programId} and a.sale_id > 0 ${ofPartners}`;

/** Their items hold what is owed for their sales. */
const waitingStatuses = ["created", ...onTheWay];

/** What is due for the sales of an unpaid payout leaves its own account: the payout and the difference to it replace it. */
const waitingEntries = (programId: number, ofPartners: RawBuilder<unknown>) => sql`
  select w.partner_id, w.currency, e.account, e.cents
    from (
           select i.sale_id, i.partner_id, i.currency, sum(i.amount_cents) as cents
             from payout p
             join payout_item i on i.program_id = ${programId} and i.payout_id = p.payout_id and i.status = 'created'
            where p.program_id = ${programId} and p.status = any(${waitingStatuses}) and p.payout_id > 0 ${ofPartners}
            group by i.sale_id, i.partner_id, i.currency
         ) w
    left join commission c
      on c.program_id = ${programId} and c.sale_id = w.sale_id and c.partner_id = w.partner_id and c.currency = w.currency
     and c.stage not in ('pending', 'paid') and c.status <> 'held'
    left join adjustment a
      on a.program_id = ${programId} and a.sale_id = w.sale_id and a.partner_id = w.partner_id and a.currency = w.currency
     and not (a.amount_cents > 0 and exists (${heldSale(programId, sql`a`)}))
   cross join lateral (values ('payable_cents', coalesce(c.amount_cents, 0)::numeric),
                              (${adjustmentAccount}, coalesce(a.amount_cents, 0)::numeric),
                              ('payouts_changed_cents',
                               w.cents - coalesce(c.amount_cents, 0) - coalesce(a.amount_cents, 0))) e (account, cents)`;

const payoutEntries = (programId: number, ofPartners: RawBuilder<unknown>) => sql`
  select p.partner_id, p.currency, e.account, e.cents
    from payout p
   cross join lateral (values (case when p.status = 'created' and p.exported_at is null then 'payouts_created_cents'
                                    when p.status = 'created' then 'payouts_exported_cents'
                                    when p.status = any(${onTheWay}) then 'payouts_sent_cents'
                                    when p.status = 'paid' and p.paid_at is null then 'imported_paid_cents'
                                    when p.paid_at is not null then 'paid_cents' end, -p.amount_cents::numeric),
                              (case when p.status = 'returned' and p.paid_at is not null then 'returned_cents' end,
                               p.amount_cents::numeric)
                      ) e (account, cents)
   where p.program_id = ${programId} and e.account is not null ${ofPartners}`;

const itemEntries = (programId: number) => sql`
  select partner_id, currency, 'items', amount_cents::numeric
    from payout
   where program_id = ${programId} and status = any(${[...waitingStatuses, "paid"]})
  union all
  select partner_id, currency, 'items', -sum(amount_cents)
    from payout_item
   where program_id = ${programId} and status in ('created', 'paid')
   group by partner_id, currency`;

/** A paid commission says what payouts paid its partner for it. */
const paidCommissions = (programId: number) => sql`
  select 'paid_commissions', partner_id, currency, sum(amount_cents)
    from commission
   where program_id = ${programId} and stage = 'paid'
   group by partner_id, currency
  union all
  select 'paid_commissions', i.partner_id, i.currency, -sum(i.amount_cents)
    from payout_item i
    join commission c
      on c.program_id = ${programId} and c.sale_id = i.sale_id and c.partner_id = i.partner_id and c.currency = i.currency
   where i.program_id = ${programId} and i.status = 'paid'
   group by i.partner_id, i.currency`;

async function readFees(db: Kysely<Tables>, programId: number): Promise<TrialBalance["fees"]> {
  const { rows } = await sql<TrialBalance["fees"][number]>`
    select currency,
           coalesce(sum(cents) filter (where account = 'accrued'), 0) as accrued_cents,
           coalesce(sum(cents) filter (where account = 'given_back'), 0) as given_back_cents,
           coalesce(sum(cents) filter (where account = 'owed'), 0) as owed_cents,
           sum(cents) as total_cents
      from (${feeEntries(programId)}) entry
     group by currency
     order by currency`.execute(db);
  return rows;
}

/** What is left of the fee of a sale that was taken from its partner is a change, as on statements. */
const feeEntries = (programId: number) => sql`
  select f.currency, e.account, e.cents
    from (
           select currency,
                  sum(amount_at_sale_cents) filter (where removed_by is null) as accrued,
                  sum(amount_cents) as owed
             from platform_fee
            where program_id = ${programId}
            group by currency
         ) f
   cross join lateral (values ('accrued', f.accrued), ('owed', -f.owed)) e (account, cents)
  union all
  select currency, 'given_back', sum(fee_cents)
    from sale_change
   where program_id = ${programId}
   group by currency`;
