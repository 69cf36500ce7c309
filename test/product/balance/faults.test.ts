// One wrong row is found, in whichever book it is: named with the partner, the currency and the amount by verify, by the service's own
// check and by the balance itself.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { findImbalances, type Imbalance } from "../../../src/engine/books/trial-balance.ts";
import { rollOn } from "../../../src/engine/integrity/rolling-verification.ts";
import { isVerified, verifyPrograms } from "../../../src/engine/replay/verify.ts";
import { findBalance } from "../../../src/product/balance/read.ts";
import { approveCommissions } from "../../../src/product/commissions/approvals.ts";
import { markPayoutPaid } from "../../../src/product/payouts/change.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { refund, sale } from "../../support/event-builders.ts";
import { makePayouts } from "../../support/payouts.ts";
import { replayParts } from "../../support/replaying.ts";
import { asOwner } from "../../support/service.ts";
import { beginTrade, record } from "../../support/traders.ts";

let db: TestDatabase;
let programId: number;
let annaId: number;
let benId: number;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => db.drop());

/** Anna was paid 2,000 for a sale half of which went back since; 500 wait in Ben's payout, and 200 are pending. */
beforeEach(async () => {
  ({ programId, annaId, benId } = await beginTrade(db));
  await record(
    db,
    programId,
    sale({ transaction_id: "a1", amount_cents: 10_000 }),
    sale({ transaction_id: "b1", amount_cents: 2_500, customer_key: "customer-2" }),
  );
  await approveCommissions(db.database);
  const [paid = 0] = await makePayouts(db.database, programId, { partnerId: null, currency: null, minimumCents: 1 });
  await markPayoutPaid(db.database, { programId, payoutId: paid, method: null, reference: null }, operator);
  await record(
    db,
    programId,
    refund({ transaction_id: "a1", refund_amount_cents: 5_000, refund_id: "r1" }),
    sale({ transaction_id: "a2", amount_cents: 1_000 }),
  );
});

const whose = { anna: () => annaId, ben: () => benId };

test("it is zero while no row is changed", async () => {
  expect(await findImbalances(db.database.kysely, programId)).toEqual([]);
});

test.each<[book: string, change: string, of: keyof typeof whose | null, kind: Imbalance["kind"], cents: number]>([
  ["commission", "amount_at_sale_cents = 2_001 where amount_at_sale_cents = 2_000", "anna", "partner_balance", 1],
  ["commission", "amount_cents = 199 where amount_at_sale_cents = 200", "anna", "partner_balance", 1],
  ["commission", "amount_cents = 499 where amount_at_sale_cents = 500", "ben", "partner_balance", 1],
  ["commission", "amount_cents = 1_999 where stage = 'paid'", "anna", "paid_commissions", -1],
  ["sale_change", "commission_cents = -999 where commission_cents = -1_000", "anna", "partner_balance", 1],
  ["adjustment", "amount_cents = -990 where amount_cents = -1_000", "anna", "partner_balance", -10],
  ["payout", "amount_cents = 2_005 where status = 'paid'", "anna", "partner_balance", -5],
  ["payout", "amount_cents = 505 where status = 'created'", "ben", "partner_balance", -5],
  ["payout", "status = 'cancelled' where status = 'created'", "ben", "payout_items", -500],
  ["payout_item", "amount_cents = 501 where status = 'created'", "ben", "payout_items", -1],
  ["payout_item", "amount_cents = 2_001 where status = 'paid'", "anna", "payout_items", -1],
  ["platform_fee", "amount_cents = amount_cents - 1 where amount_at_sale_cents = 35", null, "platform_fees", 1],
  ["sale_change", "fee_cents = fee_cents + 1 where fee_cents < 0", null, "platform_fees", 1],
])("a row of %s with %s", async (book, change, of, kind, difference_cents) => {
  await asOwner(db.url, `update ${book} set ${change.replace(" where ", " where program_id = $1 and ")}`, [programId]);
  const found = { kind, partner_id: of === null ? null : whose[of](), currency: "USD", difference_cents };
  expect(await findImbalances(db.database.kysely, programId)).toContainEqual(found);
  const [verified] = await verifyPrograms(replayParts(db), [programId]);
  expect(verified?.imbalances).toContainEqual(found);
  expect(verified !== undefined && isVerified(verified)).toBe(false);
  const balance = await findBalance(db.database.kysely, programId, { partnerId: null, currency: null });
  // What payouts paid for a commission is in no account.
  expect(balance?.is_balanced).toBe(kind === "paid_commissions");
});

test("two wrong rows of two partners do not cancel each other out", async () => {
  const change = "update commission set amount_at_sale_cents = amount_at_sale_cents + $2 where program_id = $1";
  await asOwner(db.url, `${change} and amount_at_sale_cents = 2_000`, [programId, 7]);
  await asOwner(db.url, "update payout set amount_cents = 507 where program_id = $1 and status = 'created'", [
    programId,
  ]);
  const balance = await findBalance(db.database.kysely, programId, { partnerId: null, currency: null });
  expect(balance?.lines).toMatchObject([{ currency: "USD", total_cents: 0 }]);
  expect(await findImbalances(db.database.kysely, programId)).toMatchObject([
    { kind: "partner_balance", partner_id: annaId, difference_cents: 7 },
    { kind: "partner_balance", partner_id: benId, difference_cents: -7 },
    { kind: "payout_items", partner_id: benId, difference_cents: 7 },
  ]);
});

test("the service's own check raises it", async () => {
  const own = await createTestDatabase();
  try {
    const trade = await beginTrade(own);
    await record(own, trade.programId, sale({ transaction_id: "a1", amount_cents: 10_000 }));
    await asOwner(own.url, "update commission set amount_cents = 1_990", []);
    expect(await rollOn(own.database)).toMatchObject({
      faults: [
        {
          programId: trade.programId,
          fault: `Its books differ from its log: commission. Its trial balance is not zero: partner_balance of partner ${trade.annaId} by 10 in USD's smallest unit.`,
        },
      ],
    });
  } finally {
    await own.drop();
  }
});
