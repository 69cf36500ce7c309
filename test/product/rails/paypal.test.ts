// Paying by PayPal, against a stand-in written from its documentation: its states, its refusals and its silences, and what each does to a
// payout and to what is owed.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { findPartnerBalances } from "../../../src/product/payouts/balances-read.ts";
import { cancelPayout, markPayoutFailed, markPayoutPaid, recordExport } from "../../../src/product/payouts/change.ts";
import { beginCreate, claimAttempt } from "../../../src/product/rails/attempts.ts";
import { setRail } from "../../../src/product/rails/settings.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { refund } from "../../support/event-builders.ts";
import { makePayouts } from "../../support/payouts.ts";
import { type PaypalPayouts, paypalCredentials, startPaypalPayouts } from "../../support/rails/paypal-payouts.ts";
import { railSecrets } from "../../support/rails/rail-secrets.ts";
import { beginRailWorld, type RailWorld } from "../../support/rails/rail-world.ts";
import { asOwner } from "../../support/service.ts";
import { record } from "../../support/traders.ts";

let db: TestDatabase;
let paypal: PaypalPayouts;
let world: RailWorld;
let payoutId: number;
let key: string;

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => db.drop());

beforeEach(async () => {
  paypal = await startPaypalPayouts();
  const urls = { paypal: paypal.baseUrl };
  world = await beginRailWorld(db, { rail: "paypal", credentials: paypalCredentials, urls });
  payoutId = world.payoutIds[0] ?? 0;
  key = `payout:${payoutId}:1`;
});
afterEach(async () => {
  await world.expectBalance();
  await paypal.close();
});

const moneySent = (): number => paypal.batches.filter((batch) => batch.senderBatchId === key).length;

async function sent(): Promise<void> {
  await world.send([payoutId]);
  await world.turn();
  expect(await world.payout(payoutId)).toMatchObject({ status: "sent", rail: "paypal" });
}

async function reported(status: string, error: string | null = null): Promise<void> {
  paypal.move(key, status, error);
  await world.timePasses();
  await world.turn();
}

describe("a payout that is handed over", () => {
  test("is sending before any request goes out, with its key in the log", async () => {
    const { payoutIds } = await world.send([payoutId]);
    expect(payoutIds).toEqual([payoutId]);
    expect(paypal.asked).toEqual([]);
    expect(await world.payout(payoutId)).toMatchObject({ status: "sending", rail: "paypal", sent_at: null });
    expect(await world.attempts()).toMatchObject([{ payout_id: payoutId, attempt: 1, key, request_id: null }]);
  });

  test("is sent by the next turn to the partner's address, with exactly its amount", async () => {
    await sent();
    const { items } = paypal.batchOf(key);
    expect(items).toMatchObject([
      { receiver: "anna@partners.example", sender_item_id: key, amount: { value: "26.67", currency: "USD" } },
    ]);
  });

  test("cannot be handed over, cancelled or exported meanwhile", async () => {
    await world.send([payoutId]);
    const { payoutIds, notSent } = await world.send([payoutId]);
    expect(payoutIds).toEqual([]);
    expect(notSent).toMatchObject([{ payout_id: payoutId, reason: "not_created" }]);
    const which = { programId: world.programId, payoutId };
    await expect(cancelPayout(db.database, which, operator)).rejects.toMatchObject({ code: "payout_closed" });
    const exported = { programId: world.programId, payoutIds: [payoutId], tool: "paypal" as const };
    await expect(recordExport(db.database, exported, operator)).rejects.toMatchObject({ code: "payout_closed" });
  });

  test("is in no new payout until it is settled", async () => {
    await sent();
    const all = { partnerId: world.annaId, currency: null, minimumCents: 1 };
    expect(await makePayouts(db.database, world.programId, all)).toEqual([]);
    const [balance] = await findPartnerBalances(db.database.kysely, world.programId, world.annaId);
    expect(balance).toMatchObject({ owed_cents: 2_667, waiting_cents: 2_667, paid_cents: 0 });
  });
});

describe("what is left out of a call, and why", () => {
  test("a payout in an exported file, which may be paid by it", async () => {
    await recordExport(db.database, { programId: world.programId, payoutIds: [payoutId], tool: "paypal" }, operator);
    expect((await world.send([payoutId])).notSent).toMatchObject([{ reason: "was_exported" }]);
  });

  test("a payout whose sales changed since", async () => {
    await record(db, world.programId, refund({ transaction_id: "a2", refund_amount_cents: 3_333, refund_id: "r" }));
    expect((await world.send([payoutId])).notSent).toMatchObject([{ reason: "sum_changed" }]);
  });

  test("a payout of a partner without a recipient, and one of no program", async () => {
    await asOwner(db.url, "delete from payout_recipient where program_id = $1", [world.programId]);
    expect((await world.send([payoutId, 999_999_999])).notSent).toMatchObject([
      { payout_id: 999_999_999, reason: "not_created" },
      { payout_id: payoutId, reason: "no_recipient" },
    ]);
  });
});

describe("PayPal's states", () => {
  test("SUCCESS pays it once, with PayPal's transaction and fee", async () => {
    await sent();
    await reported("SUCCESS");
    await reported("SUCCESS");
    expect(await world.payout(payoutId)).toMatchObject({
      ...{ status: "paid", method: "paypal", reference: "T-I10", amount_cents: 2_667 },
      ...{ rail_fee_cents: 25, rail_fee_currency: "USD" },
    });
    const [balance] = await findPartnerBalances(db.database.kysely, world.programId, world.annaId);
    expect(balance).toMatchObject({ owed_cents: 0, paid_cents: 2_667 });
  });

  test.each(["PENDING", "ONHOLD", "NEW"])("%s leaves it on its way", async (status) => {
    await sent();
    await reported(status);
    expect(await world.payout(payoutId)).toMatchObject({ status: "sent" });
  });

  test.each(["FAILED", "BLOCKED"])("%s fails it: it is owed again", async (status) => {
    await sent();
    await reported(status, "RECEIVER_ACCOUNT_LOCKED");
    expect(await world.payout(payoutId)).toMatchObject({
      ...{ status: "failed", withdrawn_because: "RECEIVER_ACCOUNT_LOCKED", paid_at: null },
    });
    const all = { partnerId: world.annaId, currency: null, minimumCents: 1 };
    expect(await makePayouts(db.database, world.programId, all)).toHaveLength(1);
  });

  test.each(["RETURNED", "REFUNDED", "REVERSED"])("%s weeks after it was paid: it is owed again", async (status) => {
    await sent();
    await reported("SUCCESS");
    await reported(status);
    expect(await world.payout(payoutId)).toMatchObject({ status: "returned" });
    const [balance] = await findPartnerBalances(db.database.kysely, world.programId, world.annaId);
    expect(balance).toMatchObject({ owed_cents: 2_667, paid_cents: 0 });
  });

  test("UNCLAIMED, then RETURNED after 30 days: it is owed again and never counted as paid", async () => {
    await sent();
    await reported("UNCLAIMED", "RECEIVER_UNREGISTERED");
    expect(await world.payout(payoutId)).toMatchObject({ status: "unclaimed" });
    await reported("RETURNED");
    expect(await world.payout(payoutId)).toMatchObject({ status: "returned", paid_at: null });
  });

  test("UNCLAIMED, then claimed: it is paid", async () => {
    await sent();
    await reported("UNCLAIMED");
    await reported("SUCCESS");
    expect(await world.payout(payoutId)).toMatchObject({ status: "paid" });
  });

  test("a batch that PayPal denies fails its payout", async () => {
    await sent();
    const batch = paypal.batchOf(key);
    batch.items.length = 0;
    batch.status = "DENIED";
    await world.timePasses();
    await world.turn();
    expect(await world.payout(payoutId)).toMatchObject({ status: "failed" });
  });

  test("a state that PayPal's documentation does not name moves nothing and is reported", async () => {
    await sent();
    await reported("TELEPORTED");
    expect(await world.payout(payoutId)).toMatchObject({ status: "sent" });
    expect((await world.attempts()).at(-1)).toMatchObject({ fault: "PayPal reports the state TELEPORTED." });
  });

  test("paid at PayPal after it failed here: nothing is revived, and a person is notified", async () => {
    await sent();
    await reported("FAILED");
    paypal.move(key, "SUCCESS");
    await asOwner(
      db.url,
      "update payout_attempt set next_look_at = now() - interval '1 second' where program_id = $1",
      [world.programId],
    );
    await world.turn();
    expect(await world.payout(payoutId)).toMatchObject({ status: "failed" });
    const [attempt] = await world.attempts();
    expect(attempt?.unclear_since).not.toBeNull();
    expect(attempt?.fault).toBe(`The provider reports payout ${payoutId} as paid; it is failed here.`);
  });
});

describe("a request without a clear answer", () => {
  test.each(["cut_before", "cut_after", "error_before", "error_after"] as const)(
    "%s: it stays sending, the same key is repeated, and it is paid once",
    async (fault) => {
      paypal.faults.push({ path: "POST /v1/payments/payouts", fault });
      await world.send([payoutId]);
      await world.turn();
      expect(await world.payout(payoutId)).toMatchObject({ status: "sending" });
      const [attempt] = await world.attempts();
      expect(attempt?.unclear_since).not.toBeNull();
      await world.timePasses();
      await world.turn();
      expect(await world.payout(payoutId)).toMatchObject({ status: "sent" });
      expect(moneySent()).toBe(1);
      expect((await world.attempts()).every(({ unclear_since }) => unclear_since === null)).toBe(true);
    },
  );

  test.each(["silent_before", "silent_after"] as const)("%s: no answer in time is repeated as well", async (fault) => {
    paypal.faults.push({ path: "POST /v1/payments/payouts", fault });
    await world.send([payoutId]);
    await world.turn({ timeoutMilliseconds: 200 });
    expect(await world.payout(payoutId)).toMatchObject({ status: "sending" });
    await world.timePasses();
    await world.turn();
    expect(await world.payout(payoutId)).toMatchObject({ status: "sent" });
    expect(moneySent()).toBe(1);
  });

  test("a refusal of the repeated request does not say that the first one failed", async () => {
    paypal.faults.push({ path: "POST /v1/payments/payouts", fault: "cut_before" });
    await world.send([payoutId]);
    await world.turn();
    paypal.refusals.push({ status: 422, body: { name: "INSUFFICIENT_FUNDS" } });
    await world.timePasses();
    await world.turn();
    expect(await world.payout(payoutId)).toMatchObject({ status: "sending" });
  });

  test("a key that PayPal may have forgotten is not sent again: a person looks and records it", async () => {
    paypal.faults.push({ path: "POST /v1/payments/payouts", fault: "cut_after" });
    await world.send([payoutId]);
    await world.turn();
    const long = "update payout_attempt set first_request_at = now() - interval '29 days' where program_id = $1";
    await asOwner(db.url, long, [world.programId]);
    paypal.batches.length = 0;
    await world.timePasses();
    await world.turn();
    expect(paypal.batches).toEqual([]);
    expect(await world.payout(payoutId)).toMatchObject({ status: "sending" });
    expect(await world.attempts()).toMatchObject([{ next_look_at: null, fault: expect.stringMatching(/forgotten/) }]);
    const paid = { programId: world.programId, payoutId, method: "paypal", reference: "seen there" };
    await markPayoutPaid(db.database, paid, operator);
    expect(await world.payout(payoutId)).toMatchObject({ status: "paid", reference: "seen there" });
  });

  test("a person who finds that nothing was paid marks it as failed", async () => {
    paypal.faults.push({ path: "POST /v1/payments/payouts", fault: "cut_before" });
    await world.send([payoutId]);
    await world.turn();
    await markPayoutFailed(db.database, { programId: world.programId, payoutId, reason: "not there" }, operator);
    expect(await world.payout(payoutId)).toMatchObject({ status: "failed", withdrawn_because: "not there" });
    expect((await world.attempts())[0]?.unclear_since).toBeNull();
  });

  test("while a request may be on its way no person settles it, and afterwards none goes out", async () => {
    await world.send([payoutId]);
    const attempt = { program_id: world.programId, payout_id: payoutId, attempt: 1 };
    expect(await claimAttempt(db.database, attempt)).toMatchObject({ key });
    const failed = { programId: world.programId, payoutId, reason: "not there" };
    const paid = { programId: world.programId, payoutId, method: "by hand", reference: null };
    await expect(markPayoutFailed(db.database, failed, operator)).rejects.toThrow("at this moment");
    await expect(markPayoutPaid(db.database, paid, operator)).rejects.toThrow("at this moment");
    expect(await world.payout(payoutId)).toMatchObject({ status: "sending" });
    const lost = "update payout_attempt set leased_until = now() - interval '1 second' where program_id = $1";
    await asOwner(db.url, lost, [world.programId]);
    await markPayoutFailed(db.database, failed, operator);
    expect(await beginCreate(db.database, attempt)).toBeNull();
    await world.timePasses();
    await world.turn();
    expect(moneySent()).toBe(0);
  });

  test("another installation's payment under the same key is never taken for ours", async () => {
    await world.send([payoutId]);
    paypal.faults.push({ path: "POST /v1/payments/payouts", fault: "cut_after" });
    await world.turn();
    for (const item of paypal.batchOf(key).items) Object.assign(item, { amount: { value: "1.00", currency: "USD" } });
    await world.timePasses();
    await world.turn();
    expect(await world.payout(payoutId)).toMatchObject({ status: "sending" });
    expect((await world.attempts()).at(-1)?.fault).toMatch(/PayPal has .* with 1.00 USD; the payout is 26.67 USD/);
  });
});

describe("a request that PayPal declines", () => {
  test("puts the payout back, and it may be sent again under another key", async () => {
    paypal.refusals.push({ status: 422, body: { name: "INSUFFICIENT_FUNDS", message: "Sender has no funds." } });
    await world.send([payoutId]);
    await world.turn();
    expect(await world.payout(payoutId)).toMatchObject({ status: "created" });
    expect((await world.attempts())[0]).toMatchObject({
      conclusion: "refused: PayPal answered 422: INSUFFICIENT_FUNDS",
    });
    await world.send([payoutId]);
    await world.turn();
    expect(paypal.batches.map(({ senderBatchId }) => senderBatchId)).toEqual([`payout:${payoutId}:2`]);
    expect(await world.payout(payoutId)).toMatchObject({ status: "sent" });
  });

  test("for its credentials puts the payout back as well", async () => {
    paypal.isSecretRight = false;
    await world.send([payoutId]);
    await world.turn();
    expect(await world.payout(payoutId)).toMatchObject({ status: "created" });
    expect(paypal.batches).toEqual([]);
  });

  test("for too many requests is repeated later", async () => {
    paypal.refusals.push({ status: 429, body: { name: "RATE_LIMIT_REACHED" } });
    await world.send([payoutId]);
    await world.turn();
    expect(await world.payout(payoutId)).toMatchObject({ status: "sending" });
    await world.timePasses();
    await world.turn();
    expect(await world.payout(payoutId)).toMatchObject({ status: "sent" });
  });

  test("credentials of the other mode send nothing", async () => {
    await world.send([payoutId]);
    const other = {
      programId: world.programId,
      rail: "paypal",
      isSandbox: true,
      credentials: paypalCredentials,
    } as const;
    await setRail(db.database, railSecrets, other, operator);
    await world.turn();
    expect(paypal.batches).toEqual([]);
    expect(await world.payout(payoutId)).toMatchObject({ status: "sending" });
  });
});

test("two processes at once send each payout once", async () => {
  await world.send();
  await Promise.all([world.turn(), world.turn(), world.turn()]);
  expect(paypal.batches).toHaveLength(world.payoutIds.length);
  expect(paypal.asked.filter((question) => question === "POST /v1/payments/payouts")).toHaveLength(2);
});

test("what was sent and answered is kept without secrets, and with addresses masked", async () => {
  await sent();
  await reported("SUCCESS");
  const attempts = await world.attempts();
  expect(attempts.map(({ kind, conclusion }) => [kind, conclusion])).toEqual([
    ["create", "sent"],
    ["look", "paid"],
  ]);
  const text = JSON.stringify(attempts);
  for (const secret of ["anna@partners", "A21AA", "client", "Basic"]) expect(text).not.toContain(secret);
  expect(text).toContain("a***@partners.example");
  expect(text).toContain("26.67");
});
