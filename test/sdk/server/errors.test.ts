// Every error the service answers, as the server library passes it on, and what becomes of an unanswered call.
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { Svc, type SvcOptions } from "../../../sdk/src/server.ts";
import { createTestDatabase } from "../../support/database.ts";
import { startHttpWire } from "../../support/http-wire.ts";
import { asOwner, bindCustomer, createTestProgram, type RunningService, startService } from "../../support/service.ts";

const testDatabase = await createTestDatabase();
const { url: databaseUrl, database } = testDatabase;
const service = await startService(databaseUrl);
const wire = await startHttpWire(service.url);
const program = await createTestProgram(database);
const { customerKey: customerExternalId } = await bindCustomer(service, program, "customer-1");

const started: RunningService[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((other) => other.close()));
});
afterAll(async () => {
  await wire.close();
  await service.close();
  await testDatabase.drop();
});

const client = (options: Partial<SvcOptions> = {}): Svc =>
  new Svc({ apiKey: program.key, apiUrl: wire.url, maxRetries: 0, ...options });

let invoices = 0;
function newSale() {
  invoices += 1;
  return { customerExternalId, amount: 10_000, invoiceId: `invoice-${invoices}` };
}

async function salesOf(invoiceId: string): Promise<number> {
  const rows = await asOwner(databaseUrl, "select 1 from sale where transaction_id = $1", [invoiceId]);
  return rows.length;
}

/** A refusal with the message the service gave, which is said again, not reworded. */
const refused = (status: number, code: string, more: object = {}) => ({
  ok: false,
  status,
  data: null,
  error: expect.stringMatching(/\w+ \w+/),
  code,
  details: {},
  ...more,
});

describe("a sale is answered", () => {
  test("in the words of a server that sends its error as a plain string", async () => {
    const answer = new Response(JSON.stringify({ error: "Too many connections" }), { status: 503 });
    const result = await client({ fetch: async () => answer }).trackSale(newSale());
    expect(result).toEqual({ ok: false, status: 503, data: null, error: "Too many connections" });
  });

  test("422 for a currency that the service does not take", async () => {
    const result = await client().trackSale({ ...newSale(), currency: "XTS" });
    expect(result).toMatchObject({ status: 422, code: "unsupported_currency" });
  });

  test("400 invalid_request for a field that is malformed, by its name on the wire", async () => {
    const result = await client().trackSale({ ...newSale(), taxCents: 0.5 });
    const details = { fields: [{ field: "tax_cents", message: expect.any(String) }] };
    expect(result).toEqual(refused(400, "invalid_request", { details }));
    expect(result.error).toContain("tax_cents");
  });

  test.each([
    ["nobody", { customerExternalId: undefined }],
    ["a stranger", { customerExternalId: "a stranger" }],
    ["a click nobody made", { customerExternalId: null, clickId: "clk_1_AAAAAAAAAAAAAAAAAAAAAA" }],
  ])("400 no_attribution when it names %s, which does not throw", async (_, changes) => {
    expect(await client().trackSale({ ...newSale(), ...changes })).toEqual(refused(400, "no_attribution"));
  });

  test("401 unauthorized for a key that opens nothing", async () => {
    const result = await client({ apiKey: "aff_unknown" }).trackSale(newSale());
    expect(result).toEqual(refused(401, "unauthorized"));
  });

  test("409 duplicate_transaction for an invoice reported before, naming its sale", async () => {
    const sale = newSale();
    const first = await client().trackSale(sale);
    expect(await client().trackSale(sale)).toEqual(
      refused(409, "duplicate_transaction", { details: { sale_id: first.data?.sale_id } }),
    );
    expect(await salesOf(sale.invoiceId)).toBe(1);
  });

  test("422 unsupported_currency for another currency", async () => {
    const currency = "GBP" as unknown as "USD";
    expect(await client().trackSale({ ...newSale(), currency })).toEqual(refused(422, "unsupported_currency"));
  });

  test("429 rate_limited when there are too many, with how long to wait", async () => {
    const limited = await startService(databaseUrl, { RATE_LIMIT_KEY_PER_MINUTE: "1" });
    started.push(limited);
    const svc = client({ apiUrl: limited.url });
    expect((await svc.trackSale(newSale())).status).toBe(200);
    const result = await svc.trackSale(newSale());
    expect(result).toEqual({
      ok: false,
      status: 429,
      data: null,
      error: expect.stringContaining("Too many requests"),
      code: "rate_limited",
      retryAfterSeconds: expect.any(Number),
    });
    if (result.ok) throw new Error("it was not limited");
    expect(result.retryAfterSeconds).toBeGreaterThan(0);
    expect(result.retryAfterSeconds).toBeLessThanOrEqual(60);
  });

  test("500 internal_error when the service fails, and the same call is taken afterwards", async () => {
    const sale = newSale();
    await asOwner(databaseUrl, "alter table sale add constraint made_to_fail check (customer_key is null) not valid");
    const failed = await client().trackSale(sale);
    await asOwner(databaseUrl, "alter table sale drop constraint made_to_fail");
    expect(failed).toEqual(refused(500, "internal_error"));
    expect(await client().trackSale(sale)).toMatchObject({ ok: true, status: 200 });
    expect(await salesOf(sale.invoiceId)).toBe(1);
  });
});

describe("other calls are answered", () => {
  test("404 sale_not_found for a refund of what was never sold", async () => {
    const result = await client().trackRefund({ invoiceId: "never sold" });
    expect(result).toEqual(refused(404, "sale_not_found"));
  });

  test("422 refund_exceeds_sale for a refund of more than was paid", async () => {
    const sale = newSale();
    const { data } = await client().trackSale(sale);
    const result = await client().trackRefund({ invoiceId: sale.invoiceId, refundAmountCents: 10_001 });
    expect(result).toEqual(refused(422, "refund_exceeds_sale", { details: { sale_id: data?.sale_id } }));
  });

  test("400 no_attribution for a lead nothing leads to", async () => {
    expect(await client().trackLead({ customerExternalId: "a stranger" })).toEqual(refused(400, "no_attribution"));
  });

  test("401 unauthorized for a lead with a bad key, which is never taken for a browser's", async () => {
    const result = await client({ apiKey: "aff_unknown" }).trackLead({ customerExternalId });
    expect(result).toEqual(refused(401, "unauthorized"));
  });

  test("400 unknown_link for a click on a missing link, and 400 invalid_request without one", async () => {
    const result = await client().trackClick({ affiliateUrl: "https://shop.example/?aff=nobody" });
    expect(result).toEqual(refused(400, "unknown_link"));
    expect(await client().trackClick({})).toMatchObject({ ok: false, status: 400, code: "invalid_request" });
  });
});

describe("where the service does not answer", () => {
  const unanswered = (error: unknown) => ({ ok: false, status: 0, data: null, error });

  test("a refused connection is status 0 and names the address without a listener", async () => {
    const other = await startHttpWire(service.url);
    await other.close();
    const result = await client({ apiUrl: other.url }).trackSale(newSale());
    expect(result).toEqual(unanswered(expect.stringMatching(`^No answer from ${other.url}: .*ECONNREFUSED`)));
  });

  test("an answer cut off on its way is status 0", async () => {
    wire.next("lose half of the answer");
    const sale = newSale();
    expect(await client().trackSale(sale)).toEqual(unanswered(expect.stringContaining(`No answer from ${wire.url}`)));
    expect(await salesOf(sale.invoiceId)).toBe(1);
  });

  test("silence is status 0 after the time it was given", async () => {
    wire.next("never answer");
    const result = await client({ timeoutMs: 50 }).trackSale(newSale());
    expect(result).toEqual(unanswered(`No answer from ${wire.url}: nothing within 50 ms.`));
  });

  test("a fetch that ignores its signal is abandoned all the same", async () => {
    const fetch = () => new Promise<never>(() => undefined);
    const result = await client({ fetch, timeoutMs: 50 }).trackSale(newSale());
    expect(result).toEqual(unanswered(expect.stringContaining("nothing within 50 ms")));
  });

  test("a sign-in page behind a 200 is status 0, not a recorded sale", async () => {
    wire.next({ status: 200, headers: { "content-type": "text/html" }, body: "<h1>Sign in</h1>" });
    const result = await client().trackSale(newSale());
    expect(result).toEqual(unanswered(expect.stringContaining("a 200 that is no JSON object of the service")));
  });

  test("a gateway's own error is its status and status text", async () => {
    wire.next({ status: 502, headers: { "content-type": "text/html" }, body: "<h1>Bad gateway</h1>" });
    const result = await client().trackSale(newSale());
    expect(result).toEqual({ ok: false, status: 502, data: null, error: "Bad Gateway" });
  });

  test("a redirect is not followed, since a redirected POST loses its body", async () => {
    wire.next({ status: 301, headers: { location: "https://elsewhere.example/api/v1/track/sale" } });
    const sale = newSale();
    const result = await client().trackSale(sale);
    expect(result).toMatchObject({
      ok: false,
      status: 301,
      error: expect.stringContaining("https://elsewhere.example"),
    });
    expect(await salesOf(sale.invoiceId)).toBe(0);
  });

  test("what JSON cannot hold is a result, not a rejection", async () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    const result = await client().trackLead({ customerExternalId, additionalData: circular });
    expect(result).toEqual(unanswered(expect.stringMatching(/^Nothing was sent: .*circular/)));
  });
});

test("no result and no thrown error holds the key", async () => {
  const fetch = () => Promise.reject(new TypeError("fetch failed"));
  const svc = client({ fetch });
  const reported = [await svc.trackSale(newSale()), await client({ apiKey: "aff_secret" }).trackSale(newSale()), svc];
  expect(JSON.stringify(reported)).not.toContain(program.key);
  expect(JSON.stringify(reported)).not.toContain("aff_secret");
  expect(() => new Svc({ apiKey: "aff_secret\n" })).not.toThrow("aff_secret");
});
