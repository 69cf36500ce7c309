// Paying by Stripe Connect, against a stand-in written from its documentation: idempotency keys and their end after a day, groups,
// reversals, errors and signed webhooks.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { findPartnerBalances } from "../../../src/product/payouts/balances-read.ts";
import { removePayoutRecipient, setPayoutRecipient } from "../../../src/product/payouts/recipients.ts";
import { listPayoutRecipients } from "../../../src/product/payouts/recipients-list.ts";
import { railClient } from "../../../src/product/rails/apis/rail-client.ts";
import { stripe as stripeRail } from "../../../src/product/rails/apis/stripe.ts";
import { openRailWebhooks } from "../../../src/product/rails/webhooks.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { railSecrets } from "../../support/rails/rail-secrets.ts";
import { beginRailWorld, type RailWorld } from "../../support/rails/rail-world.ts";
import {
  type SignedStripeWebhook,
  type StripeTransfers,
  startStripeTransfers,
  stripeCredentials,
} from "../../support/rails/stripe-transfers.ts";
import { asOwner } from "../../support/service.ts";

let db: TestDatabase;
let stripe: StripeTransfers;
let world: RailWorld;
let payoutId: number;
let key: string;

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => db.drop());

beforeEach(async () => {
  stripe = await startStripeTransfers();
  world = await beginRailWorld(db, {
    rail: "stripe",
    credentials: stripeCredentials,
    urls: { stripe: stripe.baseUrl },
  });
  payoutId = world.payoutIds[0] ?? 0;
  key = `payout:${payoutId}:1`;
});
afterEach(async () => {
  await world.expectBalance();
  await stripe.close();
});

const posted = (): number => stripe.asked.filter((question) => question === "POST /v1/transfers").length;

async function paid(): Promise<void> {
  await world.send([payoutId]);
  await world.turn();
  expect(await world.payout(payoutId)).toMatchObject({ status: "paid", rail: "stripe", method: "stripe" });
}

async function again(): Promise<void> {
  await world.timePasses();
  await world.turn();
}

const aDayPasses = () =>
  asOwner(db.url, "update payout_attempt set first_request_at = now() - interval '25 hours' where program_id = $1", [
    world.programId,
  ]);

describe("a payout", () => {
  test("is one transfer of exactly its amount to the connected account, and paid at once", async () => {
    await paid();
    expect(stripe.transfers).toMatchObject([
      { amount: 2_667, currency: "usd", destination: "acct_Anna", transfer_group: key, metadata: { payout_key: key } },
    ]);
    expect(await world.payout(payoutId)).toMatchObject({
      ...{ reference: stripe.transfers[0]?.id, rail_fee_cents: 0, rail_fee_currency: "USD" },
    });
    expect(JSON.stringify(await world.attempts())).not.toContain("rk_live");
  });

  test("of a partner without a connected account is not sent, and says why", async () => {
    const of = { programId: world.programId, partnerId: world.annaId };
    await removePayoutRecipient(db.database, railSecrets, of, operator);
    const recipient = { email: "anna@partners.example", name: "Anna", kind: "person" as const };
    await setPayoutRecipient(db.database, railSecrets, { ...of, recipient }, operator);
    const { notSent } = await world.send([payoutId]);
    expect(notSent).toMatchObject([
      { reason: "recipient_incomplete", message: expect.stringMatching(/connected account/) },
    ]);
  });

  test("keeps its connected account where only the address is set again", async () => {
    const recipient = { email: "new@partners.example", name: "Anna", kind: "person" as const };
    const of = { programId: world.programId, partnerId: world.annaId };
    await setPayoutRecipient(db.database, railSecrets, { ...of, recipient }, operator);
    const { data } = await listPayoutRecipients(db.database.kysely, railSecrets, world.programId, {
      limit: 9,
      cursor: null,
    });
    expect(data).toMatchObject([{ email: "new@partners.example", stripe_account: "acct_Anna" }, {}]);
  });
});

describe("a reversal", () => {
  test("of all of it, weeks later, makes it owed again", async () => {
    await paid();
    stripe.reverse(key);
    await again();
    expect(await world.payout(payoutId)).toMatchObject({ status: "returned", withdrawn_because: "reversed" });
    const [balance] = await findPartnerBalances(db.database.kysely, world.programId, world.annaId);
    expect(balance).toMatchObject({ owed_cents: 2_667, paid_cents: 0 });
  });

  test("of a part of it is reported to a person and moves nothing", async () => {
    await paid();
    stripe.reverse(key, 100);
    await again();
    expect(await world.payout(payoutId)).toMatchObject({ status: "paid" });
    expect((await world.attempts()).at(-1)?.fault).toMatch(/reversed 100 of the 2667/);
  });
});

describe("a request without a clear answer", () => {
  test.each(["cut_before", "cut_after", "error_before", "error_after"] as const)(
    "%s: it is paid once",
    async (fault) => {
      stripe.faults.push({ path: "POST /v1/transfers", fault });
      await world.send([payoutId]);
      await world.turn();
      expect(await world.payout(payoutId)).toMatchObject({ status: "sending" });
      await again();
      expect(await world.payout(payoutId)).toMatchObject({ status: "paid" });
      expect(stripe.ofPayout(key)).toHaveLength(1);
    },
  );

  test("is found by its group where Stripe has forgotten the key, and not sent again", async () => {
    stripe.faults.push({ path: "POST /v1/transfers", fault: "cut_after" });
    await world.send([payoutId]);
    await world.turn();
    stripe.forgetKeys();
    await aDayPasses();
    await again();
    expect(posted()).toBe(1);
    expect(stripe.ofPayout(key)).toHaveLength(1);
    expect(await world.payout(payoutId)).toMatchObject({ status: "paid" });
  });

  test("stays sending, is reported and not sent again while Stripe's list cannot be read", async () => {
    stripe.faults.push({ path: "POST /v1/transfers", fault: "cut_after" });
    await world.send([payoutId]);
    await world.turn();
    stripe.forgetKeys();
    await aDayPasses();
    stripe.faults.push({ path: "GET /v1/transfers", fault: "error_before" });
    await again();
    expect(posted()).toBe(1);
    expect(await world.payout(payoutId)).toMatchObject({ status: "sending" });
    expect((await world.attempts())[0]?.unclear_since).not.toBeNull();
  });

  test("is sent again a day later where Stripe's list shows that nothing was paid", async () => {
    stripe.faults.push({ path: "POST /v1/transfers", fault: "cut_before" });
    await world.send([payoutId]);
    await world.turn();
    stripe.forgetKeys();
    await aDayPasses();
    await again();
    expect(stripe.ofPayout(key)).toHaveLength(1);
    expect(await world.payout(payoutId)).toMatchObject({ status: "paid" });
  });

  test("is not taken for paid where the group has another's transfer or several", async () => {
    stripe.faults.push({ path: "POST /v1/transfers", fault: "cut_after" });
    await world.send([payoutId]);
    await world.turn();
    const [first] = stripe.transfers;
    if (first === undefined) throw new Error("Stripe has no transfer");
    stripe.transfers.push({ ...first, id: "tr_other" });
    await again();
    expect((await world.attempts())[0]?.fault).toMatch(/has 2 transfers in the group/);
    stripe.transfers.splice(0, 2, { ...first, amount: 1 });
    await again();
    expect((await world.attempts())[0]?.fault).toMatch(/the payout is 26.67 USD/);
    expect(await world.payout(payoutId)).toMatchObject({ status: "sending" });
  });
});

describe("a request that Stripe declines", () => {
  test("without enough money puts the payout back, and it is sent again under another key", async () => {
    const body = { error: { type: "invalid_request_error", code: "balance_insufficient", message: "…" } };
    stripe.refusals.push({ status: 400, body });
    await world.send([payoutId]);
    await world.turn();
    expect(await world.payout(payoutId)).toMatchObject({ status: "created" });
    expect((await world.attempts())[0]?.conclusion).toBe("refused: Stripe answered 400: balance_insufficient");
    await world.send([payoutId]);
    await world.turn();
    expect(stripe.transfers.map(({ transfer_group }) => transfer_group)).toEqual([`payout:${payoutId}:2`]);
  });

  test("because its words changed under the same key says nothing of the first one", async () => {
    stripe.faults.push({ path: "POST /v1/transfers", fault: "error_after" });
    await world.send([payoutId]);
    await world.turn();
    stripe.transfers.length = 0;
    const recipient = { email: "a@b.example", name: "Anna", kind: "person" as const, stripe_account: "acct_Other" };
    const of = { programId: world.programId, partnerId: world.annaId };
    await setPayoutRecipient(db.database, railSecrets, { ...of, recipient }, operator);
    await again();
    expect(await world.payout(payoutId)).toMatchObject({ status: "sending" });
    expect(stripe.transfers).toEqual([]);
  });

  test("for its key puts the payout back; for too many requests it is repeated", async () => {
    stripe.isKeyRight = false;
    await world.send([payoutId]);
    await world.turn();
    expect(await world.payout(payoutId)).toMatchObject({ status: "created" });
    stripe.isKeyRight = true;
    stripe.refusals.push({ status: 429, body: { error: { type: "invalid_request_error", code: "rate_limit" } } });
    await world.send([payoutId]);
    await world.turn();
    expect(await world.payout(payoutId)).toMatchObject({ status: "sending" });
    await again();
    expect(await world.payout(payoutId)).toMatchObject({ status: "paid" });
  });
});

test("credentials of the other mode, or that Stripe does not accept, are refused with the reason", async () => {
  const check = (secret_key: string, isSandbox: boolean) =>
    stripeRail.check(railClient(stripe.baseUrl), stripeRail.credentials.parse({ secret_key }), { isSandbox });
  expect(await check("rk_live_ok", false)).toBeNull();
  expect(await check("rk_live_ok", true)).toMatch(/live payments/);
  expect(await check("rk_test_ok", false)).toMatch(/sandbox/);
  expect(await check("rk_live_wrong", false)).toMatch(/401: api_key_expired/);
});

function receive({ body, headers }: SignedStripeWebhook) {
  const parts = { database: db.database, secrets: railSecrets, urls: { stripe: stripe.baseUrl }, now: Date.now };
  const webhook = { rail: "stripe", programId: world.programId, body: Buffer.from(body), headers };
  return openRailWebhooks(parts).receive(webhook);
}

describe("a webhook", () => {
  test("makes its payout looked up at once; order and repetition change nothing", async () => {
    await paid();
    const created = stripe.webhook(key);
    stripe.reverse(key);
    for (const one of [stripe.webhook(key, { type: "transfer.reversed" }), created, created]) {
      expect(await receive(one)).toEqual({ kind: "received", status: "recorded" });
      await world.turn();
      expect(await world.payout(payoutId)).toMatchObject({ status: "returned" });
    }
  });

  test("about something else is ignored", async () => {
    await paid();
    const webhook = stripe.webhook(key, { type: "charge.succeeded" });
    expect(await receive(webhook)).toEqual({ kind: "received", status: "ignored" });
  });

  test.each([
    ["signed with another secret", () => stripe.webhook(key, { secret: "whsec_other" })],
    ["that is ten minutes old", () => stripe.webhook(key, { atMilliseconds: Date.now() - 600_000 })],
    ["without a signature", () => ({ ...stripe.webhook(key), headers: {} })],
    ["whose body was changed", () => ({ ...stripe.webhook(key), body: `${stripe.webhook(key).body} ` })],
  ])("%s is refused", async (_, forge) => {
    await paid();
    stripe.reverse(key);
    expect(await receive(forge())).toMatchObject({ kind: "refused" });
    expect(await world.turn()).toBe(0);
  });
});

test("two processes at once pay each payout once", async () => {
  await world.send();
  await Promise.all([world.turn(), world.turn(), world.turn()]);
  expect(stripe.transfers).toHaveLength(world.payoutIds.length);
});
