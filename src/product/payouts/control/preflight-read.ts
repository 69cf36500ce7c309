// What a run of payouts would do now: the same plan as the run's, read and not recorded.
import type { Kysely } from "kysely";
import type { Currency } from "../../../core/vocabulary/money/currencies.ts";
import { type Sum, sumOf } from "../../../core/vocabulary/money/money.ts";
import type { Tables } from "../../../engine/postgres/tables/tables.ts";
import { askOf } from "../fixed-statement.ts";
import { findPayoutSettings } from "../payout-settings-read.ts";
import { type LeftOut, type PlannedPayout, planPayouts, type RunOptions } from "../run-plan.ts";

/** Of payouts, and of partners who are left out. */
export const preflightLinesMax = 1_000;

export type Preflight = {
  readonly payouts: readonly (PlannedPayout & { readonly partner_name: string | null })[];
  readonly left_out: readonly LeftOut[];
  readonly left_out_count: number;
  readonly totals: readonly { readonly currency: Currency; readonly amount_cents: Sum; readonly count: number }[];
  readonly approvals_needed: number;
};

export async function findPreflight(db: Kysely<Tables>, programId: number, options: RunOptions): Promise<Preflight> {
  const ask = askOf(db);
  const { payout_approvals: approvals_needed } = await findPayoutSettings(ask, programId);
  const { payouts, leftOut } = await planPayouts(ask, programId, { ...options, namesBelowMinimum: true });
  const listed = payouts.slice(0, preflightLinesMax);
  const names = await findNames(
    db,
    programId,
    listed.map((payout) => payout.partner_id),
  );
  const totals = [...Map.groupBy(payouts, (payout) => payout.currency)].map(([currency, of]) => ({
    currency,
    amount_cents: sumOf(of.map((payout) => payout.amount_cents)),
    count: of.length,
  }));
  return {
    payouts: listed.map((payout) => ({ ...payout, partner_name: names.get(payout.partner_id) ?? null })),
    left_out: leftOut.slice(0, preflightLinesMax),
    left_out_count: leftOut.length,
    totals,
    approvals_needed,
  };
}

async function findNames(
  db: Kysely<Tables>,
  programId: number,
  partnerIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (partnerIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("partner")
    .select(["partner_id", "name"])
    .where("program_id", "=", programId)
    .where("partner_id", "in", partnerIds)
    .execute();
  return new Map(rows.map((row) => [row.partner_id, row.name]));
}
