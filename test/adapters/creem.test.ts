// Creem beyond its fixtures: what is counted and under which names, test mode, and content that must not be believed.
import { describe, expect, test } from "vitest";
import { type Change, factOf, paymentOf, readingOf } from "../support/readings.ts";

const oneOff = "creem/checkout.completed.onetime.written";
const recurring = "creem/checkout.completed.recurring.transaction.written";
const charge = "creem/subscription.paid.last-transaction.written";
const bareCharge = "creem/subscription.paid";
const refund = "creem/refund.created.onetime.partial.written";
const dispute = "creem/dispute.created";

const inObject = (...path: string[]): string[] => ["object", ...path];

test.each([
  ["prod", true],
  ["test", false],
  ["sandbox", false],
  ["local", false],
  [undefined, null],
])("mode %s is livemode %s", (mode, expected) => {
  expect(readingOf(oneOff, [inObject("mode"), mode]).livemode).toBe(expected);
});

describe("a one-off checkout", () => {
  test("is counted at the amount paid, and at the list price only where nothing better is reported", () => {
    expect(paymentOf(oneOff)).toMatchObject({ amount_cents: 11_900, tax_cents: 1_900, currency: "EUR" });
    expect(paymentOf(oneOff, [inObject("order", "amount_paid"), null]).amount_cents).toBe(10_000);
  });

  test("goes by its transaction, its order and its checkout", () => {
    const fact = paymentOf(oneOff);
    expect(fact.transaction_id).toBe("tran_Written");
    expect(fact.aliases.map(({ value }) => value)).toEqual(["tran_Written", "ord_Written", "ch_Written"]);
    const older = paymentOf(oneOff, [inObject("order", "transaction"), undefined]);
    expect(older.transaction_id).toBe("ord_Written");
  });

  test("may name its product, customer and transaction whole or by id", () => {
    const byId = paymentOf(oneOff, [inObject("product"), "prod_1"], [inObject("customer"), "cust_1"]);
    expect(byId).toMatchObject({ product_id: "prod_1", payer: { provider_customer_id: "creem:cust_1", email: null } });
    const whole = paymentOf(oneOff, [inObject("order", "transaction"), { id: "tran_1" }], [inObject("customer"), null]);
    expect(whole).toMatchObject({ transaction_id: "tran_1", payer: { provider_customer_id: null, email: null } });
  });

  test.each([
    ["of zero", [inObject("order", "amount_paid"), 0], "zero_amount"],
    ["not paid yet", [inObject("order", "status"), "pending"], "payment_pending"],
    ["without an order", [inObject("order"), null], "no_order"],
  ] satisfies [string, Change, string][])("%s is ignored", (_, change, reason) => {
    expect(readingOf(oneOff, change).verdict).toEqual({ kind: "ignored", reason });
  });

  test("keeps the brand's request id to the brand", () => {
    expect(JSON.stringify(factOf(oneOff))).not.toContain("cart-991");
  });
});

describe("a subscription", () => {
  test("bought at a checkout is no money: its first charge is reported separately", () => {
    expect(factOf(recurring)).toMatchObject({ type: "subscription_started", subscription_id: "sub_Written" });
    const names = (fixture: string, ...changes: Change[]) => {
      const fact = factOf(fixture, ...changes);
      return "aliases" in fact && fact.aliases.map(({ value }) => value);
    };
    expect(names(recurring)).toEqual(["tran_WrittenFirst", "ord_WrittenRecurring", "ch_WrittenRecurring"]);
    // An order that does not say which charge it began with names none.
    expect(names(recurring, [inObject("order", "transaction"), null])).toEqual([]);
  });

  test("is charged recurringly, the first time too: the payload does not distinguish them", () => {
    expect(paymentOf(charge)).toMatchObject({ is_recurring: true, subscription_id: "sub_Written" });
  });

  test("is charged what was paid, else the charge's amount, else the product's price", () => {
    expect(paymentOf(charge)).toMatchObject({ amount_cents: 11_900, tax_cents: 1_900 });
    const unpaid: Change = [inObject("last_transaction", "amount_paid"), null];
    expect(paymentOf(charge, unpaid).amount_cents).toBe(10_000);
    expect(paymentOf(charge, unpaid, [inObject("last_transaction", "amount"), null]).amount_cents).toBe(10_000);
    expect(paymentOf(bareCharge)).toMatchObject({ amount_cents: 1_000, tax_cents: null, currency: "EUR" });
  });

  test("and its charge never goes by an order, which renewals may share", () => {
    expect(paymentOf(charge).aliases).toEqual([{ kind: "transaction", value: "tran_WrittenFirst" }]);
  });

  test.each([
    ["every-month", "monthly"],
    ["every-three-months", "quarterly"],
    ["every-six-months", null],
    ["every-year", "annual"],
    ["once", null],
    [null, null],
  ])("billed %s is %s", (period, expected) => {
    expect(paymentOf(charge, [inObject("product", "billing_period"), period]).subscription_interval).toBe(expected);
  });

  test.each([
    "subscription.past_due",
    "subscription.canceled",
    "subscription.unpaid",
    "subscription.update",
    "valueOf",
  ])("reported by %s is not counted", (type) => {
    const reading = readingOf(charge, [["eventType"], type]);
    expect(reading.verdict).toEqual({ kind: "ignored", reason: "event_type_not_used" });
  });
});

describe("a refund", () => {
  test.each([
    ["succeeded", "payment_refunded"],
    ["failed", "refund_failed"],
    ["canceled", "refund_failed"],
    ["pending", "refund_pending"],
  ])("%s is %s", (status, expected) => {
    const { verdict } = readingOf(refund, [inObject("status"), status]);
    expect(verdict.kind === "fact" ? verdict.fact.type : verdict.reason).toBe(expected);
  });

  test("of a subscription's charge is found by the transaction alone", () => {
    const values = (...changes: Change[]) => {
      const fact = factOf(refund, ...changes);
      return "aliases" in fact && fact.aliases.map(({ value }) => value);
    };
    expect(values()).toEqual(["tran_Written", "ord_Written", "ch_Written"]);
    expect(values([inObject("transaction", "subscription"), "sub_1"])).toEqual(["tran_Written"]);
    expect(values([inObject("subscription"), { id: "sub_1" }])).toEqual(["tran_Written"]);
    expect(values([inObject("transaction"), "tran_1"])).toEqual(["tran_1", "ord_Written", "ch_Written"]);
  });

  test("or a dispute of zero is ignored", () => {
    const nothing = { kind: "ignored", reason: "zero_amount" };
    expect(readingOf(refund, [inObject("refund_amount"), 0]).verdict).toEqual(nothing);
    expect(readingOf(dispute, [inObject("amount"), 0]).verdict).toEqual(nothing);
  });
});

describe("signed content that cannot be understood says why", () => {
  test.each<[string, string, Change, string]>([
    ["no object", oneOff, [["object"], null], "event.object: Invalid input: expected object, received null"],
    [
      "a mode nobody knows",
      oneOff,
      [inObject("mode"), "live"],
      'event.object.mode: Invalid option: expected one of "prod"|"test"|"sandbox"|"local"',
    ],
    [
      "an order of an unknown type",
      oneOff,
      [inObject("order", "type"), "barter"],
      'checkout.order.type: Invalid option: expected one of "onetime"|"recurring"',
    ],
    [
      "a recurring order without a subscription",
      recurring,
      [inObject("subscription"), null],
      "checkout.subscription: missing in a recurring order",
    ],
    [
      "a charge without a transaction",
      bareCharge,
      [inObject("last_transaction_id"), null],
      "subscription.last_transaction_id: missing in a paid subscription",
    ],
    [
      "a charge without any amount",
      bareCharge,
      [inObject("product"), "prod_1"],
      "subscription: neither a transaction nor a price",
    ],
    ["a charge without a product", charge, [inObject("product"), undefined], "subscription.product: Invalid input"],
    [
      "a lone surrogate in an id",
      charge,
      [inObject("last_transaction", "id"), "tran_\uD800"],
      "subscription.last_transaction.id: holds a NUL or a lone surrogate",
    ],
    ["a refund without a transaction", refund, [inObject("transaction"), null], "refund.transaction: Invalid input"],
    [
      "a refund without an amount",
      refund,
      [inObject("refund_amount"), undefined],
      "refund.refund_amount: Invalid input: expected number, received undefined",
    ],
  ])("%s", (_, fixture, change, reason) => {
    expect(readingOf(fixture, change).verdict).toEqual({ kind: "unreadable", reason });
  });

  test("a time that cannot be read is left out and the payment stays", () => {
    for (const time of ["2026-03-02T09:30:12Z", -1, 1e18, null, 1.5]) {
      expect(paymentOf(oneOff, [["created_at"], time])).toMatchObject({ amount_cents: 11_900, occurred_at: null });
    }
  });
});
