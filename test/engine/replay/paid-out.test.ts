// Money that was paid out under a rule that was wrong: a replay under the corrected rule rewrites no payment; what was paid too
// much becomes an adjustment, is predicted as one, and is taken off by the next payout.
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { applyReplay } from "../../../src/engine/replay/apply.ts";
import { planReplay } from "../../../src/engine/replay/plan.ts";
import { isVerified, verifyPrograms } from "../../../src/engine/replay/verify.ts";
import { approveCommissions } from "../../../src/product/commissions/approvals.ts";
import { findPartnerBalances } from "../../../src/product/payouts/balances-read.ts";
import { markPayoutPaid } from "../../../src/product/payouts/change.ts";
import { listPayoutItems, listPayouts } from "../../../src/product/payouts/list.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { sale } from "../../support/event-builders.ts";
import { makePayouts } from "../../support/payouts.ts";
import { replayParts, wish } from "../../support/replaying.ts";
import { asOwner } from "../../support/service.ts";
import { beginTrade, record } from "../../support/traders.ts";

const rule = vi.hoisted(() => ({ isBroken: false }));
vi.mock("../../../src/core/vocabulary/money/money.ts", async (importOriginal) => {
  const real = await importOriginal<typeof import("../../../src/core/vocabulary/money/money.ts")>();
  const twice = (...given: Parameters<typeof real.shareOf>): number => 2 * real.shareOf(...given);
  return {
    ...real,
    shareOf: (...given: Parameters<typeof real.shareOf>) => (rule.isBroken ? twice : real.shareOf)(...given),
  };
});

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterEach(() => {
  rule.isBroken = false;
});
afterAll(async () => {
  vi.doUnmock("../../../src/core/vocabulary/money/money.ts");
  await db.drop();
});

const all = { partnerId: null, currency: null, minimumCents: 1 };
const everything = { limit: 100, cursor: null };

async function pay(programId: number): Promise<number | undefined> {
  await approveCommissions(db.database);
  const [payoutId] = await makePayouts(db.database, programId, all);
  if (payoutId !== undefined)
    await markPayoutPaid(db.database, { programId, payoutId, method: null, reference: null }, operator);
  return payoutId;
}

test("an overpayment of twice the amount is never edited, and is deducted from the next payout", {
  timeout: 60_000,
}, async () => {
  const { programId, annaId } = await beginTrade(db);
  rule.isBroken = true;
  await record(db, programId, sale({ transaction_id: "wrong", amount_cents: 10_000 }));
  rule.isBroken = false;
  const first = await pay(programId);
  const paymentsBefore = await asOwner(db.url, "select * from payout_item order by sale_id");
  expect(paymentsBefore).toMatchObject([{ payout_id: first, amount_cents: 4_000, status: "paid" }]);

  const plan = await planReplay(replayParts(db), wish({ program_ids: [programId] }));
  expect(plan.programs[0]?.difference?.money).toContainEqual({
    book: "adjustment",
    partner_id: annaId,
    currency: "USD",
    before_cents: 0,
    after_cents: -2_000,
  });
  expect(plan.programs[0]?.difference?.books.map(({ book }) => book)).toEqual([
    "commission",
    "adjustment",
    "platform_fee",
  ]);
  await applyReplay(replayParts(db), plan.run.run_id);
  expect(await asOwner(db.url, "select * from payout_item order by sale_id")).toEqual(paymentsBefore);
  expect(await asOwner(db.url, "select amount_cents, amount_at_sale_cents, status from commission")).toEqual([
    { amount_cents: 4_000, amount_at_sale_cents: 2_000, status: "paid" },
  ]);

  await record(db, programId, sale({ transaction_id: "right", amount_cents: 25_000 }));
  const second = (await pay(programId)) ?? 0;
  const { data: items } = await listPayoutItems(db.database.kysely, programId, second, everything);
  expect(items.map((item) => item.amount_cents)).toEqual([-2_000, 5_000]);
  expect((await listPayouts(db.database.kysely, programId, everything)).data.map((each) => each.amount_cents)).toEqual([
    4_000, 3_000,
  ]);
  // 20 % of 10,000 and of 25,000.
  expect(await findPartnerBalances(db.database.kysely, programId, annaId)).toMatchObject([
    { owed_cents: 0, paid_cents: 7_000 },
  ]);
  const verified = await verifyPrograms(replayParts(db), [programId]);
  expect(verified.every(isVerified)).toBe(true);
});
