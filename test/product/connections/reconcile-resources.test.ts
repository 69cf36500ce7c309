// Reconciling Shopify and Razorpay, which list resources and no events, against local copies of their APIs: what is listed and what is
// delivered count once in either order and at the same time, to the cent, and a person who holds one signed delivery cannot hide another.
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { addConnection } from "../../../src/access/connections.ts";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { startBatcher } from "../../../src/engine/recording/batcher.ts";
import { setApiKey } from "../../../src/product/connections/provider-accounts.ts";
import {
  checkApiKey,
  openReconciliation,
  type ReconcileReport,
  type ReconcileRequest,
  reconcilableProviders,
} from "../../../src/product/connections/reconcile.ts";
import { createTestDatabase } from "../../support/database.ts";
import { isRecord, parse, readFixtureFile } from "../../support/fixtures.ts";
import { redirectProviders } from "../../support/redirect-providers.ts";
import {
  type Json,
  type ResourceApi,
  type ResourceProvider,
  razorpayKey,
  shopKeys,
  startResourceApi,
} from "../../support/resource-apis.ts";
import { asOwner, bindCustomer, createTestProgram, fieldOf, secretKey, startService } from "../../support/service.ts";
import { hmacBase64, hmacHex } from "../../support/signing.ts";

const now = new Date("2026-01-31T12:00:00Z");
const signingSecret = "signing_secret_of_the_listed";
const shopKey = `${shopKeys.shop}:${shopKeys.token}`;
const millisecondsPerDay = 86_400_000;
const never = new AbortController().signal;
const secrets = openSecrets([secretKey]);

const testDatabase = await createTestDatabase();
const { url: databaseUrl, database } = testDatabase;
const service = await startService(databaseUrl);
const batcher = startBatcher({ database, batchEventsMax: 500, queueEventsMax: 10_000, queueWaitSecondsMax: 60 });
afterAll(async () => {
  await service.close();
  await batcher.drain();
  await testDatabase.drop();
});

let api: ResourceApi;
let restore: () => void = () => undefined;
let programId: number;
let customerKey: string;
let connectionId: number;
/** Makes every name of this file one of a kind. */
let places = 0;
afterEach(async () => {
  restore();
  await api.close();
});

const keys: Readonly<Record<ResourceProvider, string>> = { shopify: shopKey, razorpay: razorpayKey };

async function begin(provider: ResourceProvider): Promise<void> {
  places += 1;
  api = await startResourceApi(provider);
  restore = redirectProviders(api.baseUrl);
  const program = await createTestProgram(database);
  ({ programId } = program);
  ({ customerKey } = await bindCustomer(service, program, `customer-${places}`));
  const connection = { programId, provider, livemode: true, secrets: [signingSecret] };
  connectionId = (await addConnection(database, secrets, connection, operator)) ?? 0;
  await give(keys[provider]);
}

async function give(apiKey: string): Promise<void> {
  await setApiKey(database, secrets, { programId, connectionId, apiKey }, operator);
}

const open = (at: Date) =>
  openReconciliation({ database, batcher, secrets, now: () => at.getTime(), instead: { wait: async () => undefined } });

async function reconcile(request: Partial<ReconcileRequest> = {}, at = now): Promise<ReconcileReport> {
  const report = await open(at).reconcile(connectionId, { since: null, isDryRun: false, stop: never, ...request });
  if (report === undefined) throw new Error("there is no account");
  return report;
}

const daysAgo = (days: number) => new Date(now.getTime() - days * millisecondsPerDay);
const secondsOf = (date: Date) => Math.floor(date.getTime() / 1000);

function fixture(name: string): Json {
  const json = parse(readFixtureFile(`${name}.written.json`));
  if (!isRecord(json)) throw new Error("a document is an object");
  return json;
}

const objectAt = (json: Json, ...path: readonly string[]): Json =>
  path.reduce<Json>((at, name) => {
    const next = at[name];
    return isRecord(next) ? next : {};
  }, json);

type Headers = Readonly<Record<string, string>>;

/** What happens at one provider: payments by the bound customer and partial refunds of them, in cents. */
type Shop = {
  readonly pay: (number: number, cents: number, at: Date) => void;
  readonly refund: (number: number, of: number, cents: number, at: Date) => void;
  /** The webhooks of all of it, oldest first. */
  readonly webhooks: () => readonly Json[];
  readonly headersOf: (body: string, eventId?: string) => Headers;
};

const idOf = (number: number) => places * 1_000_000 + number;
const decimal = (cents: number) => (cents / 100).toFixed(2);
const money = (cents: number, currency = "EUR") => ({
  shop_money: { amount: decimal(cents), currency_code: currency },
  presentment_money: { amount: decimal(cents), currency_code: currency },
});

function orderOf(number: number, cents: number, at: Date): Json {
  const id = idOf(number);
  const totals = { total_price: decimal(cents), total_price_set: money(cents), total_tax_set: null };
  return {
    ...fixture("shopify/orders.paid"),
    ...{ id, admin_graphql_api_id: `gid://shopify/Order/${id}`, discount_codes: [], email: null, customer: null },
    ...{ ...totals, current_total_price_set: money(cents), total_outstanding: "0.00" },
    ...{ created_at: at.toISOString(), processed_at: at.toISOString(), updated_at: at.toISOString() },
    note_attributes: [{ name: "svc_customer_key", value: customerKey }],
  };
}

function changeOrder(number: number, changes: Json): void {
  const index = api.lists.orders.findIndex(({ id }) => id === idOf(number));
  api.lists.orders[index] = { ...api.lists.orders[index], ...changes };
}

const orderAt = (number: number): Json => api.lists.orders.find(({ id }) => id === idOf(number)) ?? {};
const refundsOf = (order: Json): Json[] => (Array.isArray(order.refunds) ? order.refunds : []);

const shopify: Shop = {
  pay: (number, cents, at) => void api.lists.orders.push(orderOf(number, cents, at)),
  refund: (number, of, cents, at) => {
    const transaction = { kind: "refund", status: "success", amount: decimal(cents), currency: "EUR", test: false };
    const own = { id: idOf(number), order_id: idOf(of), transactions: [transaction], created_at: at.toISOString() };
    const refunds = [...refundsOf(orderAt(of)), { ...fixture("shopify/refunds.create.partial"), ...own }];
    const returned = refunds.flatMap(({ transactions }) => transactions as { readonly amount: string }[]);
    const left =
      Number(orderAt(of).total_price) * 100 - returned.reduce((sum, { amount }) => sum + Number(amount) * 100, 0);
    changeOrder(of, {
      ...{ refunds, financial_status: "partially_refunded", updated_at: at.toISOString() },
      current_total_price_set: money(Math.round(left)),
    });
  },
  webhooks: () => [
    ...api.lists.orders.map((order) => ({
      ...order,
      financial_status: "paid",
      refunds: [],
      current_total_price_set: order.total_price_set,
    })),
    ...api.lists.orders.flatMap(refundsOf),
    ...api.lists.disputes,
  ],
  headersOf: (body, eventId = randomUUID()) => ({
    "x-shopify-hmac-sha256": hmacBase64(signingSecret, body),
    "x-shopify-topic": "orders/updated",
    "x-shopify-event-id": eventId,
  }),
};

const razorpayId = (kind: string, number: number) => `${kind}_Svc${idOf(number)}`;

function paymentOf(number: number, cents: number, at: Date): Json {
  const payment = objectAt(fixture("razorpay/payment.captured"), "payload", "payment", "entity");
  return {
    ...payment,
    ...{ id: razorpayId("pay", number), amount: cents, currency: "USD", email: null, customer_id: null },
    ...{ order_id: null, invoice_id: null, created_at: secondsOf(at), notes: { svc_customer_key: customerKey } },
  };
}

const eventOf = (event: string, entities: Record<string, Json | undefined>): Json => ({
  ...{ entity: "event", account_id: "acc_SvcWrittenOne01", event, contains: Object.keys(entities) },
  payload: Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }])),
  created_at: secondsOf(now),
});

const paymentNamed = (id: unknown) => api.lists.payments.find((one) => one.id === id);

const razorpay: Shop = {
  pay: (number, cents, at) => void api.lists.payments.push(paymentOf(number, cents, at)),
  refund: (number, of, cents, at) => {
    const refund = objectAt(fixture("razorpay/refund.processed.partial"), "payload", "refund", "entity");
    const own = { id: razorpayId("rfnd", number), payment_id: razorpayId("pay", of), amount: cents, currency: "USD" };
    api.lists.refunds.push({ ...refund, ...own, created_at: secondsOf(at) });
  },
  webhooks: () => [
    ...api.lists.payments.map((payment) => eventOf("payment.captured", { payment })),
    ...api.lists.refunds.map((refund) =>
      eventOf("refund.processed", { refund, payment: paymentNamed(refund.payment_id) }),
    ),
  ],
  headersOf: (body, eventId = randomUUID()) => ({
    "x-razorpay-signature": hmacHex(signingSecret, body),
    "x-razorpay-event-id": eventId,
  }),
};

const shops = { shopify, razorpay };
const listing = ["shopify", "razorpay"] as const;

const deliver = (provider: ResourceProvider, body: Json, eventId?: string) => {
  const text = JSON.stringify(body);
  const headers = shops[provider].headersOf(text, eventId);
  return service.post(`/webhooks/${provider}/${connectionId}`, text, { headers });
};

type SaleRow = { amount: number; refunded: number; commission: number };

const salesOf = () =>
  asOwner<SaleRow>(
    databaseUrl,
    `select s.amount_cents::integer as amount, s.refunded_cents::integer as refunded,
            c.amount_cents::integer as commission
       from sale s join commission c using (program_id, sale_id) where s.program_id = $1 order by s.transaction_id`,
    [programId],
  );

const deliveriesOf = () =>
  asOwner<{ id: string; headers: Json }>(
    databaseUrl,
    "select provider_event_id as id, headers from delivery where program_id = $1 order by event_id",
    [programId],
  );

const idsOf = async () => (await deliveriesOf()).map(({ id }) => id);

describe.each(listing)("%s", (provider) => {
  beforeEach(() => begin(provider));
  const shop = shops[provider];

  /** Seven payments and three refunds, in more pages than one. */
  function trade(): void {
    for (let number = 0; number < 7; number++) shop.pay(number, 10_001 + number, daysAgo(20 - number));
    shop.refund(90, 0, 1_000, daysAgo(9));
    shop.refund(91, 0, 501, daysAgo(8));
    shop.refund(92, 3, 10_004, daysAgo(7));
  }

  const kept = [
    { amount: 10_001, refunded: 1_501, commission: 1_700 },
    { amount: 10_002, refunded: 0, commission: 2_000 },
    { amount: 10_003, refunded: 0, commission: 2_001 },
    { amount: 10_004, refunded: 10_004, commission: 0 },
    { amount: 10_005, refunded: 0, commission: 2_001 },
    { amount: 10_006, refunded: 0, commission: 2_001 },
    { amount: 10_007, refunded: 0, commission: 2_001 },
  ];

  test("never delivered is recorded to the cent, and counts once when it arrives", async () => {
    trade();
    const report = await reconcile();
    expect(report).toMatchObject({ is_complete: true, fault: null });
    expect(report.counts).toMatchObject({ missing: 10, recorded: 10 });
    expect(await salesOf()).toEqual(kept);
    const deliveries = await deliveriesOf();
    expect(new Set(deliveries.map(({ headers }) => headers["x-svc-received-by"]))).toEqual(new Set(["reconcile"]));
    for (const webhook of shop.webhooks()) {
      const answer = await deliver(provider, webhook);
      expect([answer.status, fieldOf(answer, "status")]).toEqual([200, "duplicate"]);
    }
    expect(await salesOf()).toEqual(kept);
    expect(await idsOf()).toHaveLength(10);
  });

  test("delivered is known, and nothing is recorded of it", async () => {
    trade();
    for (const webhook of shop.webhooks()) expect((await deliver(provider, webhook)).status).toBe(200);
    const before = await idsOf();
    expect(await salesOf()).toEqual(kept);
    const report = await reconcile();
    expect(report).toMatchObject({ is_complete: true, fault: null, missing: [] });
    expect(report.counts).toMatchObject({ seen: 10, known: 10, missing: 0 });
    expect(await idsOf()).toEqual(before);
    expect(await salesOf()).toEqual(kept);
  });

  test("delivered while it is listed counts once, in either order", async () => {
    trade();
    const webhooks = shop.webhooks();
    const [report, again, ...answers] = await Promise.all([
      reconcile(),
      reconcile({ since: daysAgo(30) }),
      ...webhooks.map((webhook) => deliver(provider, webhook)),
    ]);
    expect([report.fault, again.fault]).toEqual([null, null]);
    for (const { status } of answers) expect(status).toBe(200);
    expect(await salesOf()).toEqual(kept);
    expect(await idsOf()).toHaveLength(10);
  });

  test("is only looked at in a dry run, and is asked for onwards by the next run", async () => {
    trade();
    expect((await reconcile({ isDryRun: true })).counts).toMatchObject({ missing: 10, recorded: 0 });
    expect(await idsOf()).toEqual([]);
    await reconcile();
    shop.pay(8, 5_000, new Date(now.getTime() + 1_000));
    const onwards = await reconcile({}, new Date(now.getTime() + 3_600_000));
    expect(onwards.since).toEqual(new Date(now.getTime() - 3_600_000));
    expect(onwards.counts).toMatchObject({ missing: 1 });
    const again = await reconcile({ since: daysAgo(30) }, new Date(now.getTime() + 3_600_000));
    expect(again.counts).toMatchObject({ seen: 11, known: 11, missing: 0 });
  });

  test("goes on where a page failed in the middle", async () => {
    trade();
    let asked = 0;
    api.onQuestion = () => {
      asked += 1;
      if (asked === 35) api.faults.push({ path: "", status: 404, body: {} });
    };
    const report = await reconcile();
    expect(report).toMatchObject({ is_complete: false, fault: expect.stringMatching(/ did not do it \(404\)/) });
    const covered = await asOwner<{ until: Date }>(
      databaseUrl,
      "select reconciled_until as until from provider_account where connection_id = $1",
      [connectionId],
    );
    api.onQuestion = () => undefined;
    const next = await reconcile();
    expect(next.since.getTime()).toBe((covered[0]?.until.getTime() ?? 0) - 3_600_000);
    expect(next).toMatchObject({ is_complete: true, fault: null });
    expect(await salesOf()).toEqual(kept);
    expect(await idsOf()).toHaveLength(10);
  });

  test("waits out what the provider says of its limits", async () => {
    trade();
    api.faults.push({ path: "", status: 429, body: {} }, { path: "", status: 503, body: {} });
    expect(await reconcile()).toMatchObject({ is_complete: true, fault: null, counts: { recorded: 10 } });
  });

  test("is not asked for with a wrong key, and the fault does not repeat it", async () => {
    const wrong = {
      shopify: `${shopKeys.shop}:shpat_of_nothing_at_all`,
      razorpay: "rzp_live_Other00001:secret_of_nothing",
    };
    const asker = { provider, livemode: true, apiKey: wrong[provider] };
    expect(await checkApiKey(asker, now)).toMatchObject({ kind: "refused" });
    expect(await checkApiKey({ ...asker, apiKey: keys[provider] }, now)).toEqual({ kind: "accepted" });
    expect(await checkApiKey({ ...asker, apiKey: "of_no_form" }, now)).toMatchObject({
      kind: "refused",
      reason: expect.stringContaining("is to be given as <"),
    });
    trade();
    await give(wrong[provider]);
    const report = await reconcile();
    expect(report).toMatchObject({ is_complete: false, fault: expect.stringMatching(/API key \(401/) });
    expect(JSON.stringify(report)).not.toContain("of_nothing");
    expect(await idsOf()).toEqual([]);
  });

  test("cannot be hidden by one signed delivery that is sent under its name", async () => {
    shop.pay(1, 4_000, daysAgo(2));
    shop.pay(2, 9_000, daysAgo(1));
    const [mine = {}, theirs = {}] = shop.webhooks();
    const target = { shopify: `order:${idOf(2)}:9000EUR`, razorpay: `payment.captured:${razorpayId("pay", 2)}` };
    for (const name of [target[provider], `test:${target[provider]}`, `orders/paid:${target[provider]}`]) {
      expect((await deliver(provider, mine, name)).status).toBe(200);
    }
    expect(await salesOf()).toEqual([{ amount: 4_000, refunded: 0, commission: 800 }]);
    expect(await reconcile()).toMatchObject({ counts: { known: 1, missing: 1, recorded: 1 } });
    expect(fieldOf(await deliver(provider, theirs), "status")).toBe("duplicate");
    expect((await salesOf()).map(({ amount }) => amount)).toEqual([4_000, 9_000]);
  });

  test("is not counted in a currency that the program does not count, and is not asked for again", async () => {
    shop.pay(1, 4_000, daysAgo(1));
    const inRupees = {
      currency: "INR",
      total_price_set: money(4_000, "INR"),
      current_total_price_set: money(4_000, "INR"),
    };
    for (const list of [api.lists.orders, api.lists.payments]) if (list[0]) list[0] = { ...list[0], ...inRupees };
    expect((await reconcile()).counts).toMatchObject({ missing: 1, ignored: 1 });
    expect((await reconcile({ since: daysAgo(2) })).counts).toMatchObject({ known: 1, missing: 0 });
    expect(await salesOf()).toEqual([]);
  });

  test.each([
    ["is no list", {}],
    ["is null", null],
    ["lists texts", { orders: ["x"], items: ["x"] }],
    ["lists things without an id", { orders: [{}], items: [{}] }],
  ])("is a fault where a page %s, and the next run goes on", async (_, body) => {
    trade();
    api.faults.push({ path: "", status: 200, body });
    const report = await reconcile();
    expect(report.is_complete).toBe(false);
    expect(report.fault).toMatch(/answered with something that its documentation does not say/);
    expect(await reconcile()).toMatchObject({ is_complete: true, counts: { recorded: 10 } });
    expect(await salesOf()).toEqual(kept);
  });
});

describe("Shopify's lists", () => {
  beforeEach(() => begin("shopify"));

  test("may hold test orders among live ones: a test, and no sale", async () => {
    shopify.pay(1, 4_000, daysAgo(2));
    changeOrder(1, { test: true });
    shopify.pay(2, 6_000, daysAgo(1));
    expect(await reconcile()).toMatchObject({ fault: null, counts: { missing: 2 } });
    expect(await salesOf()).toEqual([{ amount: 6_000, refunded: 0, commission: 1_200 }]);
    expect((await reconcile({ since: daysAgo(3) })).counts).toMatchObject({ known: 2, missing: 0 });
  });

  test("leave out what was not paid in full", async () => {
    for (const [number, status] of ["pending", "authorized", "partially_paid", "voided", null].entries()) {
      shopify.pay(number, 4_000, daysAgo(1));
      changeOrder(number, { financial_status: status });
    }
    expect((await reconcile()).counts.seen).toBe(0);
  });

  test("bring a refund that was pending when it was delivered", async () => {
    shopify.pay(1, 4_000, daysAgo(5));
    shopify.refund(90, 1, 1_000, daysAgo(4));
    const [order = {}, refund = {}] = shopify.webhooks();
    const transactions = [{ kind: "refund", status: "pending", amount: "10.00", currency: "EUR", test: false }];
    await deliver("shopify", order);
    await deliver("shopify", { ...refund, transactions });
    expect(await salesOf()).toEqual([{ amount: 4_000, refunded: 0, commission: 800 }]);
    expect((await reconcile()).counts).toMatchObject({ known: 1, missing: 1 });
    expect(await salesOf()).toEqual([{ amount: 4_000, refunded: 1_000, commission: 600 }]);
  });

  test("bring the second payment of an edited order", async () => {
    shopify.pay(1, 10_000, daysAgo(3));
    await reconcile();
    const totals = { total_price: "130.00", total_price_set: money(13_000), current_total_price_set: money(13_000) };
    const owing = { ...totals, total_outstanding: "30.00", financial_status: "partially_paid" };
    changeOrder(1, { ...owing, updated_at: daysAgo(2).toISOString() });
    expect((await reconcile({ since: daysAgo(4) })).counts.seen).toBe(0);
    changeOrder(1, { total_outstanding: "0.00", financial_status: "paid", updated_at: daysAgo(1).toISOString() });
    expect((await reconcile({ since: daysAgo(4) })).counts).toMatchObject({ missing: 1 });
    expect(await salesOf()).toEqual([{ amount: 13_000, refunded: 0, commission: 2_600 }]);
    expect(fieldOf(await deliver("shopify", orderAt(1)), "status")).toBe("duplicate");
  });

  test("are not needed for an edited order whose webhooks arrive: what was received counts, and what went back", async () => {
    shopify.pay(1, 10_000, daysAgo(5));
    await deliver("shopify", orderAt(1));
    const up = { total_price: "130.00", total_price_set: money(13_000), current_total_price_set: money(13_000) };
    changeOrder(1, { ...up, total_outstanding: "30.00", financial_status: "partially_paid" });
    expect(fieldOf(await deliver("shopify", orderAt(1)), "status")).toBe("ignored");
    expect(await salesOf()).toEqual([{ amount: 10_000, refunded: 0, commission: 2_000 }]);
    changeOrder(1, { total_outstanding: "0.00", financial_status: "paid" });
    for (let time = 0; time < 2; time += 1) await deliver("shopify", orderAt(1));
    expect(await salesOf()).toEqual([{ amount: 13_000, refunded: 0, commission: 2_600 }]);
    // Edited down: nothing moves before the refund.
    changeOrder(1, { current_total_price_set: money(11_000), total_outstanding: "-20.00" });
    await deliver("shopify", orderAt(1));
    expect(await salesOf()).toEqual([{ amount: 13_000, refunded: 0, commission: 2_600 }]);
    shopify.refund(90, 1, 2_000, daysAgo(1));
    for (const webhook of shopify.webhooks()) await deliver("shopify", webhook);
    expect(await salesOf()).toEqual([{ amount: 13_000, refunded: 2_000, commission: 2_200 }]);
  });

  test("bring disputes, and none where the shop has no Shopify Payments", async () => {
    shopify.pay(1, 4_000, daysAgo(9));
    const own = { id: idOf(70), order_id: idOf(1), amount: "40.00", currency: "EUR" };
    const opened = { ...fixture("shopify/disputes.create"), ...own, initiated_at: daysAgo(5).toISOString() };
    const lost = { ...opened, status: "lost", finalized_on: daysAgo(1).toISOString().slice(0, 10) };
    api.lists.disputes.push(opened, { ...opened, id: idOf(71), initiated_at: daysAgo(300).toISOString() });
    expect((await reconcile()).counts).toMatchObject({ missing: 2 });
    api.lists.disputes[0] = lost;
    expect((await reconcile({ since: daysAgo(2) })).counts).toMatchObject({ missing: 1 });
    expect(await salesOf()).toEqual([{ amount: 4_000, refunded: 4_000, commission: 0 }]);
    expect(fieldOf(await deliver("shopify", lost), "status")).toBe("duplicate");
    api.hasDisputes = false;
    expect(await reconcile()).toMatchObject({ is_complete: true, fault: null });
  });

  test("are asked for with a token of the day by an app's client id and secret", async () => {
    shopify.pay(1, 4_000, daysAgo(1));
    await give(`${shopKeys.shop}:${shopKeys.clientId}:${shopKeys.clientSecret}`);
    expect(await reconcile()).toMatchObject({ is_complete: true, counts: { recorded: 1 } });
    expect(api.asked.filter((path) => path.includes("access_token"))).toHaveLength(1);
    await give(`${shopKeys.shop}:${shopKeys.clientId}:secret_of_nothing`);
    const { fault } = await reconcile();
    expect(fault).toMatch(/^Shopify gives this client id and secret no token/);
    expect(fault).not.toContain("secret_of_nothing");
  });

  test("are asked for at the shop's own host, and no address of a page is followed", async () => {
    for (let number = 0; number < 5; number++) shopify.pay(number, 1_000, daysAgo(1));
    const { fetch } = globalThis;
    const hosts = new Set<string>();
    globalThis.fetch = (input, init) => {
      hosts.add(new URL(String(input)).host);
      return fetch(input, init);
    };
    await reconcile();
    globalThis.fetch = fetch;
    expect([...hosts]).toEqual([shopKeys.shop]);
    expect(await salesOf()).toHaveLength(5);
  });
});

describe("Razorpay's lists", () => {
  beforeEach(() => begin("razorpay"));

  const change = (list: "payments" | "refunds" | "disputes", index: number, changes: Json) => {
    api.lists[list][index] = { ...api.lists[list][index], ...changes };
  };

  test("are read in pages of a hundred, however many fall into one second", async () => {
    for (let number = 0; number < 230; number++) razorpay.pay(number, 1_000, number < 130 ? daysAgo(3) : daysAgo(2));
    expect(await reconcile()).toMatchObject({ is_complete: true, counts: { recorded: 230 } });
    expect(await salesOf()).toHaveLength(230);
  });

  test("hold a payment that was captured days after it was made", async () => {
    razorpay.pay(1, 4_000, daysAgo(6));
    change("payments", 0, { status: "authorized" });
    await reconcile();
    expect(await salesOf()).toEqual([]);
    change("payments", 0, { status: "captured" });
    expect((await reconcile({ since: daysAgo(1) })).counts).toMatchObject({ missing: 1 });
    expect(await salesOf()).toEqual([{ amount: 4_000, refunded: 0, commission: 800 }]);
  });

  test("have an order asked for that was not delivered: its notes attribute the payment, and once", async () => {
    razorpay.pay(1, 4_000, daysAgo(1));
    change("payments", 0, { order_id: razorpayId("order", 1), notes: [] });
    const order = {
      id: razorpayId("order", 1),
      amount: 4_000,
      currency: "USD",
      notes: { svc_customer_key: customerKey },
    };
    api.lists.orders.push(order);
    expect((await reconcile()).counts).toMatchObject({ missing: 2 });
    expect(await salesOf()).toEqual([{ amount: 4_000, refunded: 0, commission: 800 }]);
    const webhook = eventOf("order.paid", { payment: api.lists.payments[0], order });
    expect(fieldOf(await deliver("razorpay", webhook), "status")).toBe("duplicate");
    api.asked.length = 0;
    await reconcile({ since: daysAgo(2) });
    expect(api.asked.filter((path) => path.startsWith("/v1/orders/"))).toEqual([]);
  });

  test("have a subscription's charges brought with it: the first one and a renewal", async () => {
    const subscription = objectAt(fixture("razorpay/subscription.charged.first"), "payload", "subscription", "entity");
    const id = razorpayId("sub", 1);
    api.lists.subscriptions.push({ ...subscription, id, paid_count: 2, notes: { svc_customer_key: customerKey } });
    for (const [number, days] of [40, 10].entries()) {
      razorpay.pay(number, 9_900, daysAgo(days));
      change("payments", number, {
        invoice_id: razorpayId("inv", number),
        order_id: razorpayId("order", number),
        notes: [],
      });
      const invoice = { id: razorpayId("inv", number), subscription_id: id, payment_id: razorpayId("pay", number) };
      const paid_at = secondsOf(daysAgo(days)) + 5;
      api.lists.invoices.push({ ...invoice, status: "paid", paid_at, created_at: secondsOf(daysAgo(days)) - 5 });
    }
    api.lists.invoices.push({
      id: "inv_of_none",
      status: "paid",
      payment_id: "pay_x",
      subscription_id: null,
      created_at: 1,
    });
    expect(await reconcile()).toMatchObject({ fault: null, is_complete: true });
    const sales = await asOwner<{ subscription_id: string; is_recurring: boolean; amount: number }>(
      databaseUrl,
      `select subscription_id, is_recurring, amount_cents::integer as amount from sale
        where program_id = $1 order by transaction_id`,
      [programId],
    );
    expect(sales).toEqual([
      { subscription_id: id, is_recurring: false, amount: 9_900 },
      { subscription_id: id, is_recurring: true, amount: 9_900 },
    ]);
    const charge = { payment: api.lists.payments[1], subscription: api.lists.subscriptions[0] };
    expect(fieldOf(await deliver("razorpay", eventOf("subscription.charged", charge)), "status")).toBe("duplicate");
  });

  test("bring the payment of a refund and of a dispute, however old it is", async () => {
    razorpay.pay(1, 4_000, daysAgo(300));
    razorpay.pay(2, 6_000, daysAgo(300));
    razorpay.refund(90, 1, 500, daysAgo(1));
    const dispute = objectAt(fixture("razorpay/payment.dispute.created"), "payload", "dispute", "entity");
    const own = { id: razorpayId("disp", 1), payment_id: razorpayId("pay", 2), amount: 6_000, currency: "USD" };
    api.lists.disputes.push({ ...dispute, ...own, created_at: secondsOf(daysAgo(100)) });
    await reconcile({ since: daysAgo(2) });
    change("disputes", 0, { status: "lost" });
    await reconcile({ since: daysAgo(2) });
    expect(await salesOf()).toEqual([
      { amount: 4_000, refunded: 500, commission: 700 },
      { amount: 6_000, refunded: 6_000, commission: 0 },
    ]);
    const lost = eventOf("payment.dispute.lost", { payment: api.lists.payments[1], dispute: api.lists.disputes[0] });
    expect(fieldOf(await deliver("razorpay", lost), "status")).toBe("duplicate");
  });

  test("take back a refund that failed, and nothing for one of a payment that was never captured", async () => {
    razorpay.pay(1, 4_000, daysAgo(9));
    razorpay.pay(2, 6_000, daysAgo(9));
    change("payments", 1, { captured: false, status: "refunded" });
    razorpay.refund(90, 1, 500, daysAgo(5));
    razorpay.refund(91, 2, 6_000, daysAgo(5));
    await reconcile();
    change("refunds", 0, { status: "failed" });
    await reconcile({ since: daysAgo(1) });
    expect((await salesOf())[0]).toEqual({ amount: 4_000, refunded: 0, commission: 800 });
  });

  test("are not asked for with a key of the other mode", async () => {
    await give(razorpayKey.replace("live", "test"));
    expect((await reconcile()).fault).toBe(
      "This API key is one for tests, and the connection is one for live payments.",
    );
    expect(api.asked).toEqual([]);
  });
});

test("both are reconciled by command and by the hour", () => {
  expect(reconcilableProviders).toEqual(expect.arrayContaining([...listing]));
});
