// Whom a run of payouts pays and how much, and whom it leaves out and why. The run itself and the preflight before it plan by the same
// function, so that a preflight is right to the cent while nothing changes. It records nothing.
import type { PaidItem } from "../../core/rules/events/events.ts";
import { isTooLarge, payoutItemsMax, planPayout } from "../../core/rules/payout-plan.ts";
import type { Currency } from "../../core/vocabulary/money/currencies.ts";
import { type Sum, sumOf } from "../../core/vocabulary/money/money.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import type { Ask } from "./fixed-statement.ts";
import { missingOf } from "./missing-read.ts";
import { findPayoutSettings } from "./payout-settings-read.ts";
import { type Withheld, withheldMessage, withheldPayee, withheldReasons } from "./withheld.ts";

/** Null is every partner, or every currency. */
export type PayeeFilter = { readonly partnerId: number | null; readonly currency: Currency | null };

export type RunOptions = PayeeFilter & {
  readonly minimumCents: number;
  /** Partners without a payout recipient are left out. */
  readonly onlyWithRecipient: boolean;
  /** Only partners of this group; every partner when left out. */
  readonly groupId?: string | undefined;
  /** No partners of these groups. */
  readonly exceptGroups?: readonly string[] | undefined;
  /** Only partners after this one. A run in parts ends where one call is full and says where the next part begins. */
  readonly afterPartnerId?: number | undefined;
  /** Names partners who are owed too little as well. */
  readonly namesBelowMinimum?: boolean | undefined;
};

export type Payee = { readonly partner_id: number; readonly currency: Currency };

/** A partner who is owed something and gets no payout; all of it is owed as before. */
export type LeftOut = Payee & { readonly owed_cents: Sum; readonly reason: LeftOutReason; readonly message: string };
export const leftOutReasons = [...withheldReasons, "too_large", "call_is_full"] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

export type PlannedPayout = Payee & { readonly amount_cents: number; readonly item_count: number };

export type PayoutPlan = {
  readonly payouts: readonly PlannedPayout[];
  readonly leftOut: readonly LeftOut[];
  /** Of a run in parts: the last partner of this part. Null where nothing is left. */
  readonly nextAfter: number | null;
};

/** Of one call, and so of one hold of the program's lock. */
const itemsPerCallMax = 50_000;

type OwedPayee = Payee & {
  readonly owed_cents: Sum;
  readonly items: number;
  readonly has_recipient: boolean;
  readonly is_forfeited: boolean;
};

/** On a cluster recipients are kept apart from the books, so what is owed is summed for itself. */
const payeesStatement: Statement = {
  name: "payees",
  text: `with payee as materialized (
           select o.partner_id, o.currency, sum(o.amount_cents) as owed_cents, count(*) as items
             from owed o
            where o.program_id = $1
              and ($2::bigint is null or o.partner_id = $2)
              and ($3::text is null or o.currency = $3)
              and o.partner_id > $5
            group by o.partner_id, o.currency
           having sum(o.amount_cents) >= $4)
         select partner_id, currency, owed_cents, items,
                partner_id in (select partner_id from payout_recipient where program_id = $1) as has_recipient,
                partner_id in (select partner_id from partner
                                where program_id = $1 and ban ->> 'unpaid' = 'forfeit') as is_forfeited
           from payee
          order by partner_id, currency`,
};

/** A partner that never moved is in the group `default`. */
const groupsStatement: Statement = {
  name: "groups_of_payees",
  text: `select partner_id, coalesce(group_moves -> -1 ->> 'group_id', 'default') as group_id
           from partner
          where program_id = $1 and partner_id = any($2::bigint[])`,
};

const owedStatement: Statement = {
  name: "owed_to_payee",
  text: `select sale_id, amount_cents
           from owed
          where program_id = $1 and partner_id = $2 and currency = $3
          order by sale_id`,
};

export async function planPayouts(ask: Ask, programId: number, options: RunOptions): Promise<PayoutPlan> {
  const { minimumCents, onlyWithRecipient, afterPartnerId } = options;
  const { payout_limits: limits } = await findPayoutSettings(ask, programId);
  const payouts: PlannedPayout[] = [];
  const leftOut: LeftOut[] = [];
  let items = 0;
  let lastPartnerId = 0;
  const payees = await findPayees(ask, programId, options);
  const missing = await missingOf(
    ask,
    programId,
    payees.map(({ partner_id }) => partner_id),
  );
  for (const owed of payees) {
    const { partner_id, currency, owed_cents, has_recipient, is_forfeited } = owed;
    const payee = { partner_id, currency };
    const leave = (reason: LeftOutReason, message: string) => leftOut.push({ ...payee, owed_cents, reason, message });
    const item_count = Math.min(owed.items, payoutItemsMax);
    if (afterPartnerId !== undefined && payouts.length > 0 && items + item_count > itemsPerCallMax) {
      return { payouts, leftOut, nextAfter: lastPartnerId };
    }
    lastPartnerId = partner_id;
    const amount_cents = await amountFor(ask, programId, owed, minimumCents);
    if (amount_cents === null) {
      leave("too_large", otherMessages.too_large);
      continue;
    }
    const limit = limits.find((one) => one.currency === currency);
    const withheld = withheldPayee(
      { owed_cents, amount_cents, has_recipient, is_forfeited },
      { minimumCents, onlyWithRecipient, limit, missing: missing.get(partner_id) },
    );
    if (withheld !== null) leave(withheld.reason, withheldMessage(withheld, currency));
    else if (items + item_count > itemsPerCallMax) leave("call_is_full", otherMessages.call_is_full);
    else {
      payouts.push({ ...payee, amount_cents, item_count });
      items += item_count;
    }
  }
  return { payouts, leftOut, nextAfter: null };
}

const otherMessages: Readonly<Record<Exclude<LeftOutReason, Withheld["reason"]>, string>> = {
  too_large: "The sum is too large for one payout: settle it by hand, or in parts by refunds.",
  call_is_full: `One call pays at most ${itemsPerCallMax} commissions and adjustments: call again for the rest.`,
};

async function findPayees(ask: Ask, programId: number, options: RunOptions): Promise<readonly OwedPayee[]> {
  const {
    partnerId,
    currency,
    minimumCents,
    namesBelowMinimum,
    afterPartnerId = 0,
    groupId,
    exceptGroups = [],
  } = options;
  const least = namesBelowMinimum === true ? 1 : minimumCents;
  const payees = await ask<OwedPayee>(payeesStatement, [programId, partnerId, currency, least, afterPartnerId]);
  if (groupId === undefined && exceptGroups.length === 0) return payees;
  const ids = [...new Set(payees.map((payee) => payee.partner_id))];
  const groupOf = await findGroups(ask, programId, ids);
  return payees.filter(({ partner_id }) => {
    const group = groupOf.get(partner_id) ?? "default";
    return groupId === undefined ? !exceptGroups.includes(group) : group === groupId;
  });
}

/** The group of each partner now. */
export async function findGroups(
  ask: Ask,
  programId: number,
  partnerIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await ask<{ partner_id: number; group_id: string }>(groupsStatement, [programId, partnerIds]);
  return new Map(rows.map((row) => [row.partner_id, row.group_id]));
}

/** Null where it is too large for one payout. */
async function amountFor(ask: Ask, programId: number, payee: OwedPayee, minimumCents: number): Promise<number | null> {
  const { owed_cents, items } = payee;
  if (isTooLarge(owed_cents) || typeof owed_cents === "string") return null;
  if (items <= payoutItemsMax) return owed_cents;
  const planned = planPayout(await findOwedItems(ask, programId, payee), minimumCents);
  const amount = sumOf((planned ?? []).map((item) => item.amount_cents));
  return typeof amount === "number" ? amount : null;
}

export function findOwedItems(ask: Ask, programId: number, { partner_id, currency }: Payee): Promise<PaidItem[]> {
  return ask<PaidItem>(owedStatement, [programId, partner_id, currency]);
}
