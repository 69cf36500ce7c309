// Deliveries that failed heal by themselves, and nothing that was answered meanwhile is renumbered by it.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addConnection } from "../../../../src/access/connections.ts";
import { operator } from "../../../../src/access/permission.ts";
import type { EventData } from "../../../../src/core/rules/events/events.ts";
import { catchUpAll } from "../../../../src/engine/books/catch-up.ts";
import { startBatcher } from "../../../../src/engine/recording/batcher.ts";
import { commitBatch } from "../../../../src/engine/recording/locked-batch.ts";
import type { Result } from "../../../../src/engine/recording/submission.ts";
import { applyReplay } from "../../../../src/engine/replay/apply.ts";
import { changesSomething, planReplay } from "../../../../src/engine/replay/plan.ts";
import { openFailedRetries } from "../../../../src/engine/replay/reading/failed-retries.ts";
import { isVerified, verifyPrograms } from "../../../../src/engine/replay/verify.ts";
import { createTestDatabase, type TestDatabase } from "../../../support/database.ts";
import { click, lead, payment, paymentRefunded } from "../../../support/event-builders.ts";
import { changed, readFixtureFile } from "../../../support/fixtures.ts";
import { raiseOnWrites } from "../../../support/raised-faults.ts";
import { replayParts, testSecrets, wish } from "../../../support/replaying.ts";
import { asOwner } from "../../../support/service.ts";
import { createTestProgram, dumpBooks, emptyBooks, submission } from "../../../support/submissions.ts";

const minute = 60_000;
const running = new AbortController().signal;
let db: TestDatabase;
let programId: number;
let connectionId: number;
let now = 0;
let codes = 0;
beforeAll(async () => {
  db = await createTestDatabase();
});
beforeEach(async () => {
  codes += 1;
  const program = await createTestProgram(db, {}, [`partner-${codes}`]);
  programId = program.programId;
  const connection = { programId, provider: "stripe", livemode: true, secrets: ["whsec_test"] };
  connectionId = (await addConnection(db.database, testSecrets, connection, operator)) ?? 0;
  await record(click(program.partnerIds[0] ?? 0), lead());
});
afterEach(async () => {
  expect((await verifyPrograms(replayParts(db), [programId])).every(isVerified)).toBe(true);
});
afterAll(async () => db.drop());

const record = (...events: Parameters<typeof submission>[1][]) =>
  commitBatch(
    db.database,
    events.map((one) => submission(programId, one)),
  );

const retries = () => openFailedRetries(db.database, testSecrets, () => now);

const aPayment = (customerKey = "customer-1") =>
  payment({ transaction_id: "in_1", payer: { customer_key: customerKey } });

/** A delivery whose bytes no adapter reads: what the log says of it is what it is. */
async function deliver(event = aPayment()): Promise<Result> {
  const plain = submission(programId, { ...event, source: "stripe" });
  if (plain.delivery === null) throw new Error("not a delivery");
  const delivery = { ...plain.delivery, connectionId, body: Buffer.alloc(0) };
  const batcher = startBatcher({
    database: db.database,
    batchEventsMax: 10,
    queueEventsMax: 10,
    queueWaitSecondsMax: 60,
  });
  const result = await batcher.submit({ ...plain, delivery });
  await batcher.drain();
  return result;
}

function eventIdOf(result: Result): number {
  if (result.kind !== "concluded" || result.eventId === null) throw new Error(`it was ${result.kind}`);
  return result.eventId;
}

/** Fails for a data error of the database, which is gone afterwards. */
async function deliverFailing(event = aPayment(), table = "sale"): Promise<number> {
  const takeAway = await raiseOnWrites(db.url, programId, { state: "22003", times: 1000, table });
  const result = await deliver(event);
  await takeAway();
  expect(result).toMatchObject({ conclusion: { outcome: "failed" } });
  return eventIdOf(result);
}

const salesOf = () =>
  asOwner<{ sale_id: number; refunded_cents: number }>(
    db.url,
    "select sale_id, transaction_id, refunded_cents, customer_key from sale where program_id = $1 order by sale_id",
    [programId],
  );

const outcomesOf = () =>
  asOwner(db.url, "select event_id, outcome, reason from outcome where program_id = $1 order by event_id", [programId]);

const eventCount = async () => (await asOwner(db.url, "select 1 from event where program_id = $1", [programId])).length;

async function expectRebuildAlike(): Promise<void> {
  const live = await dumpBooks(db.url);
  await emptyBooks(db.url);
  await catchUpAll(db.database);
  expect(await dumpBooks(db.url)).toBe(live);
}

describe("a delivery that failed for a data error that is gone", () => {
  test("is recorded by the next retry, as the sale it was, and a rebuild says the same", async () => {
    const eventId = await deliverFailing();
    expect(await salesOf()).toEqual([]);
    expect(await retries().runOnce(running)).toEqual({ recorded: 1 });
    expect(await salesOf()).toMatchObject([{ sale_id: eventId, transaction_id: "in_1", customer_key: "customer-1" }]);
    expect(await outcomesOf()).toMatchObject([{ event_id: eventId, outcome: "recorded", reason: "retried" }]);
    await expectRebuildAlike();
  });

  test("settles what waited for it", async () => {
    const eventId = await deliverFailing();
    expect(await deliver(paymentRefunded({ alias: "in_1", amount_cents: 100 }))).toMatchObject({
      conclusion: { outcome: "parked" },
    });
    await retries().runOnce(running);
    expect(await salesOf()).toMatchObject([{ sale_id: eventId, refunded_cents: 100 }]);
    await expectRebuildAlike();
  });

  test("waits for its lead when it has none, and then settles", async () => {
    const eventId = await deliverFailing(aPayment("customer-2"), "parked");
    await retries().runOnce(running);
    const takenUp = await outcomesOf();
    expect(takenUp).toMatchObject([{ event_id: eventId, outcome: "parked" }]);
    await record(lead({ customer_key: "customer-2" }));
    expect(await salesOf()).toMatchObject([{ sale_id: eventId, customer_key: "customer-2" }]);
    await expectRebuildAlike();
  });

  test("is a duplicate where another event of the payment was recorded meanwhile: that stays the sale", async () => {
    const failedId = await deliverFailing();
    const saleId = eventIdOf(await deliver());
    expect(await retries().runOnce(running)).toEqual({ duplicate: 1 });
    expect(await salesOf()).toMatchObject([{ sale_id: saleId }]);
    expect(await outcomesOf()).toMatchObject([{ event_id: failedId, outcome: "duplicate", reason: "same_payment" }]);
    const plan = await planReplay(replayParts(db), wish({ program_ids: [programId], from_deliveries: true }));
    expect(changesSomething(plan)).toBe(false);
    await expectRebuildAlike();
  });

  test("is retried once, however many processes try", async () => {
    await deliverFailing();
    const before = await eventCount();
    await Promise.all([retries().runOnce(running), retries().runOnce(running), retries().runOnce(running)]);
    expect(await eventCount()).toBe(before + 1);
    expect(await salesOf()).toHaveLength(1);
  });
});

describe("a delivery that could not be read", () => {
  const unreadable: EventData = { type: "delivery_unreadable", reason: "amount_missing", provider_event_type: "x" };

  async function deliverUnreadable(): Promise<number> {
    const original = changed(readFixtureFile("stripe/invoice.payment_succeeded.2020-08-27.json"), ["livemode"], true);
    const body = changed(original, ["data", "object", "metadata"], { svc_customer_key: "customer-1" });
    const plain = submission(programId, { source: "stripe", data: unreadable });
    if (plain.delivery === null) throw new Error("not a delivery");
    const [result] = await commitBatch(db.database, [
      { ...plain, delivery: { ...plain.delivery, connectionId, headers: {}, body } },
    ]);
    if (result === undefined) throw new Error("no event was recorded");
    return eventIdOf(result);
  }

  test("is read with today's adapter, and a later reading counts at the place of the retry", async () => {
    const eventId = await deliverUnreadable();
    expect(await retries().runOnce(running)).toEqual({ recorded: 1 });
    expect(await salesOf()).toMatchObject([{ sale_id: eventId, customer_key: "customer-1" }]);
    await expectRebuildAlike();
    const plan = await planReplay(replayParts(db), wish({ program_ids: [programId], from_deliveries: true }));
    expect(plan.reread).toEqual({ read: 1, differing: 0 });
    await applyReplay(replayParts(db), plan.run.run_id);
    expect(await salesOf()).toMatchObject([{ sale_id: eventId }]);
  });
});

describe("a delivery that fails again", () => {
  test("leaves nothing, is tried ever less often, and each hour in the end", async () => {
    const takeAway = await raiseOnWrites(db.url, programId, { state: "22003", times: 1000 });
    await deliver();
    const before = await eventCount();
    const ofOneStart = retries();
    const triedAt: number[] = [];
    for (let minutes = 0; minutes <= 250; minutes++) {
      now = minutes * minute;
      const counts = await ofOneStart.runOnce(running);
      if (counts.failed === 1) triedAt.push(minutes);
    }
    expect(triedAt).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183, 243]);
    expect(await eventCount()).toBe(before);
    await takeAway();
    expect(await retries().runOnce(running)).toEqual({ recorded: 1 });
  });

  test("reports a temporary failure, and is tried again", async () => {
    const eventId = await deliverFailing();
    const takeAway = await raiseOnWrites(db.url, programId, { state: "53100", times: 1000 });
    await expect(retries().runOnce(running)).rejects.toThrow("wait");
    await takeAway();
    await retries().runOnce(running);
    expect(await salesOf()).toMatchObject([{ sale_id: eventId }]);
  });
});
