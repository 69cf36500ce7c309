// Lemon Squeezy beyond its fixtures: what is counted and under which names, test mode, and content that must not be
// believed.
import { describe, expect, test } from "vitest";
import { lemonsqueezy } from "../../adapters/lemonsqueezy.ts";
import { type Change, factOf, paymentOf, readingOf } from "../support/readings.ts";
import { hmacHex } from "../support/signing.ts";

const order = "lemonsqueezy/order_created.custom-data.written";
const orderRefund = "lemonsqueezy/order_refunded.full.written";
const renewal = "lemonsqueezy/subscription_payment_success.renewal.written";
const renewalRefund = "lemonsqueezy/subscription_payment_refunded.partial.written";
const started = "lemonsqueezy/subscription_created";

const inAttributes = (name: string): string[] => ["data", "attributes", name];

test("the event's name is believed in the body only: the header is not signed", () => {
  const body = Buffer.from('{"meta":{"event_name":"order_created"},"data":{}}');
  const headers = { "x-signature": hmacHex("secret", body), "x-event-name": "subscription_cancelled" };
  expect(lemonsqueezy.verify({ body, headers }, ["secret"], 0)).toEqual({ valid: true });
  expect(lemonsqueezy.normalise({ body, headers }).providerEventType).toBe("order_created");
});

describe("an event goes by", () => {
  test("its webhook_id", () => {
    expect(readingOf(order).providerEventId).toBe("b7f1c0de-0000-4000-8000-000000000001");
  });

  test("its object's state where it has no webhook_id, and nothing where the state is unknown", () => {
    const none: Change = [["meta", "webhook_id"], undefined];
    expect(readingOf(order, none).providerEventId).toBe("order_created:20001:2026-03-02T09:30:12.000000Z");
    for (const name of ["updated_at", "test_mode"]) {
      const reading = readingOf(order, none, [inAttributes(name), undefined]);
      expect(reading.providerEventId === null).toBe(name === "updated_at");
    }
    expect(readingOf(order, none, [["data", "id"], null]).providerEventId).toBeNull();
  });
});

test.each([
  [true, undefined, false],
  [false, undefined, true],
  [undefined, true, false],
  [undefined, undefined, null],
  [null, false, true],
  ["true", "true", null],
])("test_mode %j in meta and %j in the object is livemode %j", (inMeta, inObject, expected) => {
  const reading = readingOf(order, [["meta", "test_mode"], inMeta], [inAttributes("test_mode"), inObject]);
  expect(reading.livemode).toBe(expected);
});

describe("a first purchase", () => {
  test.each([
    ["paid", "payment_succeeded"],
    ["refunded", "payment_succeeded"],
    ["partial_refund", "payment_succeeded"],
    ["pending", "payment_pending"],
    ["failed", "payment_failed"],
    ["fraudulent", "payment_fraudulent"],
  ])("whose order is %s is %s", (status, expected) => {
    const { verdict } = readingOf(order, [inAttributes("status"), status]);
    expect(verdict.kind === "fact" ? verdict.fact.type : verdict.reason).toBe(expected);
  });

  test("is counted by its order alone: its subscription's first invoice only brings a name", () => {
    const fact = factOf(renewal, [inAttributes("billing_reason"), "initial"]);
    expect(fact).toMatchObject({
      type: "payment_identified",
      aliases: [{ value: "subinv:700001" }, { value: "subscription:1652021:first" }],
    });
    expect(factOf(started)).toMatchObject({
      type: "subscription_started",
      aliases: [{ value: "order:6859465" }, { value: "subscription:1652021:first" }],
    });
  });

  test("goes by the order's UUID as well, if it is one", () => {
    const names = (identifier: unknown) =>
      paymentOf(order, [inAttributes("identifier"), identifier]).aliases.map(({ value }) => value);
    expect(names("104e18a2-d755-4d4b-80c4-a6c1dcbe1c10")).toEqual([
      "order:20001",
      "104e18a2-d755-4d4b-80c4-a6c1dcbe1c10",
    ]);
    for (const identifier of ["ORDER-1042", "1042", null]) expect(names(identifier)).toEqual(["order:20001"]);
  });
});

describe("a later charge", () => {
  test.each(["renewal", "updated"])("for %s is recurring and named by its invoice", (reason) => {
    expect(paymentOf(renewal, [inAttributes("billing_reason"), reason])).toMatchObject({
      transaction_id: "subinv:700001",
      subscription_id: "subscription:1652021",
      is_recurring: true,
      amount_cents: 5_400,
    });
  });

  test.each([
    ["paid", "payment_succeeded"],
    ["refunded", "payment_succeeded"],
    ["partial_refund", "payment_succeeded"],
    ["partial_refunded", "payment_succeeded"],
    ["pending", "payment_pending"],
    ["void", "payment_void"],
  ])("whose invoice is %s is %s", (status, expected) => {
    const { verdict } = readingOf(renewal, [inAttributes("status"), status]);
    expect(verdict.kind === "fact" ? verdict.fact.type : verdict.reason).toBe(expected);
  });

  test("of zero is ignored, and so is every event that reports no money", () => {
    expect(readingOf(renewal, [inAttributes("total"), 0]).verdict).toEqual({ kind: "ignored", reason: "zero_amount" });
    for (const name of ["subscription_updated", "subscription_payment_failed", "license_key_created", "toString"]) {
      const reading = readingOf(renewal, [["meta", "event_name"], name]);
      expect(reading.verdict).toEqual({ kind: "ignored", reason: "event_type_not_used" });
    }
  });
});

describe("a refund", () => {
  test("is the total so far", () => {
    expect(factOf(renewalRefund)).toMatchObject({ cumulative_cents: 1_350, amount_cents: null, refund_id: null });
  });

  test("without an amount is all that is left, if it says it was full", () => {
    const none: Change = [inAttributes("refunded_amount"), null];
    expect(factOf(orderRefund, none)).toMatchObject({ cumulative_cents: null, amount_cents: null });
    expect(readingOf(orderRefund, none, [inAttributes("refunded"), false]).verdict).toEqual({
      kind: "unreadable",
      reason: "order.attributes.refunded_amount: missing",
    });
  });

  test("of nothing is ignored", () => {
    const reading = readingOf(orderRefund, [inAttributes("refunded_amount"), 0]);
    expect(reading.verdict).toEqual({ kind: "ignored", reason: "zero_amount" });
  });
});

describe("signed content that cannot be understood says why", () => {
  test.each<[string, string, Change, string]>([
    ["no meta", order, [["meta"], undefined], "event.meta: Invalid input: expected object, received undefined"],
    [
      "a mode that is no boolean",
      order,
      [["meta", "test_mode"], "true"],
      "event.meta.test_mode: Invalid input: expected boolean, received string",
    ],
    ["no data", order, [["data"], null], "order: Invalid input: expected object, received null"],
    ["no order id", order, [["data", "id"], null], "order.id: Invalid input"],
    [
      "an id that is no number",
      order,
      [["data", "id"], "20001:first"],
      "order.id: Invalid string: must match pattern /^[0-9]{1,20}$/",
    ],
    [
      "an invoice without a subscription",
      renewal,
      [inAttributes("subscription_id"), null],
      "subscription_invoice.attributes.subscription_id: Invalid input",
    ],
    [
      "an invoice for an unknown reason, which could be the first",
      renewal,
      [inAttributes("billing_reason"), "barter"],
      'subscription_invoice.attributes.billing_reason: Invalid option: expected one of "initial"|"renewal"|"updated"',
    ],
  ])("%s", (_, fixture, change, reason) => {
    expect(readingOf(fixture, change).verdict).toEqual({ kind: "unreadable", reason });
  });
});
