// POST /webhooks/:provider/:connectionId: what a provider is answered, when, and what is kept of its delivery.
import { afterAll, describe, expect, test } from "vitest";
import { addConnection } from "../../../src/access/connections.ts";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { addPartner } from "../../../src/product/programs/change.ts";
import { createTestDatabase } from "../../support/database.ts";
import { changed, readFixtureFile } from "../../support/fixtures.ts";
import {
  asOwner,
  bindCustomer,
  clickOn,
  createTestProgram,
  fieldOf,
  type ProgramAtHand,
  refusalOf,
  secretKey,
  startService,
} from "../../support/service.ts";
import { stripeHeaders } from "../../support/signing.ts";
import { inObject, refund as refundFixture, session as sessionFixture } from "../../support/stripe-readings.ts";

const badSignaturesPerMinute = 20;
const testDatabase = await createTestDatabase();
const { url: databaseUrl, database } = testDatabase;
const service = await startService(databaseUrl, {
  RATE_LIMIT_BAD_SIGNATURES_PER_MINUTE: String(badSignaturesPerMinute),
  TRUST_PROXY_HOPS: "1",
});
afterAll(async () => {
  await service.close();
  await testDatabase.drop();
});

const secret = "whsec_of_this_connection";
const program = await createTestProgram(database);
const { customerKey } = await bindCustomer(service, program, "customer-1");
const connectionId = await connect(program, true);

async function connect({ programId }: ProgramAtHand, livemode: boolean): Promise<number> {
  const connection = { programId, provider: "stripe", livemode, secrets: [secret] };
  const added = await addConnection(database, openSecrets([secretKey]), connection, operator);
  if (added === undefined) throw new Error("the connection was not added");
  return added;
}

let eventsMade = 0;

/** A paid checkout of 59.50 EUR by the bound customer, under event and payment ids of its own. */
function checkout(...changes: readonly (readonly [path: readonly (string | number)[], value: unknown])[]): Buffer {
  eventsMade += 1;
  const own = [
    [["id"], `evt_${eventsMade}`],
    [inObject("id"), `cs_${eventsMade}`],
    [inObject("payment_intent"), `pi_${eventsMade}`],
    [inObject("customer_details", "email"), null],
    [inObject("metadata"), { svc_customer_key: customerKey, program_id: String(program.programId) }],
  ] as const;
  const body = readFixtureFile(`stripe/${sessionFixture}.json`);
  return [...own, ...changes].reduce<Buffer>((bytes, [path, value]) => changed(bytes, path, value), body);
}

type Sent = { readonly secret?: string; readonly headers?: Record<string, string>; readonly path?: string };

function deliver(body: Buffer, sent: Sent = {}) {
  const signed = stripeHeaders(body, [sent.secret ?? secret], Math.floor(Date.now() / 1000));
  const headers = { "content-type": "application/json; charset=utf-8", ...signed, ...sent.headers };
  const path = sent.path ?? `/webhooks/stripe/${connectionId}`;
  return service.post(path, Uint8Array.from(body), { headers });
}

async function eventCount(): Promise<number> {
  const [row] = await asOwner<{ count: number }>(databaseUrl, "select count(*) as count from event");
  return row?.count ?? -1;
}

describe("a delivery", () => {
  test("of a payment is recorded: sale, commission and fee, and the exact bytes", async () => {
    const body = checkout();
    const answer = await deliver(body);
    const eventId = fieldOf(answer, "event_id");
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ received: true, success: true, status: "recorded", event_id: eventId });
    const [row] = await asOwner<{ body: Buffer }>(
      databaseUrl,
      `select d.body, d.headers, s.amount_cents, s.currency, c.amount_cents as commission, f.amount_cents as fee
         from delivery d
         join sale s on s.program_id = d.program_id and s.sale_id = d.event_id
         join commission c on c.program_id = s.program_id and c.sale_id = s.sale_id
         join platform_fee f on f.program_id = s.program_id and f.sale_id = s.sale_id
        where d.event_id = $1`,
      [eventId],
    );
    expect(row?.body.equals(body)).toBe(true);
    expect(row).toMatchObject({ amount_cents: 5950, currency: "EUR", commission: 1190, fee: 208 });
    expect(row).toMatchObject({ headers: { "stripe-signature": expect.stringContaining("v1=") } });
  });

  test("that comes twice is a duplicate under the same event id", async () => {
    const body = checkout();
    const first = await deliver(body);
    const again = await deliver(body);
    expect(again.body).toEqual({
      received: true,
      success: true,
      status: "duplicate",
      event_id: fieldOf(first, "event_id"),
    });
  });

  test("that comes ten times at once is one sale", async () => {
    const body = checkout();
    const answers = await Promise.all(Array.from({ length: 10 }, () => deliver(body)));
    expect(answers.map((answer) => fieldOf(answer, "status")).sort()).toEqual([
      ...Array.from({ length: 9 }, () => "duplicate"),
      "recorded",
    ]);
    expect(new Set(answers.map((answer) => fieldOf(answer, "event_id"))).size).toBe(1);
  });

  test.each([
    ["a kind of event we do not use is ignored", [[["type"], "customer.created"]]],
    ["another program's metadata is ignored", [[inObject("metadata", "program_id"), "999999"]]],
    ["a currency we do not have is ignored", [[inObject("currency"), "gbp"]]],
  ] as const)("with %s, and kept", async (_, changes) => {
    const events = await eventCount();
    const answer = await deliver(checkout(...changes));
    expect(answer.body).toMatchObject({ received: true, status: "ignored" });
    expect(await eventCount()).toBe(events + 1);
  });

  test("of an unknown customer is parked, and settles with the lead", async () => {
    const clickId = await clickOn(service, program);
    const answer = await deliver(checkout([inObject("metadata"), { svc_customer_key: "late" }]));
    expect(answer.body).toMatchObject({ received: true, status: "parked" });
    await bindCustomer(service, program, "late", clickId);
    const sales = await asOwner<object>(databaseUrl, "select sale_id from sale where customer_key = 'late'");
    expect(sales).toEqual([{ sale_id: fieldOf(answer, "event_id") }]);
  });

  test("received before the click earns nothing by it, even if a later event names it", async () => {
    const before = { svc_customer_key: "too-late", svc_visitor_id: "v1" };
    const answer = await deliver(checkout([inObject("metadata"), before]));
    await bindCustomer(service, program, "too-late");
    const sales = () => asOwner<object>(databaseUrl, "select sale_id from sale where customer_key = 'too-late'");
    expect(await sales()).toEqual([]);
    const next = await deliver(checkout([inObject("metadata"), before]));
    expect(answer.body).toMatchObject({ status: "parked" });
    expect(await sales()).toEqual([{ sale_id: fieldOf(next, "event_id") }]);
  });

  test("by a frozen customer is not moved by a rival's click in its metadata", async () => {
    const rival = await createTestProgram(database);
    const partnerId = await addPartner(
      database,
      { programId: rival.programId, name: "Rival", code: "rival" },
      operator,
    );
    const path = `/webhooks/stripe/${await connect(rival, true)}`;
    await bindCustomer(service, rival, "frozen");
    await deliver(checkout([inObject("metadata"), { svc_customer_key: "frozen" }]), { path });
    const click = await clickOn(service, { ...rival, link: "https://shop.example/?aff=rival" });
    const metadata = { svc_customer_key: "frozen", svc_click_id: click };
    expect((await deliver(checkout([inObject("metadata"), metadata]), { path })).body).toMatchObject({
      status: "recorded",
    });
    const sales = await asOwner<{ partner_id: number }>(
      databaseUrl,
      "select partner_id from sale where program_id = $1",
      [rival.programId],
    );
    expect(sales.map((sale) => sale.partner_id)).toEqual([rival.partnerId, rival.partnerId]);
    expect(rival.partnerId).not.toBe(partnerId);
  });

  test("of an unknown customer with another's e-mail waits for a lead of its own", async () => {
    const email = [inObject("customer_details", "email"), "shared@example.com"] as const;
    const own = [inObject("metadata"), { svc_customer_key: customerKey }] as const;
    expect((await deliver(checkout(email, own))).body).toMatchObject({ status: "recorded" });
    const other = [inObject("metadata"), { svc_customer_key: "their-partner" }] as const;
    expect((await deliver(checkout(email, other))).body).toMatchObject({ status: "parked" });
    expect(await asOwner(databaseUrl, "select 1 from customer where customer_key = 'their-partner'")).toEqual([]);
  });

  test("of a refund whose payment is unknown is parked", async () => {
    const body = readFixtureFile(`stripe/${refundFixture}.json`);
    expect((await deliver(body)).body).toMatchObject({ received: true, status: "parked" });
  });

  test("that we should understand and cannot is kept as failed, and the provider need not come again", async () => {
    const answer = await deliver(checkout([inObject("amount_total"), "a lot"]));
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ received: true, success: true, status: "failed" });
  });

  test("outside the attribution window is reported as ignored", async () => {
    const late = await createTestProgram(database);
    await bindCustomer(service, late, "old");
    await asOwner(
      databaseUrl,
      "update customer set clicked_at = clicked_at - interval '61 days' where program_id = $1",
      [late.programId],
    );
    const body = checkout([inObject("metadata"), { svc_customer_key: "old" }]);
    const answer = await deliver(body, { path: `/webhooks/stripe/${await connect(late, true)}` });
    expect(answer.body).toMatchObject({ received: true, status: "ignored" });
  });

  test.each([
    ["its payload says so", [["livemode"], false], true],
    ["its connection says so", [["livemode"], true], false],
  ] as const)("is a flagged test event when %s", async (_, change, livemode) => {
    const path = `/webhooks/stripe/${await connect(program, livemode)}`;
    const answer = await deliver(checkout(change), { path });
    const eventId = fieldOf(answer, "event_id");
    const [event] = await asOwner<object>(databaseUrl, "select is_test from event where id = $1", [eventId]);
    expect(event).toEqual({ is_test: true });
    expect(await asOwner(databaseUrl, "select 1 from sale where sale_id = $1", [eventId])).toEqual([]);
  });

  test("without a content type is believed, since its signature covers the bytes", async () => {
    const body = checkout();
    const headers = stripeHeaders(body, [secret], Math.floor(Date.now() / 1000));
    const response = await service.request(`/webhooks/stripe/${connectionId}`, {
      method: "POST",
      headers,
      body: Uint8Array.from(body),
    });
    expect(response.status).toBe(200);
  });

  test("of 200 KiB is taken, since a webhook may be larger than a tracking call", async () => {
    const body = checkout([inObject("client_reference_id"), "x".repeat(200_000)]);
    expect((await deliver(body)).status).toBe(200);
  });
});

describe("a delivery is refused, and leaves nothing,", () => {
  const from = (address: string) => ({ "x-forwarded-for": address });

  test.each([
    ["when nothing signed it", { headers: { "stripe-signature": "" } }],
    ["when another secret signed it", { secret: "whsec_of_another" }],
    ["when it was signed an hour ago", { headers: stripeHeaders(checkout(), [secret], 1_700_000_000) }],
  ])("with 400 %s", async (_, sent: Sent) => {
    const events = await eventCount();
    const headers = { ...from("198.51.100.1"), ...sent.headers };
    expect(refusalOf(await deliver(checkout(), { ...sent, headers }))).toBe("400 invalid_signature");
    expect(await eventCount()).toBe(events);
  });

  test("with 400 when it is empty", async () => {
    const headers = from("198.51.100.2");
    const answer = await deliver(Buffer.alloc(0), { headers, secret: "whsec_of_another" });
    expect(refusalOf(answer)).toBe("400 invalid_signature");
  });

  test("without saying what was wrong with the signature", async () => {
    const answers = await Promise.all([
      deliver(checkout(), { secret: "whsec_of_another", headers: from("198.51.100.3") }),
      deliver(checkout(), { headers: { ...from("198.51.100.3"), "stripe-signature": "garbage" } }),
    ]);
    const [first, second] = answers.map((answer) => fieldOf(answer, "error.message"));
    expect(first).toBe(second);
  });

  test.each([
    "/webhooks/stripe/999999",
    "/webhooks/stripe/0",
    "/webhooks/stripe/-1",
    "/webhooks/stripe/1e3",
    "/webhooks/stripe/9007199254740993",
    "/webhooks/stripe/one",
    `/webhooks/nobody/${connectionId}`,
    `/webhooks/paddle/${connectionId}`,
    `/webhooks/__proto__/${connectionId}`,
  ])("with 404 at %s", async (path) => {
    expect(refusalOf(await deliver(checkout(), { path }))).toBe("404 unknown_connection");
  });

  test("with 413 when it is larger than 1 MiB", async () => {
    const body = checkout([inObject("client_reference_id"), "x".repeat(1_048_576)]);
    expect(refusalOf(await deliver(body))).toBe("413 invalid_request");
  });

  test.each(["application/x-www-form-urlencoded", "text/plain", "application/json; charset=utf-16"])(
    "with 415 when it is %s",
    async (contentType) => {
      const answer = await deliver(checkout(), { headers: { "content-type": contentType } });
      expect(refusalOf(answer)).toBe("415 invalid_request");
    },
  );

  test("with 429 when its address sent too many wrong signatures; a right one still passes", async () => {
    const headers = from("198.51.100.9");
    const bad = () => deliver(checkout(), { secret: "whsec_of_another", headers });
    for (let sent = 0; sent < badSignaturesPerMinute; sent++) {
      expect(refusalOf(await bad())).toBe("400 invalid_signature");
    }
    const limited = await bad();
    expect(limited.status).toBe(429);
    expect(limited.body).toEqual({
      error: { code: "rate_limited", message: expect.any(String), retry_after_seconds: expect.any(Number) },
    });
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await deliver(checkout(), { headers })).status).toBe(200);
    expect(refusalOf(await deliver(checkout(), { secret: "whsec_of_another" }))).toBe("400 invalid_signature");
  });
});

describe("the metrics", () => {
  test("count deliveries by what became of them, and wrong signatures by what was wrong", async () => {
    await deliver(checkout());
    await deliver(checkout(), { secret: "whsec_of_another", headers: { "x-forwarded-for": "198.51.100.10" } });
    const { text } = await service.request("/metrics");
    expect(text).toMatch(/svc_deliveries_total\{provider="stripe",status="recorded"} [1-9]/);
    expect(text).toMatch(/svc_bad_signatures_total\{provider="stripe",fault="signature_mismatch"} [1-9]/);
    expect(text).not.toContain("nobody");
  });
});
