// Deliveries that only name a payment, through the front door against a fake of Mollie's API: what is requested, what is recorded of the
// answer, and that nothing is recorded without an answer.
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { adapters } from "../../../adapters/registry.ts";
import { addConnection } from "../../../src/access/connections.ts";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { setApiKey } from "../../../src/product/connections/provider-accounts.ts";
import { readBackApis } from "../../../src/product/connections/provider-apis/read-back-registry.ts";
import { checkReadBackKey } from "../../../src/product/connections/provider-read-backs.ts";
import { createTestDatabase } from "../../support/database.ts";
import { isRecord, parse, readFixtureFile } from "../../support/fixtures.ts";
import { redirectProviders } from "../../support/redirect-providers.ts";
import {
  asOwner,
  bindCustomer,
  createTestProgram,
  fieldOf,
  type ProgramAtHand,
  refusalOf,
  secretKey,
  startService,
} from "../../support/service.ts";
import { basicHeader, hmacHex, recurlyHeader } from "../../support/signing.ts";
import { startStandInApi } from "../../support/stand-in-api.ts";

const signingSecret = "mollie_signing_secret_1";
const apiKey = "live_key_of_this_account";
const testDatabase = await createTestDatabase();
const { url: databaseUrl, database } = testDatabase;
const service = await startService(databaseUrl);
const secrets = openSecrets([secretKey]);
const api = await startStandInApi();
const restore = redirectProviders(api.baseUrl);
afterAll(async () => {
  restore();
  await service.close();
  await api.close();
  await testDatabase.drop();
});
beforeEach(() => {
  api.answers.clear();
  api.asked.length = 0;
});

const program = await createTestProgram(database);
const { customerKey } = await bindCustomer(service, program, "customer-1");
const connectionId = await connect(program, apiKey);

async function connect({ programId }: ProgramAtHand, key: string | null, livemode = true): Promise<number> {
  const connection = { programId, provider: "mollie", livemode, secrets: [signingSecret] };
  const added = await addConnection(database, secrets, connection, operator);
  if (added === undefined) throw new Error("the connection was not added");
  if (key !== null) await setApiKey(database, secrets, { programId, connectionId: added, apiKey: key }, operator);
  return added;
}

function documentOf(fixture: string, changes: object): Record<string, unknown> {
  const json = parse(readFixtureFile(`mollie/${fixture}.written.json`));
  if (!isRecord(json)) throw new Error("a document is an object");
  return { ...json, ...changes };
}

let paymentsMade = 0;

/** A paid payment of 49.95 EUR by the bound customer, under an id of its own, as the API answers it from now on. */
function pay(changes: object = {}, embedded: object = {}): string {
  paymentsMade += 1;
  const id = `tr_Payment${paymentsMade}`;
  const metadata = { svc_customer_key: customerKey, program_id: String(program.programId) };
  const own = { id, metadata, customerId: null, billingAddress: null };
  const body = { ...documentOf("payment.paid", { ...own, ...changes }), _embedded: embedded };
  api.answers.set(`/v2/payments/${id}`, { status: 200, body });
  return id;
}

function notify(id: string, connection = connectionId) {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return service.post(`/webhooks/mollie/${connection}`, `id=${id}`, { headers });
}

type SaleRow = { amount_cents: number; refunded_cents: number; commission_cents: number };

const saleOf = (transactionId: string) =>
  asOwner<SaleRow>(
    databaseUrl,
    `select s.amount_cents::integer, s.refunded_cents::integer, c.amount_cents::integer as commission_cents
       from sale s join commission c using (program_id, sale_id) where s.transaction_id = $1`,
    [transactionId],
  );

async function eventCount(): Promise<number> {
  const [row] = await asOwner<{ count: number }>(databaseUrl, "select count(*)::integer as count from event");
  return row?.count ?? -1;
}

describe("a payment that is named", () => {
  test("is asked for with the connection's key, and its sale is recorded", async () => {
    const id = pay();
    const answer = await notify(id);
    expect([answer.status, fieldOf(answer, "status")]).toEqual([200, "recorded"]);
    expect(api.asked).toEqual([
      { question: `GET /v2/payments/${id}?embed=refunds%2Cchargebacks`, authorization: `Bearer ${apiKey}` },
    ]);
    expect(await saleOf(id)).toEqual([{ amount_cents: 4_995, refunded_cents: 0, commission_cents: 999 }]);
    const [kept] = await asOwner<{ headers: object; body: Buffer }>(
      databaseUrl,
      "select headers, body from delivery where event_id = $1",
      [fieldOf(answer, "event_id")],
    );
    expect(kept?.headers).toEqual({ "content-type": "application/json", "x-svc-read-back": id });
    expect(kept?.body.toString()).not.toContain(apiKey);
  });

  test("again, any number of times, is a duplicate", async () => {
    const id = pay();
    await notify(id);
    const before = await eventCount();
    const answers = await Promise.all(Array.from({ length: 20 }, () => notify(id)));
    expect(new Set(answers.map((answer) => fieldOf(answer, "status")))).toEqual(new Set(["duplicate"]));
    expect(await eventCount()).toBe(before);
  });

  test("and was refunded in part before it was reported brings both, to the cent", async () => {
    const refunds = [{ ...documentOf("refund.refunded.partial", {}), id: "re_A1" }];
    const id = pay({}, { refunds: refunds.map((one) => ({ ...one, paymentId: `tr_Payment${paymentsMade + 1}` })) });
    await notify(id);
    expect(await saleOf(id)).toEqual([{ amount_cents: 4_995, refunded_cents: 1_000, commission_cents: 799 }]);
  });

  test("then refunded in part, wholly, and charged back and reversed follows each", async () => {
    const id = pay();
    await notify(id);
    const answerWith = (refunds: object[], chargebacks: object[]) => {
      const metadata = { svc_customer_key: customerKey };
      const body = { ...documentOf("payment.paid", { id, metadata }), _embedded: { refunds, chargebacks } };
      api.answers.set(`/v2/payments/${id}`, { status: 200, body });
    };
    const part = documentOf("refund.pending.partial", { id: "re_B1", paymentId: id });
    answerWith([part], []);
    await notify(id);
    expect(await saleOf(id)).toMatchObject([{ refunded_cents: 1_000, commission_cents: 799 }]);
    answerWith([{ ...part, status: "failed" }], []);
    await notify(id);
    expect(await saleOf(id)).toMatchObject([{ refunded_cents: 0, commission_cents: 999 }]);
    const chargeback = documentOf("chargeback", {
      id: "chb_B1",
      paymentId: id,
      amount: { value: "49.95", currency: "EUR" },
    });
    answerWith([], [chargeback]);
    await notify(id);
    expect(await saleOf(id)).toMatchObject([{ refunded_cents: 4_995, commission_cents: 0 }]);
    answerWith([], [{ ...chargeback, reversedAt: "2026-03-20T08:00:00+00:00" }]);
    await notify(id);
    expect(await saleOf(id)).toMatchObject([{ refunded_cents: 0, commission_cents: 999 }]);
  });

  test("of a payment link is found by the link, in a signed event", async () => {
    const id = pay();
    api.answers.set("/v2/payment-links/pl_1/payments", { status: 200, body: { _embedded: { payments: [{ id }] } } });
    const body = JSON.stringify({ resource: "event", id: "event_1", type: "payment-link.paid", entityId: "pl_1" });
    const signedBy = (secret: string) =>
      service.post(`/webhooks/mollie/${connectionId}`, body, {
        headers: { "x-mollie-signature": `sha256=${hmacHex(secret, body)}` },
      });
    expect(refusalOf(await signedBy("another"))).toBe("400 invalid_signature");
    expect(api.asked).toEqual([]);
    expect(fieldOf(await signedBy(signingSecret), "status")).toBe("recorded");
    expect(await saleOf(id)).toHaveLength(1);
  });

  test("in test mode is a test event and no sale", async () => {
    const testing = await connect(program, "test_key_of_this_account", false);
    const id = pay({ mode: "test" });
    expect((await notify(id, testing)).status).toBe(200);
    expect(await saleOf(id)).toEqual([]);
  });
});

describe("nothing is recorded", () => {
  const counted = async (run: () => Promise<unknown>) => {
    const before = await eventCount();
    await run();
    expect(await eventCount()).toBe(before);
  };

  test("where the connection has no API key", () =>
    counted(async () => {
      const keyless = await connect(program, null);
      expect(refusalOf(await notify(pay(), keyless))).toBe("400 invalid_signature");
      expect(api.asked).toEqual([]);
    }));

  test("of an id that the account does not have", () =>
    counted(async () => {
      expect(refusalOf(await notify("tr_OfNobody"))).toBe("400 invalid_signature");
    }));

  test.each([500, 503, 429, 401, 403, 422])("while the API answers %i: Mollie is to deliver again", (status) =>
    counted(async () => {
      const id = pay();
      api.answers.set(`/v2/payments/${id}`, { status, body: { status } });
      const answer = await notify(id);
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(answer.text).not.toContain(apiKey);
    }),
  );

  test("while the API does not answer, and Mollie is answered within the time it waits", () =>
    counted(async () => {
      const id = pay();
      api.answers.set(`/v2/payments/${id}`, "never_answered");
      const began = performance.now();
      expect((await notify(id)).status).toBe(503);
      expect(performance.now() - began).toBeLessThan(10_000);
    }));

  test("of one connection too many at once, and another connection's are looked up meanwhile", () =>
    counted(async () => {
      const crowded = await connect(program, apiKey);
      const silent = pay();
      api.answers.set(`/v2/payments/${silent}`, "never_answered");
      const many = Array.from({ length: 40 }, () => notify(silent, crowded));
      await vi.waitUntil(() => api.asked.length === 32, { timeout: 20_000 });
      expect(refusalOf(await notify("tr_OfNobody"))).toBe("400 invalid_signature");
      const answers = await Promise.all(many);
      expect(answers.map(({ status }) => status)).toEqual(Array.from(answers, () => 503));
      expect(api.asked.filter(({ question }) => question.includes(silent))).toHaveLength(32);
    }));

  test("while the connection is live and its key is one for tests", () =>
    counted(async () => {
      const mixed = await connect(program, "test_key_of_this_account");
      expect((await notify(pay(), mixed)).status).toBe(503);
      expect(api.asked).toEqual([]);
    }));

  test("of a body that is more than an id", () =>
    counted(async () => {
      for (const body of ["id=tr_1&status=paid", "id=../../v2/organizations/me", "id="]) {
        const headers = { "content-type": "application/x-www-form-urlencoded" };
        const answer = await service.post(`/webhooks/mollie/${connectionId}`, body, { headers });
        expect(refusalOf(answer)).toBe("400 invalid_signature");
      }
      expect(api.asked).toEqual([]);
    }));
});

describe("an event of Chargebee", () => {
  const password = "hooks:a-long-random-password";
  const siteKey = "acme:live_key_of_the_site";

  async function connectChargebee(key: string | null): Promise<number> {
    const { programId } = program;
    const connection = { programId, provider: "chargebee", livemode: true, secrets: [password] };
    const added = await addConnection(database, secrets, connection, operator);
    if (added === undefined) throw new Error("the connection was not added");
    if (key !== null) await setApiKey(database, secrets, { programId, connectionId: added, apiKey: key }, operator);
    return added;
  }

  /** Of a payment by the bound customer, under names of its own. */
  function paymentEvent(name: string, amountCents: number): Record<string, unknown> {
    const json = parse(readFixtureFile("chargebee/payment_succeeded.written.json"));
    const content = isRecord(json) && isRecord(json.content) ? json.content : {};
    const transaction = { ...(isRecord(content.transaction) ? content.transaction : {}), subscription_id: null };
    const own = { id: `txn_${name}`, id_at_gateway: `ch_${name}`, amount: amountCents };
    const customer = { id: name, cf_svc_customer_key: customerKey };
    return {
      ...(isRecord(json) ? json : {}),
      id: `ev_${name}`,
      content: { transaction: { ...transaction, ...own }, customer },
    };
  }

  const deliver = (connection: number, event: unknown, secret = password) =>
    service.post(`/webhooks/chargebee/${connection}`, event, { headers: { authorization: basicHeader(secret) } });

  test("is what the site says of it, regardless of what was delivered under the password", async () => {
    const connection = await connectChargebee(siteKey);
    api.answers.set("/api/v2/events/ev_Real1", { status: 200, body: { event: paymentEvent("Real1", 4_900) } });
    const answer = await deliver(connection, paymentEvent("Real1", 4_900_000));
    expect([answer.status, fieldOf(answer, "status")]).toEqual([200, "recorded"]);
    expect(api.asked).toEqual([
      {
        question: "GET /api/v2/events/ev_Real1",
        authorization: `Basic ${Buffer.from("live_key_of_the_site:").toString("base64")}`,
      },
    ]);
    expect(await saleOf("txn_Real1")).toMatchObject([{ amount_cents: 4_900, commission_cents: 980 }]);
    const again = await deliver(connection, paymentEvent("Real1", 4_900));
    expect(fieldOf(again, "status")).toBe("duplicate");
  });

  test("that the site does not have is refused, and so is one whose id could not be asked for", async () => {
    const connection = await connectChargebee(siteKey);
    const before = await eventCount();
    expect(refusalOf(await deliver(connection, paymentEvent("Forged1", 4_900)))).toBe("400 invalid_signature");
    const strange = { ...paymentEvent("Forged2", 4_900), id: "../customers" };
    expect(refusalOf(await deliver(connection, strange))).toBe("400 invalid_signature");
    expect(refusalOf(await deliver(connection, paymentEvent("Forged3", 4_900), "hooks:wrong"))).toBe(
      "400 invalid_signature",
    );
    expect(await eventCount()).toBe(before);
  });

  test("is delivered again while the site does not answer", async () => {
    const connection = await connectChargebee(siteKey);
    api.answers.set("/api/v2/events/ev_Later1", { status: 500, body: {} });
    expect((await deliver(connection, paymentEvent("Later1", 4_900))).status).toBe(503);
    api.answers.set("/api/v2/events/ev_Later1", { status: 200, body: { event: paymentEvent("Later1", 4_900) } });
    expect(fieldOf(await deliver(connection, paymentEvent("Later1", 4_900)), "status")).toBe("recorded");
  });

  test("is read as it was delivered where the connection has no key, and the password is not kept", async () => {
    const connection = await connectChargebee(null);
    const answer = await deliver(connection, paymentEvent("Bare1", 1_999));
    expect(fieldOf(answer, "status")).toBe("recorded");
    expect(await saleOf("txn_Bare1")).toMatchObject([{ amount_cents: 1_999 }]);
    const [kept] = await asOwner<{ headers: object }>(databaseUrl, "select headers from delivery where event_id = $1", [
      fieldOf(answer, "event_id"),
    ]);
    expect(Object.keys(kept?.headers ?? {})).not.toContain("authorization");
    expect(api.asked).toEqual([]);
  });
});

describe("a notification of Recurly", () => {
  const endpointKey = "recurly_endpoint_key";

  /** The stand-in answers a purchase by the bound customer, and its account's custom fields. */
  function purchase(id: string, changes: object = {}): Record<string, unknown> {
    const json = parse(readFixtureFile("recurly/purchase.success.written.json"));
    const own = { id, gateway_reference: `ch_${id}`, subscription_ids: [], account: { id: "acc1", code: "x-1" } };
    return { ...(isRecord(json) ? json : {}), ...own, ...changes };
  }

  const account = { status: 200, body: { custom_fields: [{ name: "svc_customer_key", value: customerKey }] } };

  async function connectRecurly(key: string | null): Promise<number> {
    const { programId } = program;
    const connection = { programId, provider: "recurly", livemode: true, secrets: [endpointKey] };
    const added = await addConnection(database, secrets, connection, operator);
    if (added === undefined) throw new Error("the connection was not added");
    if (key !== null) await setApiKey(database, secrets, { programId, connectionId: added, apiKey: key }, operator);
    return added;
  }

  const notifyOf = (connection: number, id: string, event_type = "succeeded") => {
    const body = JSON.stringify({ id, object_type: "payment", event_type, uuid: "0" });
    const headers = {
      "recurly-signature": recurlyHeader(Buffer.from(body), [endpointKey], Math.floor(Date.now() / 1000)),
    };
    return service.post(`/webhooks/recurly/${connection}`, body, { headers });
  };

  test("brings the payment with its account's fields, and later its refund, though it names the purchase", async () => {
    const connection = await connectRecurly("recurly_private_key");
    api.answers.set("/accounts/acc1", account);
    api.answers.set("/transactions/svcpaid0001", { status: 200, body: purchase("svcpaid0001") });
    expect(fieldOf(await notifyOf(connection, "svcpaid0001"), "status")).toBe("recorded");
    expect(await saleOf("recurly:svcpaid0001")).toMatchObject([{ amount_cents: 4_900, commission_cents: 980 }]);

    const refund = { ...purchase("svcback0001"), type: "refund", amount: 9.5, original_transaction_id: "svcpaid0001" };
    const ofOther = { ...refund, id: "svcback0002", original_transaction_id: "svcother001" };
    api.answers.set("/transactions/svcpaid0001", { status: 200, body: purchase("svcpaid0001", { refunded: true }) });
    api.answers.set("/accounts/acc1/transactions", { status: 200, body: { data: [refund, ofOther] } });
    expect(fieldOf(await notifyOf(connection, "svcpaid0001", "refunded"), "status")).toBe("recorded");
    expect(await saleOf("recurly:svcpaid0001")).toMatchObject([{ refunded_cents: 950, commission_cents: 790 }]);
    expect(fieldOf(await notifyOf(connection, "svcpaid0001", "refunded"), "status")).toBe("duplicate");
  });

  test("records nothing without a key, of a transaction that is not there, or while the account cannot be read", async () => {
    const before = await eventCount();
    expect(refusalOf(await notifyOf(await connectRecurly(null), "svcpaid0002"))).toBe("400 invalid_signature");
    const connection = await connectRecurly("recurly_private_key");
    expect(refusalOf(await notifyOf(connection, "svcnobody01"))).toBe("400 invalid_signature");
    api.answers.set("/transactions/svcpaid0003", { status: 200, body: purchase("svcpaid0003") });
    api.answers.set("/accounts/acc1", { status: 503, body: {} });
    expect((await notifyOf(connection, "svcpaid0003")).status).toBe(503);
    expect(await eventCount()).toBe(before);
  });
});

test("a form is still no delivery of a provider that sends JSON", async () => {
  const connection = { programId: program.programId, provider: "stripe", livemode: true, secrets: ["whsec_1"] };
  const stripe = await addConnection(database, secrets, connection, operator);
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  expect(refusalOf(await service.post(`/webhooks/stripe/${stripe}`, "id=tr_1", { headers }))).toBe(
    "415 invalid_request",
  );
});

test("a key is tried out when it is set", async () => {
  api.answers.set("/v2/payments", { status: 200, body: { _embedded: { payments: [] } } });
  expect(await checkReadBackKey("mollie", true, apiKey)).toEqual({ kind: "accepted" });
  expect(await checkReadBackKey("mollie", false, apiKey)).toMatchObject({ kind: "refused" });
  api.answers.set("/v2/payments", { status: 401, body: {} });
  expect(await checkReadBackKey("mollie", true, apiKey)).toMatchObject({ kind: "refused" });
});

test("each adapter with a read-back has an API to read back from, and no other", () => {
  const wanted = adapters.filter(({ readBack }) => readBack !== undefined).map(({ provider }) => provider);
  expect([...readBackApis.keys()].toSorted()).toEqual(wanted.toSorted());
});
