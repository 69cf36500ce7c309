// Why a partner who is owed money gets no payout now, and why a payout may not leave now (by file or by a rail's API): one closed set of
// reasons with their facts. A new reason is a line of `Withheld`, its sentence in `withheldMessage`, and a check in `withheldPayee` (before
// a payout is created) or `withheldPayout` (before it leaves). It changes nothing: the amount is owed, or the payout waits, as before.
import type { PayoutLimit } from "../../core/rules/events/settings/payout-settings.ts";
import type { PayoutApprovals, PayoutStatus } from "../../core/rules/rows/payout-rows.ts";
import type { Currency } from "../../core/vocabulary/money/currencies.ts";
import { decimalAmount, isAtLeast, type Sum, sumOf } from "../../core/vocabulary/money/money.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import type { Ask } from "./fixed-statement.ts";
import { type MissingReason, missingMessages, missingOf, missingReasons } from "./missing-read.ts";
import { findPayoutSettings } from "./payout-settings-read.ts";

export type Withheld =
  /** `given` of the `needed` people created or approved it. */
  | { readonly reason: "not_approved"; readonly given: number; readonly needed: number }
  | { readonly reason: "no_recipient" }
  | { readonly reason: MissingReason }
  /** With `forfeit`: what came back from a payout is about to be reversed. */
  | { readonly reason: "banned" }
  | { readonly reason: "below_minimum"; readonly owed_cents: Sum; readonly minimum_cents: number }
  | { readonly reason: "over_payout_limit"; readonly amount_cents: number; readonly limit_cents: number }
  | {
      readonly reason: "over_day_limit";
      readonly amount_cents: number;
      /** What has left since midnight (UTC). */
      readonly released_cents: Sum;
      readonly limit_cents: number;
    };

export const withheldReasons = [
  "not_approved",
  "no_recipient",
  "banned",
  "below_minimum",
  "over_payout_limit",
  "over_day_limit",
  ...missingReasons,
] as const satisfies readonly Withheld["reason"][];

/** In a sentence that says what to do. */
export function withheldMessage(withheld: Withheld, currency: Currency): string {
  const money = (cents: Sum) => `${decimalAmount(cents, currency)} ${currency}`;
  switch (withheld.reason) {
    case "not_approved":
      return `Approved by ${withheld.given} of ${withheld.needed} people: another person must approve it.`;
    case "terms_not_accepted":
    case "tax_details_missing":
    case "tax_form_expired":
      return missingMessages[withheld.reason];
    case "no_recipient":
      return "The partner has no payout recipient.";
    case "banned":
      return "The partner is banned and forfeits what is not paid: lift the ban to pay it.";
    case "below_minimum":
      return `Below the minimum of ${money(withheld.minimum_cents)}.`;
    case "over_payout_limit":
      return `Over the limit of ${money(withheld.limit_cents)} for one payout: raise the limit or settle it manually.`;
    case "over_day_limit":
      return `Over the limit of ${money(withheld.limit_cents)} a day, of which ${money(withheld.released_cents)} left today: wait until tomorrow (UTC) or raise the limit.`;
  }
}

type OwedPayee = {
  readonly owed_cents: Sum;
  readonly amount_cents: number;
  readonly has_recipient: boolean;
  readonly is_forfeited: boolean;
};
export type PayeeConditions = {
  readonly minimumCents: number;
  readonly onlyWithRecipient: boolean;
  /** Of the currency. */
  readonly limit: PayoutLimit | undefined;
  /** Of the partner. */
  readonly missing: MissingReason | undefined;
};

/** `amount_cents` is what the payout would come to. Null where it may be created. */
export function withheldPayee(payee: OwedPayee, conditions: PayeeConditions): Withheld | null {
  const { owed_cents, amount_cents, has_recipient } = payee;
  const { minimumCents, onlyWithRecipient, limit, missing } = conditions;
  if (!isAtLeast(amount_cents, minimumCents)) {
    return { reason: "below_minimum", owed_cents, minimum_cents: minimumCents };
  }
  if (payee.is_forfeited) return { reason: "banned" };
  if (missing !== undefined) return { reason: missing };
  if (onlyWithRecipient && !has_recipient) return { reason: "no_recipient" };
  return overPayoutLimit(amount_cents, limit);
}

type WaitingPayout = {
  readonly payout_id: number;
  readonly partner_id: number;
  readonly currency: Currency;
  readonly amount_cents: number;
  readonly status: PayoutStatus;
  readonly approvals: PayoutApprovals | null;
  readonly has_recipient: boolean;
  /** Whether it has left before, in a file. */
  readonly is_released: boolean;
};

const waitingStatement: Statement = {
  name: "payouts_that_may_leave",
  text: `select payout_id, partner_id, currency, amount_cents, status, approvals, exported_at is not null as is_released,
                partner_id in (select partner_id from payout_recipient where program_id = $1) as has_recipient
           from payout
          where program_id = $1 and payout_id = any($2::bigint[]) and status = 'created'
          order by payout_id`,
};

/** A payout counts on the day it first left. A canceled one counts too: it may have been paid by its file. */
const releasedStatement: Statement = {
  name: "released_today",
  text: `select currency, sum(amount_cents) as released_cents
           from payout
          where program_id = $1 and coalesce(exported_at, sending_at, paid_at) >= date_trunc('day', now(), 'UTC')
          group by currency`,
};

/**
 * Of these payouts, those that may not leave now, each with its first reason. Asked in the transaction that records that they leave, it is
 * exact under any concurrency. The day's limit is used in the order of their ids.
 */
export async function findWithheld(
  ask: Ask,
  programId: number,
  payoutIds: readonly number[],
): Promise<ReadonlyMap<number, Withheld>> {
  const withheld = new Map<number, Withheld>();
  if (payoutIds.length === 0) return withheld;
  const payouts = await ask<WaitingPayout>(waitingStatement, [programId, payoutIds]);
  const { payout_limits: limits } = await findPayoutSettings(ask, programId);
  const hasDayLimit = limits.some((limit) => limit.day_limit_cents !== null);
  const released = hasDayLimit ? await findReleased(ask, programId) : new Map<Currency, Sum>();
  const missing = await missingOf(
    ask,
    programId,
    payouts.map(({ partner_id }) => partner_id),
  );
  for (const payout of payouts) {
    const { payout_id, partner_id, currency, amount_cents } = payout;
    const releasedCents = released.get(currency) ?? 0;
    const limit = limits.find((one) => one.currency === currency);
    const reason = withheldPayout(payout, { limit, releasedCents, missing: missing.get(partner_id) });
    if (reason !== null) withheld.set(payout_id, reason);
    else if (!payout.is_released) released.set(currency, sumOf([releasedCents, amount_cents]));
  }
  return withheld;
}

function withheldPayout(
  payout: WaitingPayout,
  { limit, releasedCents, missing }: Pick<PayeeConditions, "limit" | "missing"> & { readonly releasedCents: Sum },
): Withheld | null {
  const { approvals, amount_cents } = payout;
  const unapproved = notApproved(approvals);
  if (unapproved !== null) return unapproved;
  if (missing !== undefined) return { reason: missing };
  if (!payout.has_recipient) return { reason: "no_recipient" };
  const over = overPayoutLimit(amount_cents, limit);
  if (over !== null) return over;
  const day = limit?.day_limit_cents ?? null;
  if (day === null || payout.is_released || !isAtLeast(sumOf([releasedCents, amount_cents]), day + 1)) return null;
  return { reason: "over_day_limit", amount_cents, released_cents: releasedCents, limit_cents: day };
}

/** Whether a payout waits for another person; without one it is neither paid nor said to be. */
export function notApproved(approvals: PayoutApprovals | null): Withheld | null {
  if (approvals === null || approvals.missing === 0) return null;
  const { needed, missing } = approvals;
  return { reason: "not_approved", given: needed - missing, needed };
}

function overPayoutLimit(amountCents: number, limit: PayoutLimit | undefined): Withheld | null {
  const most = limit?.payout_limit_cents ?? null;
  if (most === null || amountCents <= most) return null;
  return { reason: "over_payout_limit", amount_cents: amountCents, limit_cents: most };
}

async function findReleased(ask: Ask, programId: number): Promise<Map<Currency, Sum>> {
  const rows = await ask<{ currency: Currency; released_cents: Sum }>(releasedStatement, [programId]);
  return new Map(rows.map((row) => [row.currency, row.released_cents]));
}
