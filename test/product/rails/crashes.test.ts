// Processes that end between any two steps of sending payouts, with a provider that fails, is silent and answers late: each payout is paid
// exactly once or visibly sending, and never twice; every account comes to zero after each turn.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { type SenderStep, senderSteps } from "../../../src/product/rails/sender.ts";
import { setRail } from "../../../src/product/rails/settings.ts";
import { startChild } from "../../support/child.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { howMany, propertySeed } from "../../support/property-runs.ts";
import { type PaypalPayouts, paypalCredentials, startPaypalPayouts } from "../../support/rails/paypal-payouts.ts";
import { railSecrets } from "../../support/rails/rail-secrets.ts";
import type { Fault } from "../../support/rails/rail-server.ts";
import { beginRailWorld, type RailWorld } from "../../support/rails/rail-world.ts";

let db: TestDatabase;
let paypal: PaypalPayouts;
beforeAll(async () => {
  db = await createTestDatabase();
  paypal = await startPaypalPayouts();
});
afterAll(async () => {
  await paypal.close();
  await db.drop();
});

/** Mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function pick<One>(from: readonly One[], random: () => number): One {
  const one = from[Math.floor(random() * from.length)];
  if (one === undefined) throw new Error("nothing to pick from");
  return one;
}

const faults: readonly Fault[] = [
  "cut_before",
  "cut_after",
  "error_before",
  "error_after",
  "silent_before",
  "silent_after",
];
const paths = ["POST /v1/oauth2/token", "POST /v1/payments/payouts", "GET /v1/payments/payouts"];
const lastStates = ["SUCCESS", "SUCCESS", "FAILED", "UNCLAIMED", "RETURNED", "REVERSED"] as const;
const statusOf = {
  SUCCESS: "paid",
  FAILED: "failed",
  UNCLAIMED: "unclaimed",
  RETURNED: "returned",
  REVERSED: "returned",
};

class Ended extends Error {}

/** From the step on the process does nothing any more. */
function endingAt(step: SenderStep | null): (at: SenderStep) => void {
  let isDead = false;
  return (at) => {
    isDead ||= at === step;
    if (isDead) throw new Ended(at);
  };
}

const batchesOf = (payoutId: number) =>
  paypal.batches.filter(({ senderBatchId }) => senderBatchId.startsWith(`payout:${payoutId}:`));

async function expectPaidAtMostOnce(world: RailWorld): Promise<void> {
  await world.expectBalance();
  for (const payoutId of world.payoutIds) {
    const { status } = await world.payout(payoutId);
    const paying = batchesOf(payoutId);
    expect(paying.length).toBeLessThanOrEqual(1);
    // What PayPal has is never payable again here before PayPal says that it was not paid.
    if (paying.length === 1) expect(["sending", "sent", "unclaimed", "paid", "failed", "returned"]).toContain(status);
    else expect(["created", "sending"]).toContain(status);
  }
}

describe("a random history of crashes and faults", () => {
  const seeds = Array.from({ length: howMany(300, 20) }, (_, index) => propertySeed + index);
  const urls = () => ({ paypal: paypal.baseUrl });

  test.each(seeds)("from seed %i pays each payout once", async (seed) => {
    const random = randomOf(seed);
    const world = await beginRailWorld(db, { rail: "paypal", credentials: paypalCredentials, urls: urls() });
    await world.send();
    for (let turn = 0; turn < 6; turn += 1) {
      await takeFaultyTurn(world, random);
      await expectPaidAtMostOnce(world);
      await world.timePasses();
      // A payout that PayPal declined was put back: it is handed over again.
      if (random() < 0.3) await world.send();
    }
    paypal.faults.length = 0;
    paypal.refusals = [];
    await world.send();
    await settle(world);
    const ends = world.payoutIds.map((payoutId) => ({
      payoutId,
      batch: batchesOf(payoutId)[0],
      state: pick(lastStates, random),
    }));
    for (const { batch, state } of ends) if (batch !== undefined) paypal.move(batch.senderBatchId, state);
    await settle(world);
    for (const { payoutId, batch, state } of ends) {
      const { status } = await world.payout(payoutId);
      expect(status).toBe(batch === undefined ? "sending" : statusOf[state]);
    }
    await expectPaidAtMostOnce(world);
  });

  async function takeFaultyTurn(world: RailWorld, random: () => number): Promise<void> {
    paypal.faults.length = 0;
    if (random() < 0.7) paypal.faults.push({ path: pick(paths, random), fault: pick(faults, random) });
    if (random() < 0.1) paypal.refusals = [{ status: 422, body: { name: "INSUFFICIENT_FUNDS" } }];
    const parts = { at: endingAt(random() < 0.6 ? pick(senderSteps, random) : null), timeoutMilliseconds: 40 };
    const processes = random() < 0.3 ? [parts, { ...parts, at: endingAt(null) }] : [parts];
    await Promise.all(processes.map((one) => world.turn(one)));
  }

  async function settle(world: RailWorld): Promise<void> {
    for (let turn = 0; turn < 2; turn += 1) {
      await world.timePasses();
      await world.turn();
    }
  }
});

describe("a process that is killed", () => {
  const script = new URL("../../support/rails/send-in-child.ts", import.meta.url);

  test.each(senderSteps)("when it has %s: the next process pays once", async (step) => {
    const urls = { paypal: paypal.baseUrl };
    const world = await beginRailWorld(db, { rail: "paypal", credentials: paypalCredentials, urls });
    const [payoutId = 0] = world.payoutIds;
    await world.send([payoutId]);
    const child = startChild(script, [db.url, paypal.baseUrl, step]);
    await child.says(new RegExp(`step ${step}`));
    child.process.kill("SIGKILL");
    expect(await child.exit).toMatchObject({ signal: "SIGKILL" });
    const before = await world.payout(payoutId);
    expect(before.status).toBe(step === "concluded" ? "sent" : "sending");
    await expectPaidAtMostOnce(world);
    await world.timePasses();
    await world.turn();
    expect(await world.payout(payoutId)).toMatchObject({ status: "sent" });
    expect(batchesOf(payoutId)).toHaveLength(1);
    await expectPaidAtMostOnce(world);
  });
});

test("a payout whose credentials are gone stays sending, and says so", async () => {
  const urls = { paypal: paypal.baseUrl };
  const world = await beginRailWorld(db, { rail: "paypal", credentials: paypalCredentials, urls });
  const [payoutId = 0] = world.payoutIds;
  await world.send([payoutId]);
  const wrong = { ...paypalCredentials, client_secret: "revoked" };
  await world.turn({ at: endingAt("announced") });
  await setRail(
    db.database,
    railSecrets,
    { programId: world.programId, rail: "paypal", isSandbox: false, credentials: wrong },
    operator,
  );
  await world.timePasses();
  await world.turn();
  // The process that ended may have sent it: that PayPal declines now says nothing about then.
  expect(await world.payout(payoutId)).toMatchObject({ status: "sending" });
  expect((await world.attempts()).find(({ fault }) => fault !== null)?.unclear_since).not.toBeNull();
  await expectPaidAtMostOnce(world);
});
