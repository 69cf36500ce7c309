// Reconciling Chargebee, Mollie and Recurly against stand-ins of their APIs: a payment or refund that is listed and one that is
// delivered count once in either order, to the cent; a run may be refused, misled or killed anywhere.
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { addConnection } from "../../../src/access/connections.ts";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { startBatcher } from "../../../src/engine/recording/batcher.ts";
import { setApiKey } from "../../../src/product/connections/provider-accounts.ts";
import { pagesByCursor, pagesMax } from "../../../src/product/connections/provider-apis/lists/list-pages.ts";
import {
  openReconciliation,
  type ReconcileReport,
  type ReconcileRequest,
  reconcilableProviders,
} from "../../../src/product/connections/reconcile.ts";
import { killChildren, startChild } from "../../support/child.ts";
import { createTestDatabase } from "../../support/database.ts";
import { isRecord, parse, readFixtureFile } from "../../support/fixtures.ts";
import { type Json, type ListingApi, type ListingProvider, startListingApi } from "../../support/listing-apis.ts";
import { redirectProviders } from "../../support/redirect-providers.ts";
import { asOwner, bindCustomer, createTestProgram, fieldOf, secretKey, startService } from "../../support/service.ts";
import { basicHeader, recurlyHeader } from "../../support/signing.ts";

const now = new Date("2026-01-31T12:00:00Z");
const signingSecret = "hooks:signing_secret_of_the_listed";
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

let api: ListingApi;
let restore: () => void = () => undefined;
let programId: number;
let customerKey: string;
let connectionId: number;
/** Makes every name of this file one of a kind. */
let places = 0;
afterEach(async () => {
  restore();
  await killChildren();
  await api.close();
});

async function begin(provider: ListingProvider, livemode = true): Promise<void> {
  places += 1;
  api = await startListingApi(provider);
  restore = redirectProviders(api.baseUrl);
  const program = await createTestProgram(database);
  ({ programId } = program);
  ({ customerKey } = await bindCustomer(service, program, `customer-${places}`));
  const connection = { programId, provider, livemode, secrets: [signingSecret] };
  connectionId = (await addConnection(database, secrets, connection, operator)) ?? 0;
  await give(api.apiKey);
}

async function give(apiKey: string): Promise<void> {
  await setApiKey(database, secrets, { programId, connectionId, apiKey }, operator);
}

const open = (at: Date) =>
  openReconciliation({
    database,
    batcher,
    secrets,
    now: () => at.getTime(),
    instead: { wait: async () => undefined },
  });

async function reconcile(request: Partial<ReconcileRequest> = {}, at = now): Promise<ReconcileReport> {
  const asked = { since: null, isDryRun: false, stop: never, ...request };
  const report = await open(at).reconcile(connectionId, asked);
  if (report === undefined) throw new Error("there is no account");
  return report;
}

const daysAgo = (days: number) => new Date(now.getTime() - days * millisecondsPerDay);

function fixture(name: string): Json {
  const json = parse(readFixtureFile(name));
  if (!isRecord(json)) throw new Error("a document is an object");
  return json;
}

type Name = string;

/** What happens at one provider, under names of its own: payments by the bound customer and partial refunds of them, in cents. */
type Shop = {
  readonly pay: (name: Name, cents: number, at: Date) => void;
  readonly refund: (name: Name, of: Name, cents: number, at: Date) => void;
  /** The webhook of a payment or of a refund. */
  readonly deliver: (name: Name) => ReturnType<typeof service.post>;
  readonly transactionOf: (name: Name) => string;
  /** The key of the other mode; null where no key says its mode. */
  readonly keyOfOtherMode: string | null;
  readonly emptyPage: Json;
};

const unique = (name: Name) => `Svc${places}x${name}`;
const secondsOf = (date: Date) => Math.floor(date.getTime() / 1000);
const euros = (cents: number) => ({ currency: "EUR", value: (cents / 100).toFixed(2) });

function chargebeeEvent(file: string, name: Name, at: Date, transaction: Json): Json {
  const json = fixture(file);
  const content = isRecord(json.content) ? json.content : {};
  const before = isRecord(content.transaction) ? content.transaction : {};
  const own = { id: `txn_${unique(name)}`, id_at_gateway: `gw_${unique(name)}`, subscription_id: null };
  const merged = { ...before, ...own, date: secondsOf(at), ...transaction };
  const customer = { id: unique("buyer"), cf_svc_customer_key: customerKey };
  const id = `ev_${unique(name)}`;
  return { ...json, id, occurred_at: secondsOf(at), content: { transaction: merged, customer } };
}

const chargebee: Shop = {
  pay: (name, cents, at) =>
    void api.lists.events.push(chargebeeEvent("chargebee/payment_succeeded.written.json", name, at, { amount: cents })),
  refund: (name, of, cents, at) => {
    const refunded = `txn_${unique(of)}`;
    const transaction = { amount: cents, refunded_txn_id: refunded, reference_transaction_id: refunded };
    api.lists.events.push(chargebeeEvent("chargebee/payment_refunded.partial.written.json", name, at, transaction));
  },
  deliver: (name) => {
    const event = api.lists.events.find(({ id }) => id === `ev_${unique(name)}`);
    const headers = { authorization: basicHeader(signingSecret) };
    return service.post(`/webhooks/chargebee/${connectionId}`, event, { headers });
  },
  transactionOf: (name) => `txn_${unique(name)}`,
  keyOfOtherMode: "acme-test:test_key_of_the_site",
  emptyPage: { list: [] },
};

const mollie: Shop = {
  pay: (name, cents, at) => {
    const own = { id: `tr_${unique(name)}`, amount: euros(cents), metadata: { svc_customer_key: customerKey } };
    const times = { createdAt: at.toISOString(), paidAt: at.toISOString() };
    const payment = fixture("mollie/payment.paid.written.json");
    api.lists.payments.push({ ...payment, ...own, ...times, customerId: null, billingAddress: null });
  },
  refund: (name, of, cents, at) => {
    const own = { id: `re_${unique(name)}`, paymentId: `tr_${unique(of)}`, amount: euros(cents) };
    const refund = fixture("mollie/refund.refunded.partial.written.json");
    api.lists.refunds.push({ ...refund, ...own, createdAt: at.toISOString() });
  },
  deliver: (name) => {
    const refund = api.lists.refunds.find(({ id }) => id === `re_${unique(name)}`);
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const id = refund?.paymentId ?? `tr_${unique(name)}`;
    return service.post(`/webhooks/mollie/${connectionId}`, `id=${id}`, { headers });
  },
  transactionOf: (name) => `tr_${unique(name)}`,
  keyOfOtherMode: "test_key_of_this_account",
  emptyPage: { _embedded: { payments: [], refunds: [], chargebacks: [] }, _links: {} },
};

function recurlyTransaction(file: string, name: Name, cents: number, at: Date): Json {
  const id = unique(name).toLowerCase();
  const accountId = unique("account").toLowerCase();
  api.accounts.set(accountId, { id: accountId, custom_fields: [{ name: "svc_customer_key", value: customerKey }] });
  const times = { collected_at: at.toISOString(), created_at: at.toISOString(), updated_at: at.toISOString() };
  const own = { id, amount: cents / 100, gateway_reference: `gw_${id}`, subscription_ids: [], ...times };
  return { ...fixture(file), ...own, account: { id: accountId, code: "none", email: null } };
}

const recurly: Shop = {
  pay: (name, cents, at) =>
    void api.lists.transactions.push(recurlyTransaction("recurly/purchase.success.written.json", name, cents, at)),
  refund: (name, of, cents, at) => {
    const refund = recurlyTransaction("recurly/refund.success.partial.written.json", name, cents, at);
    api.lists.transactions.push({ ...refund, original_transaction_id: unique(of).toLowerCase() });
  },
  deliver: (name) => {
    const notice = { id: unique(name).toLowerCase(), object_type: "payment", event_type: "succeeded", uuid: "0" };
    const body = JSON.stringify(notice);
    const signature = recurlyHeader(Buffer.from(body), [signingSecret], secondsOf(new Date()));
    return service.post(`/webhooks/recurly/${connectionId}`, body, { headers: { "recurly-signature": signature } });
  },
  transactionOf: (name) => `recurly:${unique(name).toLowerCase()}`,
  keyOfOtherMode: null,
  emptyPage: { object: "list", has_more: false, next: null, data: [] },
};

const shops = { chargebee, mollie, recurly };
const listing = ["chargebee", "mollie", "recurly"] as const;

type SaleRow = { amount: number; refunded: number; commission: number };

const saleOf = (transactionId: string) =>
  asOwner<SaleRow>(
    databaseUrl,
    `select s.amount_cents::integer as amount, s.refunded_cents::integer as refunded,
            c.amount_cents::integer as commission
       from sale s join commission c using (program_id, sale_id) where s.transaction_id = $1`,
    [transactionId],
  );

const salesOf = (id = programId) =>
  asOwner<SaleRow>(
    databaseUrl,
    `select s.amount_cents::integer as amount, s.refunded_cents::integer as refunded,
            c.amount_cents::integer as commission
       from sale s join commission c using (program_id, sale_id) where s.program_id = $1 order by s.transaction_id`,
    [id],
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
    for (let index = 0; index < 7; index++) shop.pay(`pay${index}`, 10_001 + index, daysAgo(20 - index));
    shop.refund("back0", "pay0", 1_000, daysAgo(9));
    shop.refund("back1", "pay0", 501, daysAgo(8));
    shop.refund("back2", "pay3", 10_004, daysAgo(7));
  }

  const trades = ["pay0", "pay1", "pay2", "pay3", "pay4", "pay5", "pay6", "back0", "back1", "back2"];
  const kept = [
    { amount: 10_001, refunded: 1_501, commission: 1_700 },
    { amount: 10_002, refunded: 0, commission: 2_000 },
    { amount: 10_003, refunded: 0, commission: 2_001 },
    { amount: 10_004, refunded: 10_004, commission: 0 },
    { amount: 10_005, refunded: 0, commission: 2_001 },
    { amount: 10_006, refunded: 0, commission: 2_001 },
    { amount: 10_007, refunded: 0, commission: 2_001 },
  ];

  test("never delivered is recorded from the oldest to the newest, to the cent, and counts once when it arrives", async () => {
    trade();
    const report = await reconcile();
    expect(report).toMatchObject({ is_complete: true, fault: null });
    expect(report.counts).toMatchObject({ seen: 10, known: 0, missing: 10 });
    expect(await salesOf()).toEqual(kept);
    const deliveries = await deliveriesOf();
    expect(new Set(deliveries.map(({ headers }) => headers["x-svc-received-by"]))).toEqual(new Set(["reconcile"]));
    for (const name of trades) {
      const answer = await shop.deliver(name);
      expect([answer.status, fieldOf(answer, "status")]).toEqual([200, "duplicate"]);
    }
    expect(await salesOf()).toEqual(kept);
    expect(await idsOf()).toHaveLength(10);
  });

  test("delivered is known, and nothing is recorded of it", async () => {
    trade();
    for (const name of trades) expect((await shop.deliver(name)).status).toBe(200);
    const before = await idsOf();
    expect(await salesOf()).toEqual(kept);
    const report = await reconcile();
    expect(report).toMatchObject({ is_complete: true, fault: null, missing: [] });
    expect(report.counts).toMatchObject({ seen: 10, known: 10, missing: 0 });
    expect(await idsOf()).toEqual(before);
    expect(await salesOf()).toEqual(kept);
  });

  test("delivered in part is completed: a refund that never arrived is taken off its payment", async () => {
    shop.pay("pay0", 4_995, daysAgo(3));
    await shop.deliver("pay0");
    expect(await saleOf(shop.transactionOf("pay0"))).toEqual([{ amount: 4_995, refunded: 0, commission: 999 }]);
    shop.refund("back0", "pay0", 1_000, daysAgo(2));
    const report = await reconcile();
    expect(report.counts).toMatchObject({ seen: 2, known: 1, missing: 1 });
    expect(await saleOf(shop.transactionOf("pay0"))).toEqual([{ amount: 4_995, refunded: 1_000, commission: 799 }]);
  });

  test("is only looked at in a dry run", async () => {
    trade();
    const report = await reconcile({ isDryRun: true });
    expect(report.counts).toMatchObject({ seen: 10, missing: 10, recorded: 0 });
    expect(await idsOf()).toEqual([]);
  });

  test("is asked for onwards by the next run, and again from the time that is named", async () => {
    trade();
    await reconcile();
    shop.pay("late", 5_000, new Date(now.getTime() + 1_000));
    const onwards = await reconcile({}, new Date(now.getTime() + 3_600_000));
    expect(onwards.since).toEqual(new Date(now.getTime() - 3_600_000));
    expect(onwards.counts).toMatchObject({ known: 0, missing: 1 });
    const again = await reconcile({ since: daysAgo(30) }, new Date(now.getTime() + 3_600_000));
    expect(again.counts).toMatchObject({ seen: 11, known: 11, missing: 0 });
    expect(await salesOf()).toHaveLength(8);
  });

  test("younger than the webhooks on their way is left to them by the schedule", async () => {
    shop.pay("old", 5_000, daysAgo(1));
    shop.pay("young", 5_000, new Date(now.getTime() - 60_000));
    const reports: ReconcileReport[] = [];
    await asOwner(databaseUrl, "update provider_account set claimed_at = now() where connection_id <> $1", [
      connectionId,
    ]);
    await open(now).runDue(never, (report) => void reports.push(report));
    expect(reports).toMatchObject([{ connection_id: connectionId, fault: null, counts: { seen: 1, missing: 1 } }]);
    expect(await saleOf(shop.transactionOf("young"))).toEqual([]);
  });

  test("is not lost when the process is killed in the middle, and counts once when it is repeated", {
    timeout: 60_000,
  }, async () => {
    trade();
    const held = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    let written = 0;
    api.onQuestion = async () => {
      written = (await idsOf()).length;
      if (written < 3) return;
      reached.resolve();
      await held.promise;
    };
    const script = new URL("../../support/reconcile-once.ts", import.meta.url);
    const child = startChild(script, [databaseUrl, secretKey, api.baseUrl, String(connectionId), now.toISOString()]);
    await reached.promise;
    child.process.kill("SIGKILL");
    expect((await child.exit).signal).toBe("SIGKILL");
    held.resolve();
    api.onQuestion = () => undefined;
    expect(written).toBeLessThan(10);

    const report = await reconcile();
    expect(report.counts.missing).toBe(10 - written);
    expect((await idsOf()).length).toBe(10);
    expect(await salesOf()).toEqual(kept);
  });

  test("is asked for at the provider's own host and nowhere else", async () => {
    const { fetch } = globalThis;
    const hosts = new Set<string>();
    globalThis.fetch = (input, init) => {
      hosts.add(new URL(String(input)).host);
      return fetch(input, init);
    };
    trade();
    await reconcile();
    globalThis.fetch = fetch;
    const own = { chargebee: "acme.chargebee.com", mollie: "api.mollie.com", recurly: "v3.recurly.com" };
    expect([...hosts]).toEqual([own[provider]]);
  });

  test("is not asked for with a key that the provider refuses, and the fault does not repeat the key", async () => {
    trade();
    const wrong = provider === "chargebee" ? "acme:live_key_of_nothing" : "live_key_of_nothing";
    await give(wrong);
    const report = await reconcile();
    expect(report).toMatchObject({ is_complete: false, fault: expect.stringMatching(/API key \(401/) });
    expect(JSON.stringify(report)).not.toContain("live_key_of_nothing");
    expect(api.asked).toHaveLength(1);
    expect(await idsOf()).toEqual([]);
  });

  const { keyOfOtherMode } = shop;
  test.skipIf(keyOfOtherMode === null)("is not asked for with a key of the other mode", async () => {
    await give(keyOfOtherMode ?? "");
    const report = await reconcile();
    expect(report.fault).toBe("This API key is one for tests, and the connection is one for live payments.");
    expect(api.asked).toEqual([]);
  });

  test.each([
    ["is no list", {}],
    ["is null", null],
    ["lists texts", { list: ["x"], _embedded: { payments: ["x"] }, data: ["x"], has_more: false }],
    [
      "lists things without a time",
      { list: [{ event: {} }], _embedded: { payments: [{}] }, data: [{}], has_more: false },
    ],
    ["says more and not where", { list: [], next_offset: "", _embedded: {}, data: [], has_more: true }],
  ])("is a fault where a page %s, and the next run goes on", async (_, body) => {
    trade();
    api.faults.push({ status: 200, body });
    const report = await reconcile();
    expect(report.is_complete).toBe(false);
    expect(report.fault).toMatch(/^(Chargebee|Mollie|Recurly) (answered with something|listed something|lists more)/);
    expect(await idsOf()).toEqual([]);
    expect((await reconcile()).counts.missing).toBe(10);
    expect(await salesOf()).toEqual(kept);
  });

  test("is a fault where a list comes back to the same page", async () => {
    const again = {
      chargebee: { ...shop.emptyPage, next_offset: '["1"]' },
      mollie: {
        _embedded: { payments: [{ id: "tr_1", createdAt: daysAgo(1).toISOString() }] },
        _links: { next: { href: "https://api.mollie.com/v2/payments?from=tr_1" } },
      },
      recurly: { ...shop.emptyPage, has_more: true, next: "/transactions?cursor=1" },
    };
    api.faults.push(...Array.from({ length: 5 }, () => ({ status: 200, body: again[provider] })));
    const report = await reconcile();
    expect(report.fault).toMatch(/repeats a page of its list: the list has no end\.$/);
    expect(api.asked).toHaveLength(2);
  });
});

describe("Mollie's lists", () => {
  beforeEach(() => begin("mollie"));
  const change = (list: "payments" | "refunds" | "chargebacks", index: number, changes: Json) => {
    api.lists[list][index] = { ...api.lists[list][index], ...changes };
  };

  test("bring the payment of a refund, however old it is", async () => {
    mollie.pay("old", 20_000, daysAgo(400));
    mollie.refund("back", "old", 5_000, daysAgo(1));
    const report = await reconcile({ since: daysAgo(2) });
    expect(report.counts).toMatchObject({ seen: 2, missing: 2 });
    expect(await idsOf()).toEqual([`tr_${unique("old")}:paid`, `re_${unique("back")}:refunded`]);
    expect(await salesOf()).toEqual([{ amount: 20_000, refunded: 5_000, commission: 3_000 }]);
    expect(fieldOf(await mollie.deliver("old"), "status")).toBe("duplicate");
  });

  test("hold a payment that was created long before it was paid", async () => {
    mollie.pay("transfer", 3_000, daysAgo(90));
    await reconcile({ since: daysAgo(2) });
    expect(await salesOf()).toEqual([]);
    change("payments", 0, { paidAt: daysAgo(1).toISOString() });
    await reconcile({ since: daysAgo(2) });
    expect(await salesOf()).toEqual([{ amount: 3_000, refunded: 0, commission: 600 }]);
  });

  test("leave out what is not paid", async () => {
    for (const status of ["open", "expired", "failed", "canceled", "authorized"]) {
      mollie.pay(status, 3_000, daysAgo(1));
      change("payments", api.lists.payments.length - 1, { status, paidAt: null });
    }
    expect((await reconcile()).counts.seen).toBe(0);
  });

  test("give back a refund that failed weeks later, and follow a chargeback and its reversal", async () => {
    mollie.pay("pay", 10_000, daysAgo(60));
    mollie.refund("back", "pay", 2_500, daysAgo(50));
    await reconcile();
    expect(await salesOf()).toEqual([{ amount: 10_000, refunded: 2_500, commission: 1_500 }]);
    change("refunds", 0, { status: "failed" });
    await reconcile({ since: daysAgo(2) });
    expect(await salesOf()).toEqual([{ amount: 10_000, refunded: 0, commission: 2_000 }]);

    const own = { id: `chb_${unique("bank")}`, paymentId: `tr_${unique("pay")}`, amount: euros(10_000) };
    api.lists.chargebacks.push({
      ...fixture("mollie/chargeback.written.json"),
      ...own,
      createdAt: daysAgo(30).toISOString(),
    });
    await reconcile({ since: daysAgo(40) });
    expect(await salesOf()).toEqual([{ amount: 10_000, refunded: 10_000, commission: 0 }]);
    change("chargebacks", 0, { reversedAt: daysAgo(1).toISOString() });
    const report = await reconcile({ since: daysAgo(2) });
    expect(report.counts.missing).toBe(1);
    expect(await salesOf()).toEqual([{ amount: 10_000, refunded: 0, commission: 2_000 }]);
  });

  test("of another mode than the connection's are refused, regardless of how the key looks", async () => {
    mollie.pay("pay", 3_000, daysAgo(1));
    change("payments", 0, { mode: "test" });
    const report = await reconcile();
    expect(report.fault).toMatch(/listed an event of test mode, but this connection is one for live payments/);
    expect(await idsOf()).toEqual([]);
  });

  test("that grow while they are read lose nothing", async () => {
    for (let index = 0; index < 7; index++) mollie.pay(`pay${index}`, 1_000, daysAgo(9 - index));
    let asked = 0;
    api.onQuestion = () => {
      asked += 1;
      if (asked === 3) for (const name of ["new0", "new1"]) mollie.pay(name, 1_000, now);
    };
    await reconcile();
    expect(await salesOf()).toHaveLength(7);
  });
});

describe("Recurly's list", () => {
  beforeEach(() => begin("recurly"));
  const change = (index: number, changes: Json) => {
    api.lists.transactions[index] = { ...api.lists.transactions[index], ...changes };
  };

  test("holds a void and a chargeback under the time of the change", async () => {
    recurly.pay("void", 5_000, daysAgo(80));
    recurly.pay("bank", 7_000, daysAgo(80));
    await reconcile();
    change(0, { status: "void", updated_at: daysAgo(1).toISOString() });
    change(1, { status: "chargeback", updated_at: daysAgo(1).toISOString() });
    const report = await reconcile({ since: daysAgo(2) });
    expect(report.counts).toMatchObject({ seen: 2, missing: 2 });
    expect((await salesOf()).map(({ commission }) => commission)).toEqual([0, 0]);
  });

  test("leaves out what the adapter does not count", async () => {
    for (const changes of [{ status: "declined" }, { type: "verify" }, { type: "authorization" }]) {
      recurly.pay(`not${api.lists.transactions.length}`, 3_000, daysAgo(1));
      change(api.lists.transactions.length - 1, changes);
    }
    expect((await reconcile()).counts.seen).toBe(0);
  });

  test("asks for the account of a missing payment only, and waits while it cannot be read", async () => {
    recurly.pay("pay", 5_000, daysAgo(1));
    const [accountId = ""] = api.accounts.keys();
    const fields = api.accounts.get(accountId) ?? {};
    api.onQuestion = () => {
      if (api.asked.at(-1)?.startsWith("/accounts/")) api.faults[0] = { status: 503, body: {} };
    };
    expect((await reconcile()).fault).toMatch(/has a fault of its own \(503\)/);
    expect(await idsOf()).toEqual([]);
    api.onQuestion = () => undefined;
    await reconcile();
    expect(await salesOf()).toEqual([{ amount: 5_000, refunded: 0, commission: 1_000 }]);
    api.asked.length = 0;
    await reconcile({ since: daysAgo(2) });
    expect(api.asked.filter((path) => path.startsWith("/accounts/"))).toEqual([]);
    expect(fields.id).toBe(accountId);
  });

  test("records a payment by its account's code where the account is gone", async () => {
    recurly.pay("pay", 5_000, daysAgo(1));
    api.accounts.clear();
    change(0, { account: { id: "gone0000001", code: customerKey } });
    expect(await reconcile()).toMatchObject({ fault: null, counts: { missing: 1 } });
    expect(await salesOf()).toEqual([{ amount: 5_000, refunded: 0, commission: 1_000 }]);
  });

  test("may hold a payment of the test gateway among live ones: a test, and no sale", async () => {
    recurly.pay("trial", 5_000, daysAgo(2));
    change(0, { payment_gateway: { type: "test" } });
    recurly.pay("pay", 6_000, daysAgo(1));
    expect(await reconcile()).toMatchObject({ fault: null, counts: { missing: 2 } });
    expect(await salesOf()).toEqual([{ amount: 6_000, refunded: 0, commission: 1_200 }]);
    expect(fieldOf(await recurly.deliver("trial"), "status")).toBe("duplicate");
  });
});

test("a list of ever new pages ends at a limit", async () => {
  let asked = 0;
  const pages = pagesByCursor({ name: "A provider", stop: never }, async () => {
    asked += 1;
    return { items: [], next: String(asked) };
  });
  await expect(async () => {
    for await (const _ of pages);
  }).rejects.toThrow(`A provider lists more than ${pagesMax} pages`);
  expect(asked).toBe(pagesMax);
});

test("the providers that list what happened are the ones that are reconciled", () => {
  expect(reconcilableProviders).toEqual(expect.arrayContaining(["stripe", "paddle", ...listing]));
});
