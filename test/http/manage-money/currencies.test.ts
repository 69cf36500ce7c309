// A program that sells in pounds, yen and Kuwaiti dinars, over HTTP: its owner chooses them, calls and deliveries of two providers are taken
// in them, and commissions, payouts, the month and the partner's page have each currency's own places. Every figure is worked out by hand.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { addConnection } from "../../../src/access/connections.ts";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { isVerified, verifyPrograms } from "../../../src/engine/replay/verify.ts";
import { approveCommissions } from "../../../src/product/commissions/approvals.ts";
import { serviceForFile } from "../../support/for-file.ts";
import { manyPeople, newCompany, type Person } from "../../support/people.ts";
import { type Answer, clickOn, createTestProgram, fieldOf, refusalOf, secretKey } from "../../support/service.ts";
import { hmacHex, stripeHeaders } from "../../support/signing.ts";

const { service, database, databaseUrl } = await serviceForFile({
  ...manyPeople,
  RATE_LIMIT_MANAGEMENT_PER_MINUTE: "100000",
});
const { owner, member, programId } = await newCompany(service);
const secrets = openSecrets([secretKey]);
const own = (path: string) => `/api/v1/programs/${programId}${path}`;

function call(person: Person, method: string, path: string, body?: object): Promise<Answer> {
  const sent = body ?? (method === "GET" ? undefined : {});
  return service.request(path, {
    method,
    key: person.token,
    ...(sent === undefined ? {} : { body: JSON.stringify(sent), headers: { "content-type": "application/json" } }),
  });
}

const key = String(fieldOf(await call(owner, "POST", own("/api-key")), "data.api_token"));
await call(owner, "PATCH", own(""), { hold_period_days: 0 });
const joined = await call(owner, "POST", own("/partners"), { name: "Anna", code: "anna-abroad" });
const partnerId = Number(fieldOf(joined, "data.partner_id"));
const link = "https://shop.example/?aff=anna-abroad";
const clickId = await clickOn(service, { programId, key, partnerId, link, code: "anna-abroad" });

const track = (sale: object) =>
  service.post("/api/v1/track/sale", { transaction_id: randomUUID(), click_id: clickId, ...sale }, { key });

async function connected(provider: "stripe" | "razorpay", secret: string): Promise<string> {
  const connection = { programId, provider, livemode: true, secrets: [secret] };
  return `/webhooks/${provider}/${await addConnection(database, secrets, connection, operator)}`;
}

describe("the setting", () => {
  test("is USD, EUR and VND until an owner sets another, in one order", async () => {
    expect(fieldOf(await call(owner, "GET", own("")), "data.currencies")).toEqual(["USD", "EUR", "VND"]);
    expect(refusalOf(await track({ amount_cents: 1_000, currency: "JPY" }))).toBe("422 unsupported_currency");
    expect(refusalOf(await call(member, "PATCH", own(""), { currencies: ["JPY"] }))).toBe("403 forbidden");
    const set = await call(owner, "PATCH", own(""), { currencies: ["KWD", "USD", "JPY", "GBP"] });
    expect(fieldOf(set, "data.currencies")).toEqual(["USD", "GBP", "JPY", "KWD"]);
    expect(fieldOf(await call(owner, "GET", own("")), "data.currencies")).toEqual(["USD", "GBP", "JPY", "KWD"]);
  });

  test.each([[[]], [["JPY", "JPY"]], [["XAU"]], [["usd"]], ["JPY"], [null]])("is not %j", async (currencies) => {
    expect(refusalOf(await call(owner, "PATCH", own(""), { currencies }))).toBe("400 invalid_request");
  });

  test("bounds what terms may pay in, and nothing of a refused change is kept", async () => {
    const inEuro = { type: "flat", amount_cents: 500, currency: "EUR", duration_months: null };
    const group = own("/groups/gold");
    const workspace_id = fieldOf(await call(owner, "GET", own("")), "data.workspace_id");
    for (const [method, path, body] of [
      ["PATCH", own(""), { commission: inEuro, name: "Other" }],
      ["PATCH", own(""), { lead_reward: { amount_cents: 5, currency: "EUR" } }],
      ["PUT", own("/policies/prod_1"), inEuro],
      ["PUT", group, { name: "Gold", commission: inEuro }],
      ["POST", "/api/v1/programs", { name: "New", workspace_id, currencies: ["USD"], commission: inEuro }],
    ] as const) {
      expect(refusalOf(await call(owner, method, path, body)), path).toBe("422 unsupported_currency");
    }
    expect(fieldOf(await call(owner, "GET", own("")), "data.name")).not.toBe("Other");
    expect((await call(owner, "GET", group)).status).toBe(404);
    const inDinars = { ...inEuro, amount_cents: 1_250, currency: "KWD" };
    expect((await call(owner, "PUT", own("/policies/prod_kuwait"), inDinars)).status).toBe(200);
  });
});

describe("sales", () => {
  test("of calls and of two providers earn in their own currency", async () => {
    expect((await track({ transaction_id: "gb-1", amount_cents: 9_999, currency: "GBP" })).status).toBe(200);
    expect((await track({ transaction_id: "kw-1", amount_cents: 12_345, currency: "KWD" })).status).toBe(200);
    expect((await track({ amount_cents: 700, currency: "JPY", product_id: "prod_kuwait" })).status).toBe(200);
    expect(refusalOf(await track({ amount_cents: 1_000, currency: "EUR" }))).toBe("422 unsupported_currency");

    const metadata = { svc_click_id: clickId };
    const created = Math.floor(Date.now() / 1000);
    const session = { id: "cs_1", object: "checkout.session", mode: "payment", payment_status: "paid", metadata };
    const paid = { ...session, payment_intent: "pi_1", amount_total: 10_001, currency: "jpy" };
    const type = "checkout.session.completed";
    const event = { id: "evt_1", object: "event", type, created, livemode: true, data: { object: paid } };
    const body = JSON.stringify(event);
    const headers = stripeHeaders(Buffer.from(body), ["whsec_1"], created);
    const stripe = await service.post(await connected("stripe", "whsec_1"), body, { headers });
    expect(fieldOf(stripe, "status"), stripe.text).toBe("recorded");

    const payment = { id: "pay_1", entity: "payment", amount: 5_120, currency: "KWD", status: "captured" };
    const captured = { ...payment, captured: true, order_id: null, created_at: created, notes: metadata };
    const delivered = { entity: "event", event: "payment.captured", created_at: created, contains: ["payment"] };
    const text = JSON.stringify({ ...delivered, payload: { payment: { entity: captured } } });
    const signed = { "x-razorpay-signature": hmacHex("rzp_1", text), "x-razorpay-event-id": "rzp_evt_1" };
    const razorpay = await service.post(await connected("razorpay", "rzp_1"), text, { headers: signed });
    expect(fieldOf(razorpay, "status"), razorpay.text).toBe("recorded");

    const refund = { transaction_id: "kw-1", refund_amount_cents: 5, refund_id: "r-1" };
    expect((await service.post("/api/v1/track/refund", refund, { key })).status).toBe(200);
  });

  test("are owed and paid out by currency: 2000 pence, 2000 yen, and fils of four commissions less a refund", async () => {
    await approveCommissions(service.database);
    // Flat 1250 of the product, 20 per cent of 5120 is 1024, and 2469 of 12345, of which 5 went back: 2468.
    const owed = { GBP: 2_000, JPY: 2_000, KWD: 4_742 };
    for (const [currency, cents] of Object.entries(owed)) {
      const answer = await call(owner, "POST", own("/payouts"), { currency });
      expect(answer.body, answer.text).toMatchObject({ data: [{ amount_cents: cents, currency }] });
      const payout = String(fieldOf(answer, "data.0.payout_id"));
      const marked = await call(owner, "POST", own(`/payouts/${payout}/mark-paid`), {
        method: "bank",
        reference: currency,
      });
      expect(marked.status, marked.text).toBe(200);
    }
  });

  test("are in the month's statement, each currency by itself", async () => {
    const month = new Date().toISOString().slice(0, 7);
    const { body } = await call(owner, "GET", own(`/statements/${month}`));
    // Fees at 3.5 per cent: 350 and 25 yen; 432 and 179 fils.
    expect(body).toMatchObject({
      data: {
        totals: [
          {
            currency: "GBP",
            sales_cents: 9_999,
            commission_cents: 2_000,
            platform_fee_cents: 350,
            paid_out_cents: 2_000,
          },
          {
            currency: "JPY",
            sales_cents: 10_701,
            commission_cents: 2_000,
            platform_fee_cents: 375,
            paid_out_cents: 2_000,
          },
          {
            currency: "KWD",
            sales_cents: 17_465,
            commission_cents: 4_742,
            platform_fee_cents: 611,
            paid_out_cents: 4_742,
          },
        ],
        invoice: { currency: "USD", platform_fee_cents: 0 },
      },
    });
    const page = await call(owner, "GET", own(`/statements/${month}?format=html`));
    const text = page.text.replaceAll(/<[^>]+>/g, " ");
    for (const amount of ["99.99", "10,701", "17.465"]) expect(text).toContain(amount);
    const csv = await call(owner, "GET", own(`/statements/${month}?format=csv`));
    for (const amount of [",12.345,", ",10001,", ",99.99,"]) expect(csv.text).toContain(amount);
  });
});

describe("a currency that is taken out", () => {
  test("is refused in new sales, and its sales are refunded as before", async () => {
    const sold = await track({ transaction_id: "gb-2", amount_cents: 1_000, currency: "GBP" });
    expect(sold.status).toBe(200);
    await call(owner, "PATCH", own(""), { currencies: ["USD", "JPY", "KWD"] });
    expect(refusalOf(await track({ amount_cents: 1_000, currency: "GBP" }))).toBe("422 unsupported_currency");
    const refund = await service.post(
      "/api/v1/track/refund",
      { transaction_id: "gb-2", refund_amount_cents: 500 },
      { key },
    );
    expect(refund.body).toMatchObject({ status: "refunded", commission_cents: 100 });
    await approveCommissions(service.database);
    const answer = await call(owner, "POST", own("/payouts"), { currency: "GBP" });
    expect(answer.body).toMatchObject({ data: [{ amount_cents: 100, currency: "GBP" }] });
  });

  test("changes nothing of the books that a replay makes", async () => {
    const parts = { database, ownerUrl: databaseUrl, secrets, now: Date.now, actor: operator };
    expect((await verifyPrograms(parts, [programId])).map(isVerified)).toEqual([true]);
  });

  test("changes nothing of another program", async () => {
    const other = await createTestProgram(database);
    const otherClick = await clickOn(service, other);
    const sale = { transaction_id: "other-1", amount_cents: 1_000, click_id: otherClick };
    const report = (currency: string) => service.post("/api/v1/track/sale", { ...sale, currency }, { key: other.key });
    expect(refusalOf(await report("JPY"))).toBe("422 unsupported_currency");
    expect((await report("EUR")).status).toBe(200);
  });
});
