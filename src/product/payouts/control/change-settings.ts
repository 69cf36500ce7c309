// Limits and schedules of a program's payouts, changed by owners. Read and recorded under the program's lock, so that of two changes at once
// neither is lost.
import type { Actor } from "../../../access/permission.ts";
import type { PayoutLimit, PayoutSettings } from "../../../core/rules/events/settings/payout-settings.ts";
import type { Currency } from "../../../core/vocabulary/money/currencies.ts";
import type { Database } from "../../../engine/postgres/database.ts";
import type { Session } from "../../../engine/postgres/driver/session.ts";
import { decidePayouts } from "../decide.ts";
import { askIn } from "../fixed-statement.ts";
import { findPayoutSettings } from "../payout-settings-read.ts";

/** `change` answers what it changes; null changes nothing. */
export async function changePayoutSettings(
  database: Database,
  programId: number,
  change: (before: PayoutSettings) => Partial<PayoutSettings> | null,
  actor: Actor,
): Promise<void> {
  const decide = async (session: Session) => {
    const settings = change(await findPayoutSettings(askIn(session), programId));
    return settings === null ? [] : [{ type: "program_changed", name: null, status: null, settings } as const];
  };
  await decidePayouts(database, programId, actor, decide, { right: "payout_rules" });
}

export type LimitChange = { readonly currency: Currency } & {
  readonly [Name in "payout_limit_cents" | "day_limit_cents"]?: number | null | undefined;
};

/** What is left out stays; null removes a limit. */
export function withLimit({ payout_limits: before }: PayoutSettings, change: LimitChange): Partial<PayoutSettings> {
  const { currency } = change;
  const old = before.find((limit) => limit.currency === currency) ?? none(currency);
  const limit: PayoutLimit = {
    currency,
    payout_limit_cents: change.payout_limit_cents === undefined ? old.payout_limit_cents : change.payout_limit_cents,
    day_limit_cents: change.day_limit_cents === undefined ? old.day_limit_cents : change.day_limit_cents,
  };
  const others = before.filter((one) => one.currency !== currency);
  const isLimited = limit.payout_limit_cents !== null || limit.day_limit_cents !== null;
  return { payout_limits: isLimited ? [...others, limit] : others };
}

function none(currency: Currency): PayoutLimit {
  return { currency, payout_limit_cents: null, day_limit_cents: null };
}
