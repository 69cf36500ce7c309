// Payouts as the operator puts them together, for tests that are about something else.
import { operator } from "../../src/access/permission.ts";
import type { Database } from "../../src/engine/postgres/database.ts";
import { createPayouts } from "../../src/product/payouts/change.ts";
import type { PayeeFilter } from "../../src/product/payouts/run-plan.ts";

/** Answers their ids. */
export async function makePayouts(
  database: Database,
  programId: number,
  wish: PayeeFilter & { readonly minimumCents: number },
): Promise<number[]> {
  const { payoutIds } = await createPayouts(database, programId, { ...wish, onlyWithRecipient: false }, operator);
  return [...payoutIds];
}
