// Paying by Wise, against a stand-in written from its documentation: transfers that pay only once funded, repeated ids, refused funding,
// states that go back, and webhooks signed by RSA.
import { createVerify } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { findPartnerBalances } from "../../../src/product/payouts/balances-read.ts";
import { railClient } from "../../../src/product/rails/apis/rail-client.ts";
import { wise as wiseRail } from "../../../src/product/rails/apis/wise.ts";
import { transactionIdOf } from "../../../src/product/rails/apis/wise-transfers.ts";
import { readWiseWebhook, wiseTrust } from "../../../src/product/rails/apis/wise-webhook.ts";
import { setRail } from "../../../src/product/rails/settings.ts";
import { openRailWebhooks } from "../../../src/product/rails/webhooks.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { railSecrets } from "../../support/rails/rail-secrets.ts";
import { beginRailWorld, type RailWorld } from "../../support/rails/rail-world.ts";
import {
  otherSigner,
  type SignedWiseWebhook,
  startWiseTransfers,
  type WiseTransfers,
  wiseCredentials,
  wiseSigner,
} from "../../support/rails/wise-transfers.ts";

let db: TestDatabase;
let wise: WiseTransfers;
let world: RailWorld;
let payoutId: number;
let key: string;
const published = { ...wiseTrust };

beforeAll(async () => {
  db = await createTestDatabase();
  wiseTrust.live = wiseSigner.publicKey;
});
afterAll(async () => {
  Object.assign(wiseTrust, published);
  await db.drop();
});

beforeEach(async () => {
  wise = await startWiseTransfers(transactionIdOf);
  world = await beginRailWorld(db, { rail: "wise", credentials: wiseCredentials, urls: { wise: wise.baseUrl } });
  payoutId = world.payoutIds[0] ?? 0;
  key = `payout:${payoutId}:1`;
});
afterEach(async () => {
  await world.expectBalance();
  for (const one of wise.transfers) expect(one.paid).toBeLessThanOrEqual(1);
  await wise.close();
});

const timesPaid = (): number =>
  [1, 2, 3]
    .flatMap((attempt) => wise.ofPayout(`payout:${payoutId}:${attempt}`))
    .reduce((sum, { paid }) => sum + paid, 0);

async function sent(): Promise<void> {
  await world.send([payoutId]);
  await world.turn();
  expect(await world.payout(payoutId)).toMatchObject({ status: "sent", rail: "wise" });
}

async function reported(status: string): Promise<void> {
  wise.move(key, status);
  await world.timePasses();
  await world.turn();
}

async function again(): Promise<void> {
  await world.timePasses();
  await world.turn();
}

function setCredentials(credentials: object) {
  const wish = { programId: world.programId, rail: "wise", isSandbox: false, credentials } as const;
  return setRail(db.database, railSecrets, wish, operator);
}

describe("the id of a transfer", () => {
  test("is a UUID, the same for the same key, and another for another key", () => {
    const id = transactionIdOf("payout:42:1");
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(transactionIdOf("payout:42:1")).toBe(id);
    expect(new Set([1, 2, 3, 4].map((attempt) => transactionIdOf(`payout:42:${attempt}`))).size).toBe(4);
  });
});

describe("a payout", () => {
  test("is one transfer of exactly its amount, funded from the balance, with Wise's fee", async () => {
    await sent();
    expect(wise.ofPayout(key)).toMatchObject([
      { targetValue: 26.67, targetCurrency: "USD", sourceCurrency: "USD", paid: 1, reference: expect.any(String) },
    ]);
    expect(await world.payout(payoutId)).toMatchObject({
      ...{ rail_fee_cents: 61, rail_fee_currency: "USD", exchange_rate: null, amount_cents: 2_667 },
    });
  });

  test("from a balance in another currency has the exchange rate, and the fee in that currency", async () => {
    await setCredentials({ ...wiseCredentials, source_currency: "EUR" });
    await sent();
    expect(await world.payout(payoutId)).toMatchObject({
      ...{ rail_fee_cents: 61, rail_fee_currency: "EUR", exchange_rate: "1.0825", amount_cents: 2_667 },
    });
  });

  test("keeps neither the token, the name nor the address in what was sent and answered", async () => {
    await sent();
    const text = JSON.stringify(await world.attempts());
    for (const secret of ["wise-token", "anna@partners", '\\"Anna\\"']) expect(text).not.toContain(secret);
    expect(text).toContain("a***@partners.example");
  });
});

describe("Wise's states", () => {
  test("outgoing_payment_sent pays it once, with the transfer's number", async () => {
    await sent();
    await reported("outgoing_payment_sent");
    await again();
    const [transfer] = wise.ofPayout(key);
    expect(await world.payout(payoutId)).toMatchObject({
      ...{ status: "paid", method: "wise", reference: String(transfer?.id), rail_fee_cents: 61 },
    });
  });

  test.each(["processing", "funds_converted", "incoming_payment_initiated"])(
    "%s leaves it on its way",
    async (status) => {
      await sent();
      await reported(status);
      expect(await world.payout(payoutId)).toMatchObject({ status: "sent" });
    },
  );

  test("a recipient who must first name a bank account has not claimed it", async () => {
    await sent();
    await reported("waiting_recipient_input_to_proceed");
    expect(await world.payout(payoutId)).toMatchObject({ status: "unclaimed" });
  });

  test("bounced_back alone does not make it owed again, since Wise may send it again", async () => {
    await sent();
    await reported("outgoing_payment_sent");
    await reported("bounced_back");
    expect(await world.payout(payoutId)).toMatchObject({ status: "paid" });
    await reported("outgoing_payment_sent");
    expect(await world.payout(payoutId)).toMatchObject({ status: "paid" });
  });

  test.each([["cancelled"], ["funds_refunded"]])("%s weeks after it was paid: it is owed again", async (status) => {
    await sent();
    await reported("outgoing_payment_sent");
    await reported("bounced_back");
    await reported(status);
    expect(await world.payout(payoutId)).toMatchObject({ status: "returned", withdrawn_because: status });
    const [balance] = await findPartnerBalances(db.database.kysely, world.programId, world.annaId);
    expect(balance).toMatchObject({ owed_cents: 2_667, paid_cents: 0 });
  });

  test("cancelled before it was paid fails it", async () => {
    await sent();
    await reported("cancelled");
    expect(await world.payout(payoutId)).toMatchObject({ status: "failed", paid_at: null });
  });

  test("a state that Wise's documentation does not name moves nothing and is reported", async () => {
    await sent();
    await reported("charged_back");
    expect(await world.payout(payoutId)).toMatchObject({ status: "sent" });
    expect((await world.attempts()).at(-1)?.fault).toBe("Wise reports the state charged_back.");
  });
});

describe("a request without a clear answer", () => {
  const faults = ["cut_before", "cut_after", "error_before", "error_after"] as const;
  const steps = ["POST /v1/transfers", "POST /v3/profiles/30000000/transfers"];
  test.each(steps.flatMap((path) => faults.map((fault) => [path, fault] as const)))(
    "%s, %s: it is paid once in the end",
    async (path, fault) => {
      wise.faults.push({ path, fault });
      await world.send([payoutId]);
      await world.turn();
      await again();
      expect(await world.payout(payoutId)).toMatchObject({ status: "sent" });
      expect(timesPaid()).toBe(1);
      expect(wise.ofPayout(key)).toHaveLength(1);
    },
  );

  test("is found in Wise's list where Wise has forgotten the id, on any page of it", async () => {
    wise.faults.push({ path: "POST /v1/transfers", fault: "cut_after" });
    await world.send();
    await world.turn();
    wise.knowsIds = false;
    wise.pageSize = 1;
    await again();
    expect(wise.transfers).toHaveLength(world.payoutIds.length);
    expect(timesPaid()).toBe(1);
  });

  test("is not repeated while Wise's list cannot be read: it stays sending and is reported", async () => {
    wise.faults.push({ path: "POST /v1/transfers", fault: "cut_after" });
    await world.send([payoutId]);
    await world.turn();
    const posted = () => wise.asked.filter((question) => question === "POST /v1/transfers").length;
    const before = posted();
    wise.faults.push({ path: "GET /v1/transfers", fault: "error_before" });
    await again();
    expect(posted()).toBe(before);
    expect(await world.payout(payoutId)).toMatchObject({ status: "sending" });
    expect((await world.attempts())[0]?.unclear_since).not.toBeNull();
    await again();
    expect(timesPaid()).toBe(1);
  });

  test("another installation's transfer under the same id is never taken for ours, nor funded", async () => {
    wise.faults.push({ path: "POST /v1/transfers", fault: "cut_after" });
    await world.send([payoutId]);
    await world.turn();
    for (const transfer of wise.ofPayout(key)) Object.assign(transfer, { targetValue: 1 });
    await again();
    expect(timesPaid()).toBe(0);
    expect((await world.attempts())[0]?.fault).toMatch(/Wise has .* with 1 USD; the payout is 26.67 USD/);
  });
});

describe("a request that Wise declines", () => {
  test("without enough money: the transfer is canceled, and the payout may be sent again under another key", async () => {
    wise.hasFunds = false;
    await world.send([payoutId]);
    await world.turn();
    expect(await world.payout(payoutId)).toMatchObject({ status: "created" });
    expect(wise.ofPayout(key)).toMatchObject([{ status: "cancelled", paid: 0 }]);
    wise.hasFunds = true;
    await world.send([payoutId]);
    await world.turn();
    expect(await world.payout(payoutId)).toMatchObject({ status: "sent" });
    expect(timesPaid()).toBe(1);
  });

  test("without enough money, and the cancellation is lost: the canceled transfer is found, and it is owed again", async () => {
    wise.hasFunds = false;
    wise.faults.push({ path: "PUT /v1/transfers", fault: "cut_after" });
    await world.send([payoutId]);
    await world.turn();
    expect(await world.payout(payoutId)).toMatchObject({ status: "sending" });
    await again();
    expect(await world.payout(payoutId)).toMatchObject({ status: "failed", withdrawn_because: "cancelled" });
    expect(timesPaid()).toBe(0);
  });

  test("for strong authentication of each payment: the transfer is canceled", async () => {
    wise.fundingRefusals.push({ status: 403, body: { error: "forbidden" } });
    await world.send([payoutId]);
    await world.turn();
    expect(await world.payout(payoutId)).toMatchObject({ status: "created" });
    expect(wise.ofPayout(key)).toMatchObject([{ status: "cancelled", paid: 0 }]);
  });

  test("as invalid puts the payout back", async () => {
    wise.refusals.push({ status: 422, body: { errors: [{ code: "NOT_VALID", message: "reference is too long" }] } });
    await world.send([payoutId]);
    await world.turn();
    expect(await world.payout(payoutId)).toMatchObject({ status: "created" });
    expect((await world.attempts())[0]?.conclusion).toBe("refused: Wise answered 422: reference is too long");
  });

  test("for its token puts the payout back, and nothing is made", async () => {
    wise.isTokenRight = false;
    await world.send([payoutId]);
    await world.turn();
    expect(await world.payout(payoutId)).toMatchObject({ status: "created" });
    expect(wise.transfers).toEqual([]);
  });

  test("for too many requests is repeated later", async () => {
    wise.refusals.push({ status: 429, body: { error: "too_many_requests" } });
    await world.send([payoutId]);
    await world.turn();
    expect(await world.payout(payoutId)).toMatchObject({ status: "sending" });
    await again();
    expect(await world.payout(payoutId)).toMatchObject({ status: "sent" });
  });
});

describe("credentials", () => {
  const check = (credentials: object) =>
    wiseRail.check(railClient(wise.baseUrl), wiseRail.credentials.parse(credentials), { isSandbox: false });

  test("are accepted where the token sees the profile, and refused with the reason where not", async () => {
    expect(await check(wiseCredentials)).toBeNull();
    expect(await check({ ...wiseCredentials, profile_id: "1" })).toMatch(/does not show profile 1/);
    expect(await check({ ...wiseCredentials, api_token: "wrong" })).toMatch(/does not accept the token/);
  });
});

function receive({ body, headers }: SignedWiseWebhook) {
  const parts = { database: db.database, secrets: railSecrets, urls: { wise: wise.baseUrl }, now: Date.now };
  return openRailWebhooks(parts).receive({
    rail: "wise",
    programId: world.programId,
    body: Buffer.from(body),
    headers,
  });
}

describe("a webhook", () => {
  test("makes its payout looked up at once; order, repetition and age change nothing", async () => {
    await sent();
    wise.move(key, "outgoing_payment_sent");
    expect(await world.turn()).toBe(0);
    const paid = wise.webhook(key);
    expect(await receive(paid)).toEqual({ kind: "received", status: "recorded" });
    await world.turn();
    expect(await world.payout(payoutId)).toMatchObject({ status: "paid" });
    wise.move(key, "funds_refunded");
    for (const one of [wise.webhook(key), paid, paid]) {
      await receive(one);
      await world.turn();
      expect(await world.payout(payoutId)).toMatchObject({ status: "returned" });
    }
  });

  test("about another profile or another subject is ignored", async () => {
    await sent();
    for (const options of [{ profileId: 7 }, { type: "balances#update" }]) {
      expect(await receive(wise.webhook(key, options))).toEqual({ kind: "received", status: "ignored" });
    }
    expect(await world.turn()).toBe(0);
  });

  test.each([
    ["signed by another key", () => wise.webhook(key, { by: otherSigner.privateKey })],
    ["without a signature", () => ({ ...wise.webhook(key), headers: {} })],
    [
      "whose body was changed",
      () => ({ ...wise.webhook(key), body: wise.webhook(key).body.replace("transfer", "Transfer") }),
    ],
  ])("%s is refused", async (_, forge) => {
    await sent();
    wise.move(key, "outgoing_payment_sent");
    expect(await receive(forge())).toMatchObject({ kind: "refused" });
    expect(await world.turn()).toBe(0);
  });

  test("may be verified by another key that the owner set", async () => {
    await setCredentials({ ...wiseCredentials, webhook_public_key: otherSigner.publicKey });
    await sent();
    expect(await receive(wise.webhook(key, { by: otherSigner.privateKey }))).toMatchObject({ status: "recorded" });
    expect(await receive(wise.webhook(key))).toMatchObject({ kind: "refused" });
  });

  test("that Wise itself published with its signature is accepted by the sandbox's key alone", () => {
    const { body, signature } = publishedExample;
    const delivery = { body: Buffer.from(body), headers: { "x-signature-sha256": signature }, nowMilliseconds: 0 };
    const expected = { profileId: "16055450", publicKey: null };
    expect(readWiseWebhook(expected, { ...delivery, isSandbox: true })).toEqual({
      ...{ kind: "about", payoutId: null, railId: "49983981" },
    });
    expect(createVerify("RSA-SHA256").update(body).verify(published.live, signature, "base64")).toBe(false);
  });
});

test("two processes at once pay each payout once", async () => {
  await world.send();
  await Promise.all([world.turn(), world.turn(), world.turn()]);
  expect(wise.transfers).toHaveLength(world.payoutIds.length);
  for (const transfer of wise.transfers) expect(transfer.paid).toBe(1);
});

/** From https://github.com/transferwise/digital-signatures-examples. */
const publishedExample = {
  body: '{"data":{"resource":{"id":49983981,"profile_id":16055450,"account_id":14124090,"type":"transfer"},"current_state":"incoming_payment_waiting","previous_state":null,"occurred_at":"2021-08-23T10:12:50Z"},"subscription_id":"90aa8e14-4ef1-4a56-861c-f3c9cde097ea","event_type":"transfers#state-change","schema_version":"2.0.0","sent_at":"2021-08-23T10:12:50Z"}',
  signature:
    "wKcKCYXAzxNgiu7xmoDm943NUni7Rz33QN8JkEA9dWSGebgndonabgSj18Y4C08OrwVmueGsED2s00M7DtJVcYKOS1i3G4TMVx+mgM3aL9djMBkQtiYNBFUd6wrPI7ZUNHv/TrlKSjTMc+6JFvUvJ7owY3z85e3I4jLRLJowMFvO8kvCJ60+1pY9wDwZvtZ//WS93LrwGjk9Dvwzpmu0w+P4J75tETT5qC3Uv0y5G2yO8SEoO3yNP/tg/BOli02niHb53vEOUWUb9bly6thnfMoXoiV/osoGxgF20R58RlvkAmezyyl1Sv542TfS2DpiwVnmjjjkCyXeSUcKookYLQ==",
};
