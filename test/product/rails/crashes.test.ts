// Processes that end between any two steps of sending payouts, with a provider that fails, is silent and answers late: each payout is paid
// exactly once or visibly sending, and never twice; every account comes to zero after each turn.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import type { RailName } from "../../../src/core/vocabulary/money/payout-rails.ts";
import { type SenderStep, senderSteps } from "../../../src/product/rails/payout-sender.ts";
import { setRail } from "../../../src/product/rails/settings.ts";
import { startChild } from "../../support/child.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { howMany, propertySeed } from "../../support/property-runs.ts";
import { type CrashProvider, startPaypal, startStripe, startWise } from "../../support/rails/crash-providers.ts";
import { paypalCredentials } from "../../support/rails/paypal-payouts.ts";
import { railSecrets } from "../../support/rails/rail-secrets.ts";
import type { Fault } from "../../support/rails/rail-server.ts";
import { beginRailWorld, type RailWorld } from "../../support/rails/rail-world.ts";
import { asOwner } from "../../support/service.ts";

const providers = ["paypal", "wise", "stripe"] as const satisfies readonly RailName[];
const started = new Map<RailName, CrashProvider>();
let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  for (const one of [await startPaypal(), await startWise(), await startStripe()]) started.set(one.name, one);
});
afterAll(async () => {
  for (const one of started.values()) await one.close();
  await db.drop();
});

function providerOf(name: RailName): CrashProvider {
  const one = started.get(name);
  if (one === undefined) throw new Error(`${name} was not started`);
  return one;
}

function beginWorld({ name, credentials, baseUrl }: CrashProvider): Promise<RailWorld> {
  return beginRailWorld(db, { rail: name, credentials, urls: { [name]: baseUrl } });
}

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
class Ended extends Error {}

/** From the step on the process does nothing any more. */
function endingAt(step: SenderStep | null): (at: SenderStep) => void {
  let isDead = false;
  return (at) => {
    isDead ||= at === step;
    if (isDead) throw new Ended(at);
  };
}

async function expectPaidAtMostOnce(world: RailWorld, provider: CrashProvider): Promise<void> {
  await world.expectBalance();
  for (const payoutId of world.payoutIds) {
    const { status } = await world.payout(payoutId);
    const payments = provider.paymentsOf(payoutId);
    expect(payments).toBeLessThanOrEqual(1);
    // What the provider paid is never payable again here before the provider says that it was not paid.
    if (payments === 1) expect(["sending", "sent", "unclaimed", "paid", "failed", "returned"]).toContain(status);
    else expect(["created", "sending", "failed"]).toContain(status);
  }
}

/** As if the first request had gone out more than a day ago. */
async function aDayPasses(world: RailWorld): Promise<void> {
  await asOwner(
    db.url,
    "update payout_attempt set first_request_at = first_request_at - interval '25 hours' where program_id = $1",
    [world.programId],
  );
}

describe.each(providers)("a random history of crashes and faults, by %s", (name) => {
  const seeds = Array.from({ length: howMany(300, 10) }, (_, index) => propertySeed + index);

  test.each(seeds)("from seed %i pays each payout once", async (seed) => {
    const provider = providerOf(name);
    const random = randomOf(seed);
    const world = await beginWorld(provider);
    await world.send();
    for (let turn = 0; turn < 6; turn += 1) {
      await takeFaultyTurn(world, provider, random);
      await expectPaidAtMostOnce(world, provider);
      await world.timePasses();
      // A payout that was declined was put back: it is handed over again.
      if (random() < 0.3) await world.send();
    }
    provider.faults.length = 0;
    provider.accept();
    await world.send();
    await settle(world);
    if (provider.forget !== null) {
      // A provider that repeats its answer to a lost request does so for a day.
      provider.forget();
      await aDayPasses(world);
      await settle(world);
    }
    const before = new Map<number, string>();
    for (const payoutId of world.payoutIds) before.set(payoutId, (await world.payout(payoutId)).status);
    const ends = world.payoutIds.map((payoutId) => ({
      payoutId,
      payments: provider.paymentsOf(payoutId),
      ends: provider.end(payoutId, random),
    }));
    await settle(world);
    for (const { payoutId, payments, ends: end } of ends) {
      const { status } = await world.payout(payoutId);
      // Nothing went out only where the provider itself says so.
      if (payments === 0) expect(before.get(payoutId)).toBe("failed");
      else expect(status).toBe(endOf(before.get(payoutId), end));
    }
    await expectPaidAtMostOnce(world, provider);
  });

  async function takeFaultyTurn(world: RailWorld, provider: CrashProvider, random: () => number): Promise<void> {
    provider.faults.length = 0;
    provider.accept();
    if (random() < 0.7) provider.faults.push({ path: pick(provider.paths, random), fault: pick(faults, random) });
    if (random() < 0.1) provider.decline();
    if (provider.forget !== null && random() < 0.2) {
      provider.forget();
      await aDayPasses(world);
    }
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

/** What was paid and is reported as failed later is owed again as returned. */
function endOf(before: string | undefined, end: string): string {
  return before === "paid" && end === "failed" ? "returned" : end;
}

describe.each(providers)("a process that is killed, by %s", (name) => {
  const script = new URL("../../support/rails/send-in-child.ts", import.meta.url);

  test.each(senderSteps)("when it has %s: the next process pays once", async (step) => {
    const provider = providerOf(name);
    provider.faults.length = 0;
    provider.accept();
    const world = await beginWorld(provider);
    const [payoutId = 0] = world.payoutIds;
    await world.send([payoutId]);
    const child = startChild(script, [db.url, name, provider.baseUrl, step]);
    await child.says(new RegExp(`step ${step}`));
    child.process.kill("SIGKILL");
    expect(await child.exit).toMatchObject({ signal: "SIGKILL" });
    const before = await world.payout(payoutId);
    expect(before.status).toBe(step === "concluded" ? provider.accepted : "sending");
    await expectPaidAtMostOnce(world, provider);
    await world.timePasses();
    await world.turn();
    expect(await world.payout(payoutId)).toMatchObject({ status: provider.accepted });
    expect(provider.paymentsOf(payoutId)).toBe(1);
    await expectPaidAtMostOnce(world, provider);
  });
});

test("a payout whose credentials are gone stays sending, and says so", async () => {
  const provider = providerOf("paypal");
  provider.faults.length = 0;
  provider.accept();
  const world = await beginWorld(provider);
  const [payoutId = 0] = world.payoutIds;
  await world.send([payoutId]);
  const wrong = { ...paypalCredentials, client_secret: "revoked" };
  await world.turn({ at: endingAt("announced") });
  const wish = { programId: world.programId, rail: "paypal", isSandbox: false, credentials: wrong } as const;
  await setRail(db.database, railSecrets, wish, operator);
  await world.timePasses();
  await world.turn();
  // The process that ended may have sent it: that PayPal declines now says nothing about then.
  expect(await world.payout(payoutId)).toMatchObject({ status: "sending" });
  expect((await world.attempts()).find(({ fault }) => fault !== null)?.unclear_since).not.toBeNull();
  await expectPaidAtMostOnce(world, provider);
});
