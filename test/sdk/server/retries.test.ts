// Retries of the server library over a real wire: what is lost on it is made good where that is safe, and nothing is
// counted twice.
import { afterAll, describe, expect, test } from "vitest";
import { Svc, type SvcOptions } from "../../../sdk/src/server.ts";
import { createTestDatabase } from "../../support/database.ts";
import { type Mishap, startHttpWire } from "../../support/http-wire.ts";
import { asOwner, bindCustomer, clickOn, createTestProgram, startService } from "../../support/service.ts";
import { startTcpProxy } from "../../support/tcp-proxy.ts";

const testDatabase = await createTestDatabase();
const { url: databaseUrl, database } = testDatabase;
const proxy = await startTcpProxy(databaseUrl);
const service = await startService(proxy.url);
const wire = await startHttpWire(service.url);
const program = await createTestProgram(database);
const { customerKey: customerExternalId } = await bindCustomer(service, program, "customer-1");
afterAll(async () => {
  await wire.close();
  await service.close();
  await proxy.cut();
  await testDatabase.drop();
});

const client = (options: Partial<SvcOptions> = {}): Svc =>
  new Svc({ apiKey: program.key, apiUrl: wire.url, maxRetryDelayMs: 0, ...options });

let invoices = 0;
function newSale() {
  invoices += 1;
  return { customerExternalId, amount: 10_000, invoiceId: `invoice-${invoices}` };
}

async function countOf(sql: string, value: unknown): Promise<number> {
  return (await asOwner(databaseUrl, sql, [value])).length;
}
const salesOf = (invoiceId: string) => countOf("select 1 from sale where transaction_id = $1", invoiceId);
const clicksOf = (pageUrl: string) => countOf("select 1 from event where data ->> 'page_url' = $1", pageUrl);

/** How many requests went over the wire while `run` ran. */
async function attempts(run: () => Promise<unknown>): Promise<number> {
  const before = wire.requests.length;
  await run();
  return wire.requests.length - before;
}

const lost: Mishap = "lose the answer";
const badGateway: Mishap = { status: 502 };

describe("a sale whose answer is lost", () => {
  test("is asked again, recorded once, and answered 409 with its sale", async () => {
    wire.next(lost);
    const sale = newSale();
    const result = await client().trackSale(sale);
    const [row] = await asOwner<{ sale_id: number }>(
      databaseUrl,
      "select sale_id from sale where transaction_id = $1",
      [sale.invoiceId],
    );
    expect(result).toMatchObject({ ok: false, status: 409, details: { sale_id: row?.sale_id } });
    expect(await salesOf(sale.invoiceId)).toBe(1);
  });

  test("is abandoned after its retries, but recorded once", async () => {
    wire.next(lost, lost, lost);
    const sale = newSale();
    expect(await attempts(async () => expect((await client().trackSale(sale)).status).toBe(0))).toBe(3);
    expect(await salesOf(sale.invoiceId)).toBe(1);
  });

  test("is asked once where retries are switched off", async () => {
    wire.next(lost);
    expect(await attempts(() => client({ maxRetries: 0 }).trackSale(newSale()))).toBe(1);
  });
});

describe("a call that never arrived", () => {
  test.each<[string, Mishap]>([
    ["a gateway's 502", badGateway],
    ["a gateway's 504", { status: 504, body: "<h1>Gateway timeout</h1>" }],
    ["silence", "never answer"],
  ])("is made good after %s", async (_, mishap) => {
    wire.next(mishap);
    const sale = newSale();
    const result = await client({ timeoutMs: 2000 }).trackSale(sale);
    expect(result).toMatchObject({ ok: true, status: 200 });
    expect(await salesOf(sale.invoiceId)).toBe(1);
  });
});

describe("other calls whose answer is lost", () => {
  test("a refund is counted once", async () => {
    const { invoiceId } = newSale();
    await client().trackSale({ customerExternalId, amount: 10_000, invoiceId });
    wire.next(lost);
    const result = await client().trackRefund({ invoiceId, refundAmountCents: 2500 });
    expect(result.data).toMatchObject({ status: "skipped", refunded_total_cents: 2500 });
    wire.next(lost);
    const rest = await client().trackRefund({ invoiceId });
    expect(rest.data).toMatchObject({ status: "skipped", refunded_total_cents: 10_000 });
  });

  test("a lead is the same lead", async () => {
    const lead = { customerExternalId: "customer-2", clickId: await clickOn(service, program) };
    wire.next(lost);
    const result = await client().trackLead(lead);
    expect(result.ok).toBe(true);
    const sql = "select 1 from event where type = 'lead_reported' and data ->> 'customer_key' = $1";
    expect(await countOf(sql, "customer-2")).toBe(1);
  });

  test("a click is not retried, since that would be another click", async () => {
    wire.next(lost);
    const pageUrl = "https://shop.example/lost";
    const click = { affiliateUrl: program.link, pageUrl };
    expect(await attempts(async () => expect((await client().trackClick(click)).status).toBe(0))).toBe(1);
    expect(await clicksOf(pageUrl)).toBe(1);
  });

  test("a click that names the visitor's own is", async () => {
    const other = await createTestProgram(database);
    const existingClickId = await clickOn(service, other);
    wire.next(lost);
    const pageUrl = "https://shop.example/again";
    const result = await client().trackClick({ affiliateUrl: other.link, pageUrl, existingClickId });
    expect(result.data?.click_id).toBe(existingClickId);
    expect(await clicksOf(pageUrl)).toBe(0);
  });
});

describe("a refusal", () => {
  test.each<[string, object, number]>([
    ["400", { customerExternalId: "a stranger" }, 400],
    ["422", { currency: "GBP" }, 422],
  ])("%s is not asked again", async (_, changes, status) => {
    const sale = { ...newSale(), ...changes };
    expect(await attempts(async () => expect((await client().trackSale(sale)).status).toBe(status))).toBe(1);
  });

  test("401, 404 and 409 are not asked again", async () => {
    const sale = newSale();
    await client().trackSale(sale);
    expect(await attempts(() => client().trackSale(sale))).toBe(1);
    expect(await attempts(() => client({ apiKey: "aff_unknown" }).trackSale(sale))).toBe(1);
    expect(await attempts(() => client().trackRefund({ invoiceId: "never sold" }))).toBe(1);
  });
});

describe("Retry-After", () => {
  const busy = (status: number, retryAfter: string): Mishap => ({ status, headers: { "retry-after": retryAfter } });

  test.each([429, 503])("is waited for after %d", async (status) => {
    wire.next(busy(status, "1"));
    const patient = client({ maxRetryDelayMs: 5000 });
    expect((await patient.trackSale(newSale())).status).toBe(200);
    const [refused, taken] = wire.requests.slice(-2);
    expect((taken?.atMilliseconds ?? 0) - (refused?.atMilliseconds ?? 0)).toBeGreaterThanOrEqual(999);
  });

  test("that is longer than it may wait ends the call with the answer", async () => {
    wire.next(busy(503, "6"));
    const impatient = client({ maxRetryDelayMs: 5000 });
    let result: unknown;
    const made = await attempts(async () => {
      result = await impatient.trackSale(newSale());
    });
    expect(result).toMatchObject({ ok: false, status: 503, retryAfterSeconds: 6 });
    expect(made).toBe(1);
  });

  test("of a limit makes even a click that has no id again: it was refused before it was looked at", async () => {
    wire.next(busy(429, "0"));
    const pageUrl = "https://shop.example/limited";
    expect((await client().trackClick({ affiliateUrl: program.link, pageUrl })).status).toBe(200);
    expect(await clicksOf(pageUrl)).toBe(1);
  });
});

test("a sale reported while the database is away is recorded once it is back, by the same call", async () => {
  const sale = newSale();
  const before = wire.requests.length;
  await proxy.cut();
  const result = client({ maxRetries: 10, maxRetryDelayMs: 5000 }).trackSale(sale);
  await expect.poll(() => wire.requests.length).toBeGreaterThan(before);
  await expect.poll(() => service.logged.some((line) => line.includes("could not be recorded now"))).toBe(true);
  await proxy.mend();
  expect(await result).toMatchObject({ ok: true, status: 200 });
  expect(await salesOf(sale.invoiceId)).toBe(1);
});

test("a sale the service failed on is recorded once it no longer does, by the same call", async () => {
  const sale = newSale();
  await asOwner(databaseUrl, "alter table sale add constraint made_to_fail check (customer_key is null) not valid");
  const result = client({ maxRetries: 10, maxRetryDelayMs: 1000 }).trackSale(sale);
  await expect.poll(() => service.logged.some((line) => line.includes("made_to_fail"))).toBe(true);
  await asOwner(databaseUrl, "alter table sale drop constraint made_to_fail");
  expect(await result).toMatchObject({ ok: true, status: 200 });
  expect(await salesOf(sale.invoiceId)).toBe(1);
});
