// A provider's own list of a day against our payouts, for each provider's stand-in: what fits is silent, and each difference has its name.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { transactionIdOf } from "../../../src/product/rails/apis/wise-transfers.ts";
import { reconcilePayouts } from "../../../src/product/rails/reconciliation.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { type PaypalPayouts, paypalCredentials, startPaypalPayouts } from "../../support/rails/paypal-payouts.ts";
import { railSecrets } from "../../support/rails/rail-secrets.ts";
import { beginRailWorld, type RailWorld } from "../../support/rails/rail-world.ts";
import { type StripeTransfers, startStripeTransfers, stripeCredentials } from "../../support/rails/stripe-transfers.ts";
import { startWiseTransfers, type WiseTransfers, wiseCredentials } from "../../support/rails/wise-transfers.ts";
import { asOwner } from "../../support/service.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => db.drop());

const today = () => new Date().toISOString().slice(0, 10);

async function reconcile(world: RailWorld, rail: "paypal" | "wise" | "stripe", baseUrl: string) {
  const parts = { database: db.database, secrets: railSecrets, urls: { [rail]: baseUrl } };
  const found = await reconcilePayouts(parts, { programId: world.programId, rail, day: today() });
  if (found === null) throw new Error("there are no credentials");
  return found;
}

describe("with Stripe", () => {
  let stripe: StripeTransfers;
  let world: RailWorld;
  let payoutId: number;
  let key: string;
  beforeEach(async () => {
    stripe = await startStripeTransfers();
    world = await beginRailWorld(db, {
      rail: "stripe",
      credentials: stripeCredentials,
      urls: { stripe: stripe.baseUrl },
    });
    payoutId = world.payoutIds[0] ?? 0;
    key = `payout:${payoutId}:1`;
    await world.send();
    await world.turn();
    return () => stripe.close();
  });
  const found = () => reconcile(world, "stripe", stripe.baseUrl);

  test("nothing differs where both have the same, on any number of pages", async () => {
    stripe.pageSize = 1;
    expect(await found()).toEqual({
      ...{ is_sandbox: false, reason: null, listed_count: 2, payout_count: 2, differences: [] },
    });
  });

  test("a payment that no payout has is missing here", async () => {
    const [first] = stripe.transfers;
    if (first === undefined) throw new Error("Stripe has no transfer");
    stripe.transfers.push({ ...first, id: "tr_by_hand", transfer_group: "by hand" });
    expect((await found()).differences).toMatchObject([
      { kind: "missing_here", payout_id: null, rail_id: "tr_by_hand" },
    ]);
  });

  test("a payout that is there twice is named", async () => {
    const [first] = stripe.transfers;
    if (first === undefined) throw new Error("Stripe has no transfer");
    stripe.transfers.push({ ...first, id: "tr_twice" });
    expect((await found()).differences).toMatchObject([{ kind: "twice_there", payout_id: payoutId }]);
  });

  test("a payout that Stripe does not have is missing there", async () => {
    stripe.transfers.splice(stripe.transfers.indexOf(stripe.ofPayout(key)[0] ?? expect.fail()), 1);
    expect((await found()).differences).toMatchObject([{ kind: "missing_there", payout_id: payoutId }]);
  });

  test("another amount and another state are named, each by itself", async () => {
    Object.assign(stripe.ofPayout(key)[0] ?? {}, { amount: 5 });
    stripe.reverse(`payout:${world.payoutIds[1]}:1`);
    const { differences } = await found();
    expect(differences.toSorted((one, two) => one.kind.localeCompare(two.kind))).toMatchObject([
      {
        kind: "other_amount",
        payout_id: payoutId,
        message: expect.stringContaining("26.67 USD here and 0.05 USD there"),
      },
      {
        kind: "other_state",
        payout_id: world.payoutIds[1],
        message: expect.stringContaining("paid here and returned there"),
      },
    ]);
  });

  test("a payment of another day is looked up by its id and differs in nothing", async () => {
    const [first] = stripe.ofPayout(key);
    Object.assign(first ?? {}, { created: 1 });
    expect(await found()).toMatchObject({ listed_count: 1, payout_count: 2, differences: [] });
  });

  test("a list that cannot be read compares nothing and says why", async () => {
    stripe.faults.push({ path: "GET /v1/transfers", fault: "error_before" });
    expect(await found()).toMatchObject({ reason: expect.stringMatching(/Stripe answered 500/), differences: [] });
  });
});

describe("with Wise", () => {
  let wise: WiseTransfers;
  let world: RailWorld;
  beforeEach(async () => {
    wise = await startWiseTransfers(transactionIdOf);
    world = await beginRailWorld(db, { rail: "wise", credentials: wiseCredentials, urls: { wise: wise.baseUrl } });
    await world.send();
    await world.turn();
    return () => wise.close();
  });

  test("a transfer is found by the id made from our key, and its news is another state", async () => {
    expect(await reconcile(world, "wise", wise.baseUrl)).toMatchObject({ listed_count: 2, differences: [] });
    await asOwner(db.url, "update payout_attempt set rail_id = null where program_id = $1", [world.programId]);
    const [payoutId] = world.payoutIds;
    wise.move(`payout:${payoutId}:1`, "funds_refunded");
    expect((await reconcile(world, "wise", wise.baseUrl)).differences).toMatchObject([
      { kind: "other_state", payout_id: payoutId, message: expect.stringContaining("sent here and returned there") },
    ]);
  });
});

describe("with PayPal", () => {
  let paypal: PaypalPayouts;
  let world: RailWorld;
  beforeEach(async () => {
    paypal = await startPaypalPayouts();
    world = await beginRailWorld(db, {
      rail: "paypal",
      credentials: paypalCredentials,
      urls: { paypal: paypal.baseUrl },
    });
    await world.send();
    await world.turn();
    for (const payoutId of world.payoutIds) paypal.move(`payout:${payoutId}:1`, "SUCCESS");
    await world.timePasses();
    await world.turn();
    return () => paypal.close();
  });

  test("payouts are found by the transactions they got, those that are not listed yet by their batch", async () => {
    const [payoutId] = world.payoutIds;
    const { reference } = await world.payout(payoutId ?? 0);
    paypal.transactions.push(
      { transaction_id: reference ?? "", code: "T0001", status: "S", value: "-26.67" },
      { transaction_id: "FEE", code: "T0100", status: "S", value: "-0.25" },
      { transaction_id: "BY-HAND", code: "T0001", status: "S", value: "-1.00" },
    );
    const found = await reconcile(world, "paypal", paypal.baseUrl);
    expect(found).toMatchObject({ listed_count: 2, payout_count: 2 });
    expect(found.differences).toMatchObject([{ kind: "missing_here", rail_id: "BY-HAND" }]);
  });

  test("an app without Transaction Search compares nothing and says what to enable", async () => {
    paypal.maySearch = false;
    const found = await reconcile(world, "paypal", paypal.baseUrl);
    expect(found).toMatchObject({
      reason: expect.stringMatching(/lacks the feature Transaction Search/),
      differences: [],
    });
  });
});
