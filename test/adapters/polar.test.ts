// Polar beyond its fixtures: its key rule, what is counted and on which base, and content that must not be believed.
import { describe, expect, test } from "vitest";
import { polar } from "../../adapters/polar.ts";
import { type Change, factOf, paymentOf, readingOf } from "../support/readings.ts";
import { standardWebhookHeaders, standardWebhookKey } from "../support/signing.ts";

const purchase = "polar/order.paid.purchase.written";
const renewal = "polar/order.paid.renewal.balance.written";
const refunded = "polar/order.refunded.partial.written";
const refund = "polar/refund.created.partial.written";

const inData = (...path: string[]): string[] => ["data", ...path];

describe("the key", () => {
  const now = 1_750_000_000;
  const body = Buffer.from("{}");
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const verifySignedWith = (key: Buffer) =>
    polar.verify({ body, headers: standardWebhookHeaders("msg_1", body, [key], now) }, [secret], now);

  test("is the secret's whole text, prefix included, and never what it decodes to", () => {
    expect(verifySignedWith(Buffer.from(secret))).toEqual({ valid: true });
    expect(verifySignedWith(Buffer.from(secret.slice("whsec_".length)))).toMatchObject({ valid: false });
    expect(verifySignedWith(standardWebhookKey(secret))).toMatchObject({ valid: false });
  });
});

test("the delivery's id is the header's, as far as it can be kept", () => {
  const body = Buffer.from('{"type":"order.created","timestamp":"2026-03-02T09:30:12Z","data":{}}');
  const idOf = (id: string | undefined) => polar.normalise({ body, headers: { "webhook-id": id } }).providerEventId;
  expect(idOf("msg_1")).toBe("msg_1");
  for (const id of [undefined, "", "x".repeat(256), "a\u0000"]) expect(idOf(id)).toBeNull();
});

describe("an order", () => {
  test("whose tax is negative, as of an upgrade whose credited line was taxed, is counted at what was paid", () => {
    expect(paymentOf(purchase, [inData("tax_amount"), -190])).toMatchObject({ amount_cents: 9_720, tax_cents: -190 });
    expect(paymentOf(purchase, [inData("tax_amount"), "?"])).toMatchObject({ amount_cents: 9_720, tax_cents: null });
  });

  test("is counted at what was due after the customer's balance", () => {
    expect(paymentOf(renewal).amount_cents).toBe(8_000);
    expect(paymentOf(renewal, [inData("due_amount"), null]).amount_cents).toBe(9_720);
  });

  test.each([
    ["nothing due", [[inData("due_amount"), 0]]],
    [
      "a total of zero",
      [
        [inData("due_amount"), null],
        [inData("total_amount"), 0],
      ],
    ],
  ] satisfies [string, Change[]][])("with %s is ignored", (_, changes) => {
    expect(readingOf(purchase, ...changes).verdict).toEqual({ kind: "ignored", reason: "zero_amount" });
  });

  test.each([
    ["purchase", null, false, 2],
    ["subscription_create", "sub_1", false, 2],
    ["subscription_cycle", "sub_1", true, 1],
    ["subscription_update", "sub_1", true, 1],
    ["subscription_meter_cycle", "sub_1", true, 1],
    ["a_reason_of_the_future", "sub_1", true, 1],
    ["a_reason_of_the_future", null, false, 1],
  ])("made for %s (subscription %s) is recurring: %s, with %i names", (reason, subscription, isRecurring, names) => {
    const fact = paymentOf(purchase, [inData("billing_reason"), reason], [inData("subscription_id"), subscription]);
    expect(fact.is_recurring).toBe(isRecurring);
    // Only the order a checkout made goes by the checkout's id.
    expect(fact.aliases).toHaveLength(names);
  });

  test.each([
    ["month", 1, "monthly"],
    ["month", null, "monthly"],
    ["month", 3, "quarterly"],
    ["year", 1, "annual"],
    ["week", 1, null],
    ["day", 30, null],
  ])("of a subscription every %s x %s is %s", (recurring_interval, recurring_interval_count, expected) => {
    const subscription = { recurring_interval, recurring_interval_count };
    expect(paymentOf(renewal, [inData("subscription"), subscription]).subscription_interval).toBe(expected);
  });

  test("names its customer by metadata, then the subscription's, then the customer's external id", () => {
    const keyOf = (...changes: Change[]) => paymentOf(renewal, ...changes).payer.customer_key;
    const external: Change = [inData("customer", "external_id"), "external"];
    expect(keyOf([inData("metadata"), { svc_customer_key: "order" }], external)).toBe("order");
    expect(keyOf(external)).toBe("user-42");
    expect(keyOf([inData("subscription", "metadata"), {}], external)).toBe("external");
    expect(keyOf([inData("subscription", "metadata"), {}])).toBeNull();
  });

  test.each(["order.created", "order.updated", "subscription.cycled", "checkout.updated", "toString"])(
    "reported by %s is not counted",
    (type) => {
      expect(readingOf(purchase, [["type"], type]).verdict).toEqual({ kind: "ignored", reason: "event_type_not_used" });
    },
  );
});

describe("a refund", () => {
  test("is reported with its tax, like the sale", () => {
    expect(factOf(refund)).toMatchObject({ amount_cents: 2_700, refund_id: "71f0e3a2-8c5d-4b6e-a9f1-0d2c4b6e8a06" });
    expect(factOf(refunded)).toMatchObject({ cumulative_cents: 2_700, refund_id: null, amount_cents: null });
  });

  test.each([
    ["pending", "refund_pending"],
    ["succeeded", "payment_refunded"],
    ["failed", "refund_failed"],
    ["canceled", "refund_failed"],
  ])("%s is %s, whether created or updated", (status, expected) => {
    for (const type of ["refund.created", "refund.updated"]) {
      const { verdict } = readingOf(refund, [["type"], type], [inData("status"), status]);
      expect(verdict.kind === "fact" ? verdict.fact.type : "reason" in verdict && verdict.reason).toBe(expected);
    }
  });

  test("of zero is ignored", () => {
    const nothing: Change[] = [
      [inData("amount"), 0],
      [inData("tax_amount"), 0],
    ];
    expect(readingOf(refund, ...nothing).verdict).toEqual({ kind: "ignored", reason: "zero_amount" });
    const reading = readingOf(refunded, [inData("refunded_amount"), 0], [inData("refunded_tax_amount"), 0]);
    expect(reading.verdict).toEqual({ kind: "ignored", reason: "zero_amount" });
  });
});

describe("signed content that cannot be understood says why", () => {
  test.each<[string, string, Change, string]>([
    ["no data", purchase, [["data"], null], "order: Invalid input: expected object, received null"],
    [
      "no billing reason",
      purchase,
      [inData("billing_reason"), null],
      "order.billing_reason: Invalid input: expected string, received null",
    ],
    [
      "a NUL in an id",
      purchase,
      [inData("checkout_id"), "a\u0000"],
      "order.checkout_id: holds a NUL or a lone surrogate",
    ],
    [
      "a refund without its tax, which would be too small",
      refund,
      [inData("tax_amount"), undefined],
      "refund.tax_amount: Invalid input: expected number, received undefined",
    ],
    [
      "a refund whose amounts do not add up exactly",
      refund,
      [inData("amount"), Number.MAX_SAFE_INTEGER],
      "payment_refunded.amount_cents: Too big: expected int to be <=9007199254740991",
    ],
    [
      "a refund of an unknown status",
      refund,
      [inData("status"), "maybe"],
      'refund.status: Invalid option: expected one of "pending"|"succeeded"|"failed"|"canceled"',
    ],
  ])("%s", (_, fixture, change, reason) => {
    expect(readingOf(fixture, change).verdict).toEqual({ kind: "unreadable", reason });
  });

  test("a negative total without a due amount is not half a payment", () => {
    const credit: Change[] = [
      [inData("due_amount"), null],
      [inData("total_amount"), -3_240],
    ];
    expect(readingOf(purchase, ...credit).verdict).toEqual({
      kind: "unreadable",
      reason: "payment_succeeded.amount_cents: Too small: expected number to be >0",
    });
  });
});
