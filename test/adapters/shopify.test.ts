// Shopify beyond its fixtures: what a delivery is, regardless of its unsigned headers, and amounts in every currency.
import { describe, expect, test } from "vitest";
import { shopify } from "../../adapters/shopify.ts";
import { readFixtureFile } from "../support/fixtures.ts";
import { factOf, paymentOf, readingOf } from "../support/readings.ts";

const order = "shopify/orders.paid.written";
const refund = "shopify/refunds.create.partial.written";
const dispute = "shopify/disputes.create.written";

const total = (field: string): string[] => ["total_price_set", "presentment_money", field];

describe("what a delivery is", () => {
  const read = (fixture: string, headers: Record<string, string>) =>
    shopify.normalise({ body: readFixtureFile(`${fixture}.json`), headers });

  test("follows from its signed body, not from its topic", () => {
    const { verdict, providerEventType } = read(order, { "x-shopify-topic": "refunds/create" });
    expect(providerEventType).toBe("refunds/create");
    expect(verdict).toMatchObject({ kind: "fact", fact: { type: "payment_succeeded", amount_cents: 11_997 } });
  });

  test("is kept as failed where the topic is one of ours and the body is not", () => {
    const topics = ["orders/paid", "refunds/create", "disputes/create", "disputes/update"];
    for (const topic of topics) {
      expect(read("shopify/customers.redact.written", { "x-shopify-topic": topic }).verdict.kind).toBe("unreadable");
    }
    expect(read("shopify/customers.redact.written", { "x-shopify-topic": "customers/redact" }).verdict).toEqual({
      kind: "ignored",
      reason: "event_type_not_used",
    });
  });

  test("and what it repeats follow from its body, not from the header with the event's id", () => {
    const headers = { "x-shopify-topic": "orders/paid", "x-shopify-event-id": "order:1:100EUR" };
    expect(read(order, headers).providerEventId).toBe("order:5911223300001:11997EUR");
    expect(read(order, { "x-shopify-topic": "orders/updated" }).providerEventId).toBe("order:5911223300001:11997EUR");
    expect(read("shopify/customers.redact.written", headers).providerEventId).toBeNull();
  });

  test("is called by what it is where no header has a topic", () => {
    expect([order, refund, dispute].map((fixture) => read(fixture, {}).providerEventType)).toEqual([
      "orders/paid",
      "refunds/create",
      "disputes/update",
    ]);
  });

  test("has a name for each state that says something of its own", () => {
    const names = [
      readingOf(order),
      readingOf(order, [["financial_status"], "pending"]),
      readingOf(order, [total("amount"), "120.00"]),
      readingOf(refund),
      readingOf(refund, [["transactions", 0, "status"], "pending"]),
      readingOf(refund, [["transactions", 0, "status"], "failure"]),
      readingOf(dispute),
      readingOf(dispute, [["status"], "won"]),
      readingOf(dispute, [["type"], "inquiry"]),
    ].map(({ providerEventId }) => providerEventId);
    expect(names).not.toContain(null);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe("what was received for an order", () => {
  const set = (amount: string, currency = "EUR") => ({ presentment_money: { amount, currency_code: currency } });
  const refundOf = (amount: string, currency = "EUR", status = "success") => ({
    transactions: [{ kind: "refund", status, amount, currency }],
  });

  test.each<[string, { total: string; now: string; owed: string; refunds?: object[]; status?: string }, number]>([
    ["paid once", { total: "100.00", now: "100.00", owed: "0.00" }, 10_000],
    ["edited up and paid again", { total: "130.00", now: "130.00", owed: "0.00" }, 13_000],
    ["edited up, down and paid again", { total: "130.00", now: "110.00", owed: "0.00" }, 11_000],
    ["edited down and not refunded yet", { total: "100.00", now: "80.00", owed: "-20.00" }, 10_000],
    [
      "edited down and refunded",
      { total: "100.00", now: "80.00", owed: "0.00", refunds: [refundOf("20.00")], status: "partially_refunded" },
      10_000,
    ],
    [
      "refunded, edited up and not paid again",
      { total: "130.00", now: "110.00", owed: "30.00", refunds: [refundOf("20.00")], status: "partially_refunded" },
      10_000,
    ],
    [
      "refunded by an amount that the total does not reflect",
      { total: "100.00", now: "100.00", owed: "0.00", refunds: [refundOf("10.00")], status: "partially_refunded" },
      10_000,
    ],
    [
      "refunded in whole",
      { total: "100.00", now: "0.00", owed: "0.00", refunds: [refundOf("100.00")], status: "refunded" },
      10_000,
    ],
    [
      "with a refund that failed",
      { total: "100.00", now: "100.00", owed: "0.00", refunds: [refundOf("10.00", "EUR", "failure")] },
      10_000,
    ],
    [
      "with a refund in another currency",
      { total: "100.00", now: "90.00", owed: "0.00", refunds: [refundOf("11.00", "USD")] },
      10_000,
    ],
  ])("%s", (_, { total: amount, now, owed, refunds = [], status = "paid" }, expected) => {
    const payment = paymentOf(
      order,
      [["total_price_set"], set(amount)],
      [["current_total_price_set"], set(now)],
      [["total_outstanding"], owed],
      [["refunds"], refunds],
      [["financial_status"], status],
    );
    expect(payment).toMatchObject({ amount_cents: expected, amount_kind: "part" });
  });

  test("in another currency than the shop's counts once nothing is owed", () => {
    const inYen = (owed: string) =>
      readingOf(
        order,
        [["total_price_set"], set("20000", "JPY")],
        [["current_total_price_set"], set("19000", "JPY")],
        [["total_outstanding"], owed],
      ).verdict;
    expect(inYen("0.00")).toMatchObject({ fact: { amount_cents: 19_000 } });
    expect(inYen("-6.00")).toMatchObject({ fact: { amount_cents: 20_000 } });
    expect(inYen("6.00")).toEqual({ kind: "ignored", reason: "payment_not_successful" });
  });
});

describe("an order", () => {
  test.each([
    ["19.999", "EUR"],
    [19.999, "EUR"],
    ["1.5", "JPY"],
    ["1.2345", "KWD"],
    ["1e3", "EUR"],
    ["99999999999999.99", "EUR"],
    ["-1.00", "EUR"],
    [null, "EUR"],
    ["10.00", "€"],
    ["10.00", undefined],
  ])("of %j %j is kept as unreadable", (amount, currency) => {
    const { verdict } = readingOf(order, [total("amount"), amount], [total("currency_code"), currency]);
    expect(verdict.kind).toBe("unreadable");
  });

  test.each([
    ["1.234", "KWD", 1_234],
    ["1200", "JPY", 1_200],
    [9.99, "usd", 999],
    ["0.29", "XTS", 29],
  ])("of %j %s is %i of its smallest unit", (amount, currency, expected) => {
    const payment = paymentOf(order, [total("amount"), amount], [total("currency_code"), currency]);
    expect(payment).toMatchObject({ amount_cents: expected, currency: currency.toUpperCase() });
  });

  test.each(["pending", "authorized", "partially_paid", "voided", "something_new", null])(
    "%s is no payment",
    (status) => {
      const { verdict } = readingOf(order, [["financial_status"], status]);
      expect(verdict).toEqual({ kind: "ignored", reason: "payment_not_successful" });
    },
  );

  test("refunded since was paid all the same", () => {
    expect(paymentOf(order, [["financial_status"], "partially_refunded"]).amount_cents).toBe(11_997);
  });

  test("names its only product, and none of several", () => {
    expect(paymentOf(order).product_id).toBe("8800000000001");
    const lines = [{ product_id: 1 }, { product_id: null }];
    expect(paymentOf(order, [["line_items"], lines]).product_id).toBeNull();
  });

  test("takes from the cart's attributes what is usable, and leaves the rest", () => {
    const attributes = [null, "svc_click_id", { name: 1 }, { name: "svc_customer_key", value: 42 }];
    const { payer } = paymentOf(order, [["note_attributes"], attributes]);
    expect(payer).toMatchObject({ click_id: null, customer_key: "42", program_id: null });
  });

  test("is live or a test as it says", () => {
    expect(readingOf(order, [["test"], true]).livemode).toBe(false);
    expect(readingOf(order, [["test"], undefined]).livemode).toBeNull();
  });
});

describe("a refund", () => {
  test("of an order whose id a number does not hold exactly is kept as unreadable", () => {
    expect(readingOf(refund, [["order_id"], 2 ** 53]).verdict.kind).toBe("unreadable");
  });

  test("counts the money that went back, not the goods", () => {
    expect(factOf(refund, [["refund_line_items"], []])).toMatchObject({ amount_cents: 3_799 });
    expect(readingOf(refund, [["transactions", 0, "status"], "failure"]).verdict.kind).toBe("ignored");
  });

  test.each([
    ["amount", "37.999"],
    ["amount", "-37.99"],
    ["currency", null],
  ])("with the %s %j is kept as unreadable", (field, value) => {
    expect(readingOf(refund, [["transactions", 0, field], value]).verdict.kind).toBe("unreadable");
  });
});

describe("a dispute", () => {
  test.each([
    ["needs_response", "dispute_opened"],
    ["under_review", "dispute_opened"],
    ["accepted", "dispute_closed"],
    ["lost", "dispute_closed"],
    ["won", "dispute_closed"],
  ])("in status %s is a %s", (status, type) => {
    expect(factOf(dispute, [["status"], status]).type).toBe(type);
  });

  test.each([
    ["status", "something_new"],
    ["type", "something_new"],
    ["amount", "-119.97"],
  ])("with the %s %j is kept as unreadable", (field, value) => {
    expect(readingOf(dispute, [[field], value]).verdict.kind).toBe("unreadable");
  });
});
