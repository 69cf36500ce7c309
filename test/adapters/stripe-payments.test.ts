// What Stripe's invoices and sessions report in addition to the money: recurrence, interval, product and attribution keys.
import { describe, expect, test } from "vitest";
import type { Change, Path } from "../support/stripe-readings.ts";
import { factOf, inObject, oldRenewal, paymentOf, renewal, session } from "../support/stripe-readings.ts";

describe("a charge of a subscription is recurring", () => {
  test.each<[string | null, string | null, boolean]>([
    ["subscription_create", "sub_1", false],
    ["subscription_cycle", "sub_1", true],
    ["subscription_update", "sub_1", true],
    ["subscription_threshold", "sub_1", true],
    ["subscription", "sub_1", true],
    ["manual", "sub_1", true],
    ["manual", null, false],
    ["automatic_pending_invoice_item_invoice", "sub_1", true],
    ["automatic_pending_invoice_item_invoice", null, false],
    ["quote_accept", "sub_1", false],
    ["a_reason_of_the_future", "sub_1", false],
    [null, "sub_1", false],
  ])("billing_reason %s of subscription %s: %s", (reason, subscription, recurring) => {
    const fact = paymentOf(oldRenewal, [inObject("billing_reason"), reason], [inObject("subscription"), subscription]);
    expect(fact.is_recurring).toBe(recurring);
  });
});

describe("tax", () => {
  test("may be negative, where a credited line was taxed and the new charge is not, and changes nothing", () => {
    const amountCents = paymentOf(renewal).amount_cents;
    expect(paymentOf(renewal, [inObject("total_taxes"), [{ amount: 10 }, { amount: -200 }]])).toMatchObject({
      amount_cents: amountCents,
      tax_cents: -190,
    });
    expect(paymentOf(oldRenewal, [inObject("tax"), -190]).tax_cents).toBe(-190);
    expect(paymentOf(session, [inObject("total_details", "amount_tax"), -190]).tax_cents).toBe(-190);
  });

  test.each([["text"], [1.5], [null], [undefined], [2 ** 60]])("%j is left out, and the payment stays", (tax) => {
    expect(paymentOf(oldRenewal, [inObject("tax"), tax]).tax_cents).toBeNull();
    expect(paymentOf(renewal, [inObject("total_taxes"), [{ amount: tax }]]).tax_cents).toBeNull();
  });
});

describe("the interval", () => {
  test.each<[string, number, string | null]>([
    ["month", 1, "monthly"],
    ["month", 3, "quarterly"],
    ["month", 12, "annual"],
    ["year", 1, "annual"],
    ["month", 6, null],
    ["year", 2, null],
    ["week", 1, null],
    ["day", 30, null],
    ["month", 0, null],
  ])("every %s x %i is %s", (interval, count, expected) => {
    const recurring = { interval, interval_count: count };
    expect(
      paymentOf(oldRenewal, [inObject("lines", "data", 0, "price", "recurring"), recurring]).subscription_interval,
    ).toBe(expected);
    const plan = { ...recurring, product: "prod_1" };
    const planOnly: Change[] = [
      [inObject("lines", "data", 0, "price"), null],
      [inObject("lines", "data", 0, "plan"), plan],
    ];
    expect(paymentOf(oldRenewal, ...planOnly)).toMatchObject({ subscription_interval: expected, product_id: "prod_1" });
  });

  test.each([
    ["2025-06-01T00:00:00Z", "2025-07-01T00:00:00Z", "monthly"],
    ["2025-01-31T10:00:00Z", "2025-02-28T10:00:00Z", "monthly"],
    ["2025-02-28T10:00:00Z", "2025-03-31T10:00:00Z", "monthly"],
    ["2025-11-30T10:00:00Z", "2026-02-28T10:00:00Z", "quarterly"],
    ["2024-02-29T10:00:00Z", "2025-02-28T10:00:00Z", "annual"],
    ["2025-06-15T10:00:00Z", "2026-06-15T10:00:00Z", "annual"],
    ["2025-06-01T00:00:00Z", "2025-06-29T00:00:00Z", null],
    ["2025-06-10T00:00:00Z", "2025-07-08T00:00:00Z", null],
    ["2025-06-01T00:00:00Z", "2025-07-01T00:00:01Z", null],
    ["2025-06-01T00:00:00Z", "2025-12-01T00:00:00Z", null],
    ["2025-07-01T00:00:00Z", "2025-06-01T00:00:00Z", null],
  ])("a line from %s to %s is %s", (start, end, expected) => {
    const period = { start: Date.parse(start) / 1000, end: Date.parse(end) / 1000 };
    expect(paymentOf(renewal, [inObject("lines", "data", 0, "period"), period]).subscription_interval).toBe(expected);
  });

  test("is not read from a prorated or a one-off line's period", () => {
    const line = (...path: Path) => inObject("lines", "data", 0, "parent", ...path);
    const prorated: Change = [line("subscription_item_details", "proration"), true];
    expect(paymentOf(renewal, prorated).subscription_interval).toBeNull();
    expect(paymentOf(renewal, [line("type"), "invoice_item_details"]).subscription_interval).toBeNull();
  });

  test("and the product are the subscription's though a one-off line comes first", () => {
    const setupFee = { amount: 99_000, type: "invoiceitem", price: { product: "prod_fee", recurring: null } };
    const subscription = {
      amount: 100,
      type: "subscription",
      price: { product: "prod_sub", recurring: { interval: "month", interval_count: 1 } },
    };
    const fact = paymentOf(oldRenewal, [inObject("lines", "data"), [setupFee, subscription]]);
    expect(fact).toMatchObject({ product_id: "prod_sub", subscription_interval: "monthly" });
  });
});

describe("metadata", () => {
  const sessionPayer = (metadata: unknown) => paymentOf(session, [inObject("metadata"), metadata]).payer;

  test("numbers become text", () => {
    expect(sessionPayer({ svc_click_id: 12, svc_customer_key: 0, program_id: 7 })).toMatchObject({
      click_id: "12",
      customer_key: "0",
      program_id: "7",
    });
  });

  test.each([
    ["x".repeat(256)],
    [""],
    ["  "],
    ["a\u0000b"],
    ["\uDC00"],
    [1.5],
    [2 ** 53],
    [true],
    [null],
    [{}],
    [["a"]],
  ])("%j is dropped and the payment stays", (value) => {
    expect(sessionPayer({ svc_click_id: value, svc_customer_key: "user-1" })).toMatchObject({
      click_id: null,
      customer_key: "user-1",
    });
  });

  test.each([null, undefined, "text", 7, []])("%j instead of an object is no metadata", (metadata) => {
    expect(sessionPayer(metadata)).toMatchObject({ click_id: null, customer_key: null, program_id: null });
  });

  test("client_reference_id is the brand's own and never an attribution key", () => {
    expect(JSON.stringify(factOf(session))).not.toContain("cart-991");
  });

  test("of an invoice comes from the subscription, then the invoice, then its lines, key by key", () => {
    const fact = paymentOf(
      renewal,
      [inObject("parent", "subscription_details", "metadata"), { svc_click_id: "from-subscription" }],
      [inObject("subscription_details"), { metadata: { svc_click_id: "from-old-subscription" } }],
      [inObject("metadata"), { svc_click_id: "from-invoice", svc_customer_key: "from-invoice" }],
      [inObject("lines", "data", 0, "metadata"), { svc_customer_key: "from-line", program_id: "from-line" }],
    );
    expect(fact.payer).toMatchObject({
      click_id: "from-subscription",
      customer_key: "from-invoice",
      program_id: "from-line",
    });
  });

  test("old subscription details are read before the invoice's own", () => {
    const fact = paymentOf(
      oldRenewal,
      [inObject("subscription_details"), { metadata: { svc_click_id: "from-subscription" } }],
      [inObject("metadata"), { svc_click_id: "from-invoice" }],
    );
    expect(fact.payer.click_id).toBe("from-subscription");
  });

  test("an address that cannot be kept is dropped and the payment stays", () => {
    for (const email of ["x".repeat(321), "a\u0000@example.com", ""]) {
      expect(paymentOf(renewal, [inObject("customer_email"), email]).payer.email).toBeNull();
    }
    const typed: Change[] = [
      [inObject("customer_details"), null],
      [inObject("customer_email"), "typed@example.com"],
    ];
    expect(paymentOf(session, ...typed).payer.email).toBe("typed@example.com");
  });
});
