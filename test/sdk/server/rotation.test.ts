// A key that must be regenerated: what the server library makes of the service's warnings, and of the refusal that follows.
// The answers are worded as the contract words them and come over a real wire.
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { Svc, type SvcOptions, type SvcWarning } from "../../../sdk/src/server.ts";
import { type Mishap, startHttpWire } from "../../support/http-wire.ts";

const wire = await startHttpWire("http://127.0.0.1:1");
afterAll(() => wire.close());
afterEach(() => vi.restoreAllMocks());

const warning = {
  code: "api_key_rotation_required",
  message: "This key must be regenerated.",
  hint: "Regenerate the key in the program's settings.",
  rotate_by: "2026-12-01T00:00:00Z",
  docs_url: "https://track.example/docs/errors#api_key_rotation_required",
};
const signals = {
  "content-type": "application/json",
  deprecation: "@1793491200",
  sunset: "Tue, 01 Dec 2026 00:00:00 GMT",
};

const answer = (status: number, body: object): Mishap => ({ status, headers: signals, body: JSON.stringify(body) });
const taken = { success: true, sale_id: 1, commission_id: 1, message: "Sale recorded.", warnings: [warning] };
const duplicate = {
  data: null,
  error: {
    status: 409,
    name: "ConflictError",
    message: "Recorded.",
    details: { sale_id: 1 },
    code: "duplicate_transaction",
  },
  warnings: [warning],
};

const client = (options: Partial<SvcOptions> = {}): Svc => new Svc({ apiKey: "aff_1", apiUrl: wire.url, ...options });
const sale = { customerExternalId: "user-1", amount: 100, invoiceId: "invoice-1" };

describe("before the deadline", () => {
  test("the answer keeps its warnings, and the listener receives each, also with a refusal", async () => {
    const reported: SvcWarning[] = [];
    const svc = client({ onWarning: (one) => reported.push(one) });
    wire.next(answer(200, taken), answer(409, duplicate));
    const result = await svc.trackSale(sale);
    expect(result).toEqual({ ok: true, status: 200, data: taken });
    expect(result.data?.warnings?.[0]?.rotate_by).toBe(warning.rotate_by);
    expect(await svc.trackSale(sale)).toMatchObject({ ok: false, status: 409, code: "duplicate_transaction" });
    expect(reported).toEqual([warning, warning]);
  });

  test("without a listener each client warns once in the console", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const svc = client();
    wire.next(answer(200, taken), answer(200, taken));
    await svc.trackSale(sale);
    await svc.trackSale(sale);
    const words = `[svc] ${warning.code}: ${warning.message} (by ${warning.rotate_by})`;
    expect(warn.mock.calls).toEqual([[words]]);
  });

  test("a listener that throws leaves the result as it is", async () => {
    const onWarning = () => {
      throw new Error("the listener's own");
    };
    wire.next(answer(200, taken));
    expect(await client({ onWarning }).trackSale(sale)).toMatchObject({ ok: true, status: 200 });
  });

  test("what is no warning is passed over", async () => {
    const reported: SvcWarning[] = [];
    wire.next(answer(200, { ...taken, warnings: ["soon", null, { code: 1 }, warning] }));
    await client({ onWarning: (one) => reported.push(one) }).trackSale(sale);
    expect(reported).toEqual([warning]);
  });
});

test("from the deadline on a call is refused with 401 and its code, and is not retried", async () => {
  const { code, message, hint, docs_url } = warning;
  const before = wire.requests.length;
  wire.next(answer(401, { error: { code, message, hint, docs_url } }));
  const result = await client().trackSale(sale);
  expect(result).toEqual({ ok: false, status: 401, data: null, error: message, code });
  expect(wire.requests.length - before).toBe(1);
});
