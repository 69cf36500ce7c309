// Paddle beyond its fixtures: whose signatures are believed, what is counted, and content that must not be believed.
import { Paddle } from "@paddle/paddle-node-sdk";
import { afterEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { paddle } from "../../adapters/paddle.ts";
import { parse, readFixtureFile } from "../support/fixtures.ts";
import { type Change, factOf, paymentOf, readingOf } from "../support/readings.ts";
import { paddleHeaders } from "../support/signing.ts";

const oneOff = "paddle/transaction.completed.one-off.vnd.written";
const renewal = "paddle/transaction.completed.renewal.credit.written";
const refund = "paddle/adjustment.created.refund.approved.written";
const chargeback = "paddle/adjustment.created.chargeback.written";

const inData = (...path: (string | number)[]): (string | number)[] => ["data", ...path];
const totals = (name: string): (string | number)[] => inData("details", "totals", name);

describe("the published vectors", () => {
  const signed = z.object({
    name: z.string(),
    body: z.string(),
    header: z.string(),
    secret: z.string(),
    now: z.int(),
    expected: z.enum(["valid", "invalid"]),
  });
  const headerOnly = z.object({ name: z.string(), header: z.string(), expected: z.literal("malformed") });
  const derived = z.object({ name: z.string(), derive: z.string() });
  const { vectors } = z
    .object({ vectors: z.array(z.union([signed, headerOnly, derived])) })
    .parse(parse(readFixtureFile("paddle/signature-vectors.json")));
  const verify = (body: string, header: string, secret: string, now: number) =>
    paddle.verify({ body: Buffer.from(body), headers: { "paddle-signature": header } }, [secret], now);

  test.each(vectors.filter((vector) => "body" in vector))("$name", ({ body, header, secret, now, expected }) => {
    expect(verify(body, header, secret, now).valid).toBe(expected === "valid");
  });

  test.each(vectors.filter((vector) => "header" in vector && !("body" in vector)))("$name", (vector) => {
    const header = "header" in vector ? vector.header : "";
    expect(verify("{}", header, "VALID_SECRET", 1_698_796_800)).toEqual({ valid: false, fault: "malformed_signature" });
  });

  test("a delivery 5 and 6 seconds old is accepted, as is one of 5 minutes: only Paddle's package is stricter", () => {
    const vector = vectors.find((each) => "body" in each);
    if (vector === undefined) throw new Error("no vector to derive from");
    for (const age of [5, 6, 300]) {
      expect(verify(vector.body, vector.header, vector.secret, vector.now + age), String(age)).toEqual({ valid: true });
    }
    expect(verify(vector.body, vector.header, vector.secret, vector.now + 301).valid).toBe(false);
  });
});

describe("Paddle's own package agrees about", () => {
  const now = 1_750_000_000;
  const body = readFixtureFile("paddle/transaction.completed.json");
  const { webhooks } = new Paddle("key");
  const theirs = async (header: string, secret: string): Promise<boolean> => {
    vi.useFakeTimers({ now: now * 1000, toFake: ["Date"] });
    return webhooks.isSignatureValid(body.toString(), secret, header);
  };
  const ours = (header: string, secret: string): boolean =>
    paddle.verify({ body, headers: { "paddle-signature": header } }, [secret], now).valid;

  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([
    ["a right signature", ["right"], true],
    ["another secret's", ["wrong"], false],
    ["two signatures, the last one right", ["wrong", "right"], true],
  ])("%s", async (_, secrets, expected) => {
    const header = paddleHeaders(body, secrets, now)["paddle-signature"] ?? "";
    expect(await theirs(header, "right")).toBe(expected);
    expect(ours(header, "right")).toBe(expected);
  });

  test("but not about what makes it unfit: the first of two signatures, and the future", async () => {
    const rotated = paddleHeaders(body, ["right", "wrong"], now)["paddle-signature"] ?? "";
    expect([await theirs(rotated, "right"), ours(rotated, "right")]).toEqual([false, true]);
    const future = paddleHeaders(body, ["right"], now + 86_400)["paddle-signature"] ?? "";
    expect([await theirs(future, "right"), ours(future, "right")]).toEqual([true, false]);
  });
});

describe("a transaction", () => {
  test.each([
    ["web", "sub_1", false],
    ["api", "sub_1", false],
    ["subscription_recurring", "sub_1", true],
    ["subscription_charge", "sub_1", true],
    ["subscription_update", "sub_1", true],
    ["subscription_payment_method_change", "sub_1", true],
    ["subscription_recurring", null, false],
    [null, "sub_1", false],
  ])("of origin %s and subscription %s is recurring: %s", (origin, subscription, expected) => {
    const fact = paymentOf(renewal, [inData("origin"), origin], [inData("subscription_id"), subscription]);
    expect(fact.is_recurring).toBe(expected);
  });

  test("is counted at what was charged, after the customer's credit", () => {
    expect(paymentOf(renewal)).toMatchObject({ amount_cents: 9_900, tax_cents: 1_581 });
    const older: Change[] = [
      [totals("grand_total"), null],
      [totals("grand_total_tax"), undefined],
    ];
    expect(paymentOf(renewal, ...older)).toMatchObject({ amount_cents: 11_900, tax_cents: 1_900 });
    expect(paymentOf(renewal, [totals("grand_total_tax"), "-190"])).toMatchObject({
      amount_cents: 9_900,
      tax_cents: -190,
    });
  });

  test("names the subscribed product though a one-off item comes first", () => {
    expect(paymentOf(renewal).product_id).toBe("pro_01written000000000000000000");
    expect(paymentOf(renewal, [inData("items"), null])).toMatchObject({
      product_id: null,
      subscription_interval: null,
    });
  });

  test.each(["transaction.paid", "transaction.billed", "transaction.updated", "transaction.revised", "constructor"])(
    "reported by %s is not counted",
    (type) => {
      const reading = readingOf(oneOff, [["event_type"], type]);
      expect(reading.verdict).toEqual({ kind: "ignored", reason: "event_type_not_used" });
    },
  );

  test("is real money though its time cannot be read", () => {
    for (const time of ["yesterday", null, 7, "2026-13-01T00:00:00Z"]) {
      expect(paymentOf(oneOff, [["occurred_at"], time])).toMatchObject({ amount_cents: 550_000, occurred_at: null });
    }
  });
});

describe("an adjustment", () => {
  test.each([
    ["refund", "pending_approval", "adjustment_pending"],
    ["refund", "approved", "payment_refunded"],
    ["refund", "rejected", "adjustment_rejected"],
    ["refund", "reversed", "refund_failed"],
    ["chargeback", "pending_approval", "adjustment_pending"],
    ["chargeback", "approved", "dispute_closed lost"],
    ["chargeback", "rejected", "adjustment_rejected"],
    ["chargeback", "reversed", "dispute_closed won"],
    ["chargeback_reverse", "approved", "dispute_closed won"],
    ["chargeback_reverse", "rejected", "adjustment_rejected"],
    ["chargeback_warning", "approved", "chargeback_warning"],
    ["chargeback_warning_reverse", "approved", "chargeback_warning"],
    ["credit", "approved", "credit"],
    ["credit_reverse", "approved", "credit"],
  ])("%s %s is %s", (action, status, expected) => {
    const { verdict } = readingOf(refund, [inData("action"), action], [inData("status"), status]);
    if (verdict.kind !== "fact") expect(verdict).toEqual({ kind: "ignored", reason: expected });
    else
      expect([verdict.fact.type, "result" in verdict.fact && verdict.fact.result].filter(Boolean).join(" ")).toBe(
        expected,
      );
  });

  test("is in the transaction's currency, never in that of the payout", () => {
    const other: Change = [inData("payout_totals"), { total: "1", currency_code: "EUR" }];
    expect(factOf(refund, other)).toMatchObject({ amount_cents: 11_900, currency: "USD" });
  });

  test("of zero took nothing", () => {
    for (const fixture of [refund, chargeback]) {
      const reading = readingOf(fixture, [inData("totals", "total"), "0"]);
      expect(reading.verdict).toEqual({ kind: "ignored", reason: "zero_amount" });
    }
  });

  test("gives a reason as far as it can be kept", () => {
    expect(factOf(refund, [inData("reason"), "x".repeat(300)])).toMatchObject({ reason: "x".repeat(255) });
    for (const reason of ["", "a\u0000b", "\uD800", null]) {
      expect(factOf(refund, [inData("reason"), reason])).toMatchObject({ reason: null });
    }
  });

  test("that reverses a chargeback needs no amounts", () => {
    const bare: Change[] = [
      [inData("action"), "chargeback_reverse"],
      [inData("totals"), null],
      [inData("currency_code"), null],
    ];
    expect(factOf(refund, ...bare)).toMatchObject({ type: "dispute_closed", result: "won", amount_cents: null });
  });
});

describe("signed content that cannot be understood says why", () => {
  test.each<[string, string, Change, string]>([
    ["no data", oneOff, [["data"], undefined], "event.data: Invalid input: expected nonoptional, received undefined"],
    ["data of another kind", oneOff, [["data"], []], "transaction: Invalid input: expected object, received array"],
    [
      "an amount that is a number",
      oneOff,
      [totals("grand_total"), 550_000],
      "transaction.details.totals.grand_total: Invalid input: expected string, received number",
    ],
    [
      "no totals",
      oneOff,
      [inData("details"), {}],
      "transaction.details.totals: Invalid input: expected object, received undefined",
    ],
    [
      "a lone surrogate in an id",
      renewal,
      [inData("subscription_id"), "sub_\uD800"],
      "transaction.subscription_id: holds a NUL or a lone surrogate",
    ],
    [
      "a customer id too long to prefix",
      oneOff,
      [inData("customer_id"), "c".repeat(255)],
      "payment_succeeded.payer.provider_customer_id: Too big: expected string to have <=255 characters",
    ],
    [
      "an action nobody knows",
      refund,
      [inData("action"), "gift"],
      'adjustment.action: Invalid option: expected one of "refund"|"credit"|"credit_reverse"|"chargeback"|"chargeback_reverse"|"chargeback_warning"|"chargeback_warning_reverse"',
    ],
    [
      "a status nobody knows",
      refund,
      [inData("status"), "maybe"],
      'adjustment.status: Invalid option: expected one of "pending_approval"|"approved"|"rejected"|"reversed"',
    ],
  ])("%s", (_, fixture, change, reason) => {
    expect(readingOf(fixture, change).verdict).toEqual({ kind: "unreadable", reason });
  });

  test("its labels are kept as far as they can be", () => {
    const reading = readingOf(oneOff, [["event_type"], "bad\u0000type"], [["data"], undefined]);
    expect(reading).toMatchObject({ providerEventId: "evt_01writtenoneoff000000000000", providerEventType: null });
  });
});
