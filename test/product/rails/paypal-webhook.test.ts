// PayPal's webhooks over HTTP, signed by a certificate as PayPal signs: a good one makes the payout looked up at once, any other changes
// nothing, and order, repetition and age of webhooks do not matter.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { paypalTrust } from "../../../src/product/rails/apis/paypal-webhook.ts";
import { setRail } from "../../../src/product/rails/settings.ts";
import { openRailWebhooks } from "../../../src/product/rails/webhooks.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { rootCertificate, signer, signerOfAnotherName, signerOfAnotherRoot } from "../../support/rails/certificates.ts";
import {
  type PaypalPayouts,
  paypalCredentials,
  type SignedWebhook,
  startPaypalPayouts,
} from "../../support/rails/paypal-payouts.ts";
import { railSecrets } from "../../support/rails/rail-secrets.ts";
import { beginRailWorld, type RailWorld } from "../../support/rails/rail-world.ts";
import { asOwner } from "../../support/service.ts";

let db: TestDatabase;
const rootsBefore = paypalTrust.roots;
beforeAll(async () => {
  db = await createTestDatabase();
  paypalTrust.roots = [rootCertificate];
});
afterAll(async () => {
  paypalTrust.roots = rootsBefore;
  await db.drop();
});

let paypal: PaypalPayouts;
let world: RailWorld;
let payoutId: number;
let key: string;

beforeEach(async () => {
  paypal = await startPaypalPayouts();
  const urls = { paypal: paypal.baseUrl };
  world = await beginRailWorld(db, { rail: "paypal", credentials: paypalCredentials, urls });
  payoutId = world.payoutIds[0] ?? 0;
  key = `payout:${payoutId}:1`;
  await world.send([payoutId]);
  await world.turn();
  return () => paypal.close();
});

function receive({ body, headers }: SignedWebhook, now = Date.now()) {
  const webhooks = openRailWebhooks({
    ...{ database: db.database, secrets: railSecrets, urls: { paypal: paypal.baseUrl }, now: () => now },
  });
  return webhooks.receive({ rail: "paypal", programId: world.programId, body: Buffer.from(body), headers });
}

test("a webhook makes its payout looked up in the next turn", async () => {
  paypal.move(key, "SUCCESS");
  expect(await world.turn()).toBe(0);
  expect(await receive(paypal.webhook(key))).toEqual({ kind: "received", status: "recorded" });
  expect(await world.turn()).toBe(1);
  expect(await world.payout(payoutId)).toMatchObject({ status: "paid" });
});

test("webhooks in the wrong order, twice and weeks later end where PayPal is now", async () => {
  const early = paypal.webhook(key, { type: "PAYMENT.PAYOUTS-ITEM.UNCLAIMED" });
  paypal.move(key, "SUCCESS");
  const paid = paypal.webhook(key);
  paypal.move(key, "REVERSED");
  const reversed = paypal.webhook(key, { type: "PAYMENT.PAYOUTS-ITEM.REFUNDED" });
  for (const webhook of [reversed, paid, early, paid, reversed]) {
    expect(await receive(webhook)).toMatchObject({ kind: "received" });
    await world.turn();
    expect(await world.payout(payoutId)).toMatchObject({ status: "returned" });
  }
  await world.expectBalance();
});

test("a webhook that comes while the payout is being asked about is not lost", async () => {
  paypal.move(key, "SUCCESS");
  await world.timePasses();
  let webhook: Promise<unknown> = Promise.resolve();
  await world.turn({
    at: (step) => {
      if (step === "asked") {
        paypal.move(key, "REVERSED");
        webhook = receive(paypal.webhook(key));
      }
    },
  });
  await webhook;
  await world.turn();
  await world.turn();
  expect(await world.payout(payoutId)).toMatchObject({ status: "returned" });
});

test("a payout that a webhook wakes is due at once, in whichever part of a millisecond", async () => {
  await asOwner(
    db.url,
    `create function refuse_ahead() returns trigger language plpgsql as $$
     begin
       if new.next_look_at between clock_timestamp() and clock_timestamp() + interval '1 second' then
         raise exception 'woken for %, which is ahead', new.next_look_at;
       end if;
       return new;
     end $$;
     create trigger refuse_ahead before update on payout_attempt for each row execute function refuse_ahead()`,
  );
  const webhook = paypal.webhook(key);
  for (let times = 0; times < 30; times += 1) {
    expect(await receive(webhook)).toEqual({ kind: "received", status: "recorded" });
  }
  await asOwner(db.url, "drop function refuse_ahead() cascade");
});

test("a webhook about something else, or another's payout, is ignored", async () => {
  expect(await receive(paypal.webhook(key, { type: "PAYMENT.SALE.COMPLETED" }))).toEqual({
    kind: "received",
    status: "ignored",
  });
  const other = await beginRailWorld(db, { rail: "paypal", credentials: paypalCredentials, urls: {} });
  const { body, headers } = paypal.webhook(key);
  const webhooks = openRailWebhooks({
    ...{ database: db.database, secrets: railSecrets, urls: { paypal: paypal.baseUrl }, now: Date.now },
  });
  const elsewhere = { rail: "paypal", programId: other.programId, body: Buffer.from(body), headers };
  expect(await webhooks.receive(elsewhere)).toEqual({ kind: "received", status: "ignored" });
});

describe("a webhook is refused", () => {
  const forgeries: Readonly<Record<string, () => SignedWebhook>> = {
    "whose body was changed": () => {
      const { body, headers } = paypal.webhook(key);
      return { body: body.replace("SUCCEEDED", "FAILED"), headers };
    },
    "signed for another webhook id": () => paypal.webhook(key, { webhookId: "WH-2" }),
    "signed by another key than the certificate's": () => paypal.webhook(key, { by: signerOfAnotherName }),
    "whose certificate is from elsewhere": () => paypal.webhook(key, { certUrl: "https://evil.example/certs/CERT-1" }),
    "whose certificate is from a host that only looks like PayPal's": () =>
      paypal.webhook(key, { certUrl: "https://api.paypal.com.evil.example/v1/notifications/certs/CERT-1" }),
    "whose certificate comes without TLS": () =>
      paypal.webhook(key, { certUrl: "http://api.paypal.com/v1/notifications/certs/CERT-1" }),
    "without a signature": () => ({ body: paypal.webhook(key).body, headers: {} }),
    "with another algorithm": () => {
      const { body, headers } = paypal.webhook(key);
      return { body, headers: { ...headers, "paypal-auth-algo": "none" } };
    },
  };
  test.each(Object.entries(forgeries))("%s", async (_, forge) => {
    paypal.move(key, "SUCCESS");
    expect(await receive(forge())).toMatchObject({ kind: "refused" });
    expect(await world.turn()).toBe(0);
  });

  test.each([
    ["of another name", signerOfAnotherName],
    ["of an unknown root", signerOfAnotherRoot],
  ])("whose certificate is %s", async (_, by) => {
    paypal.chain = by.chain;
    expect(await receive(paypal.webhook(key, { by }))).toEqual({
      ...{ kind: "refused", reason: "The certificate is not trusted." },
    });
  });

  test("whose certificate is not valid any more", async () => {
    const inTwoHundredYears = Date.now() + 200 * 365 * 86_400_000;
    expect(await receive(paypal.webhook(key, { by: signer }), inTwoHundredYears)).toMatchObject({ kind: "refused" });
  });

  test("where no webhook id is set", async () => {
    const { webhook_id: _, ...credentials } = paypalCredentials;
    const wish = { programId: world.programId, rail: "paypal", isSandbox: false, credentials } as const;
    await setRail(db.database, railSecrets, wish, operator);
    expect(await receive(paypal.webhook(key))).toMatchObject({ kind: "refused" });
  });
});

test("where the certificate cannot be read, PayPal is asked to send it again", async () => {
  const webhook = paypal.webhook(key, { certUrl: `${paypal.baseUrl}/v1/notifications/certs/NEW` });
  paypal.faults.push({ path: "GET /v1/notifications/certs", fault: "error_before" });
  expect(await receive(webhook)).toMatchObject({ kind: "later" });
  expect(await receive(webhook)).toMatchObject({ kind: "received" });
});
