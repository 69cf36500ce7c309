// What the server library refuses before it sends anything: by a throw where the interface says so, else by a result.
import { describe, expect, test } from "vitest";
import type { FetchRequest, SvcOptions } from "../../../sdk/src/server/settings.ts";
import DefaultSvc, { type LeadInput, type RefundInput, type SaleInput, Svc } from "../../../sdk/src/server.ts";

const sent: { url: string; request: FetchRequest }[] = [];

/** What would have gone over the wire; the answer says as little as one may. */
async function record(url: string, request: FetchRequest) {
  sent.push({ url, request });
  return { status: 200, json: async () => ({ success: true, message: "ok" }) };
}

const client = (options: Partial<SvcOptions> = {}): Svc => new Svc({ apiKey: "aff_1", fetch: record, ...options });
const sale: SaleInput = { customerExternalId: "user-1", amount: 100, invoiceId: "invoice-1" };

test("the class is the default export and has its name", () => {
  expect(DefaultSvc).toBe(Svc);
  expect(Svc.name).toBe("Svc");
});

describe("throws at once, and sends nothing:", () => {
  const svc = client();
  const lead = (input: object) => () => svc.trackLead(input as LeadInput);
  const saleOf = (changes: object) => () => svc.trackSale({ ...sale, ...changes } as SaleInput);
  const refund = (input: object) => () => svc.trackRefund(input as RefundInput);

  test.each([
    ["a lead without ids", lead({ email: "a@b.example" })],
    ["a lead whose ids are null", lead({ customerExternalId: null, clickId: null })],
    ["a lead whose ids are empty", lead({ customerExternalId: "", clickId: "" })],
    ["a sale without amount", saleOf({ amount: undefined })],
    ["a sale of nothing", saleOf({ amount: 0 })],
    ["a negative sale", saleOf({ amount: -1 })],
    ["a sale of half a cent", saleOf({ amount: 0.5 })],
    ["a sale of text", saleOf({ amount: "100" })],
    ["a sale of NaN", saleOf({ amount: Number.NaN })],
    ["a sale of infinity", saleOf({ amount: Number.POSITIVE_INFINITY })],
    ["a sale beyond 2^53", saleOf({ amount: 2 ** 53 })],
    ["a sale without invoice", saleOf({ invoiceId: undefined })],
    ["a sale with an empty invoice", saleOf({ invoiceId: "" })],
    ["a sale with a number for its invoice", saleOf({ invoiceId: 17 })],
    ["a sale with an invoice of 256 characters", saleOf({ invoiceId: "x".repeat(256) })],
    ["a refund without invoice", refund({})],
    ["a refund whose invoice is null", refund({ invoiceId: null })],
    ["a refund whose invoice is empty", refund({ invoiceId: "" })],
  ])("%s", (_, call) => {
    const before = sent.length;
    expect(call).toThrow(TypeError);
    expect(sent).toHaveLength(before);
  });
});

describe("does not throw, since the service says it better:", () => {
  test("a sale without a customer, a click without link, the smallest and the largest amount", async () => {
    const svc = client();
    expect(await svc.trackSale({ amount: 1, invoiceId: "x" })).toMatchObject({ ok: true });
    expect(await svc.trackSale({ ...sale, amount: 2 ** 53 - 1, invoiceId: "x".repeat(255) })).toMatchObject({
      ok: true,
    });
    expect(await svc.trackClick({})).toMatchObject({ ok: true });
  });
});

describe("is not sent, and its result says why:", () => {
  const svc = client();

  test.each([
    ["a test sale", { livemode: false }],
    ["a test sale in other words", { additionalData: { test_mode: true } }],
    ["a test sale as the wire has it", { additional_data: { test_mode: true } }],
  ])("%s, which would be booked as real", async (_, changes) => {
    const before = sent.length;
    const result = await svc.trackSale({ ...sale, ...changes });
    expect(result).toEqual({
      ok: false,
      status: 0,
      data: null,
      error: expect.stringContaining("Test sales are sent to"),
    });
    expect(result.error).toContain(Object.keys(changes)[0]);
    expect(sent).toHaveLength(before);
  });

  test.each([{ refundAmount: 500 }, { amount: 500 }, { refund_amount_cents: 500 }])(
    "a refund with %o, which would take everything back",
    async (changes) => {
      const before = sent.length;
      const result = await svc.trackRefund({ invoiceId: "invoice-1", ...changes });
      expect(result).toMatchObject({
        ok: false,
        status: 0,
        error: expect.stringContaining(Object.keys(changes)[0] ?? ""),
      });
      expect(sent).toHaveLength(before);
    },
  );
});

describe("what is sent", () => {
  test("is JSON with the key, and asks no cache", async () => {
    await client({ apiUrl: "https://track.example/base/" }).trackSale(sale);
    const last = sent.at(-1);
    expect(last?.url).toBe("https://track.example/base/api/v1/track/sale");
    expect(last?.request).toEqual({
      method: "POST",
      headers: { Authorization: "Bearer aff_1", "Content-Type": "application/json" },
      body: JSON.stringify({ customer_key: "user-1", amount_cents: 100, transaction_id: "invoice-1" }),
      redirect: "manual",
      signal: expect.any(AbortSignal),
      next: { revalidate: 0 },
    });
  });

  test("goes to this machine by default, never to an address that was not given", async () => {
    await client().trackSale(sale);
    expect(sent.at(-1)?.url).toBe("http://127.0.0.1:8080/api/v1/track/sale");
  });
});

describe("an option is refused when the client is made:", () => {
  test.each<[string, object, string]>([
    ["no key", { apiKey: undefined }, "apiKey"],
    ["an empty key", { apiKey: "" }, "apiKey"],
    ["a key with a line break", { apiKey: "aff_1\n" }, "apiKey"],
    ["an address without scheme", { apiUrl: "track.example" }, "apiUrl"],
    ["an address of another scheme", { apiUrl: "ftp://track.example" }, "apiUrl"],
    ["an address with a query", { apiUrl: "https://track.example/?a=b" }, "apiUrl"],
    ["an address with credentials", { apiUrl: "https://a:b@track.example" }, "apiUrl"],
    ["no time", { timeoutMs: 0 }, "timeoutMs"],
    ["endless time", { timeoutMs: Number.POSITIVE_INFINITY }, "timeoutMs"],
    ["half a retry", { maxRetries: 0.5 }, "maxRetries"],
    ["a negative wait", { maxRetryDelayMs: -1 }, "maxRetryDelayMs"],
  ])("%s", (_, options, named) => {
    expect(() => client(options)).toThrow(named);
  });

  test("a key without prefix is neither", () => {
    expect(() => client({ apiKey: "0123456789abcdef" })).not.toThrow();
  });
});

describe("where there is no fetch", () => {
  test("a client needs one of its own, and the global one is looked up at each call", async () => {
    const { fetch } = globalThis;
    try {
      Reflect.deleteProperty(globalThis, "fetch");
      expect(() => new Svc({ apiKey: "aff_1" })).toThrow("fetch");
      expect((await client().trackSale(sale)).ok).toBe(true);

      globalThis.fetch = fetch;
      const svc = new Svc({ apiKey: "aff_1" });
      globalThis.fetch = async () => Response.json({ success: true }, { status: 201 });
      expect((await svc.trackSale(sale)).status).toBe(201);
    } finally {
      globalThis.fetch = fetch;
    }
  });
});

test("in a browser it refuses to start, unless an option says that it is not one", () => {
  Object.assign(globalThis, { window: globalThis, document: {} });
  try {
    expect(() => client()).toThrow("must not run in a browser");
    expect(() => client({ dangerouslyAllowBrowser: true })).not.toThrow();
  } finally {
    Reflect.deleteProperty(globalThis, "window");
    Reflect.deleteProperty(globalThis, "document");
  }
});
