// How payouts are shown, and what is said when something was done to several of them.
import { PayoutRefused } from "../ingest/payouts.ts";
import { findPayouts, type PayoutLine } from "../queries/payouts.ts";
import type { Context } from "./context.ts";
import { listOutput, type Output } from "./output.ts";

export const payoutColumns = [
  "payout_id",
  "partner_id",
  "currency",
  "amount_cents",
  "item_count",
  "status",
  "reference",
  "created_at",
  "paid_at",
  "exported_at",
] as const satisfies readonly (keyof PayoutLine)[];

/** Each for itself: what is refused for one says nothing about the others. */
export async function doToPayouts(
  context: Context,
  programId: number,
  payoutIds: readonly number[],
  what: (payoutId: number) => Promise<void>,
): Promise<Output> {
  const refusals: string[] = [];
  const done: number[] = [];
  for (const payoutId of payoutIds) {
    try {
      await what(payoutId);
      done.push(payoutId);
    } catch (error) {
      if (!(error instanceof PayoutRefused)) throw error;
      refusals.push(error.message);
    }
  }
  const output = listOutput({ data: await findPayouts(context.db, programId, done), next: null }, payoutColumns);
  return refusals.length === 0 ? output : { ...output, failure: refusals.join(" ") };
}
