// Razorpay beyond its fixtures: which reports are of one payment, orders paid in parts, and what is no money.
import { describe, expect, test } from "vitest";
import { razorpay } from "../../adapters/razorpay.ts";
import { readFixtureFile } from "../support/fixtures.ts";
import { type Change, factOf, paymentOf, readingOf } from "../support/readings.ts";

const captured = "razorpay/payment.captured.written";
const paidOrder = "razorpay/order.paid.written";
const firstCharge = "razorpay/subscription.charged.first.written";
const refund = "razorpay/refund.processed.partial.written";
const dispute = "razorpay/payment.dispute.created.written";

const inPayment = (field: string): string[] => ["payload", "payment", "entity", field];
const inOrder = (field: string): string[] => ["payload", "order", "entity", field];
const inSubscription = (field: string): string[] => ["payload", "subscription", "entity", field];
const inDispute = (field: string): string[] => ["payload", "dispute", "entity", field];

describe("what a delivery repeats", () => {
  const nameOf = (name: string, headers: Record<string, string> = {}) =>
    razorpay.normalise({ body: readFixtureFile(`razorpay/${name}.written.json`), headers }).providerEventId;

  test("follows from its signed body, never from the header with the event's id", () => {
    expect(nameOf("payment.captured")).toBe("payment.captured:pay_SvcOneOff00001");
    expect(nameOf("payment.captured", { "x-razorpay-event-id": "payment.captured:pay_B" })).toBe(
      nameOf("payment.captured"),
    );
  });

  test("is a name of its own for each event that says something of its own", () => {
    const fixtures = ["payment.captured", "order.paid", "subscription.charged.first", "subscription.charged.renewal"];
    const more = ["subscription.authenticated", "subscription.activated", "refund.created.pending"];
    const all = [...fixtures, ...more, "refund.processed.partial", "refund.failed", "payment.dispute.created"];
    const names = [...all, "payment.dispute.created.fraud", "payment.dispute.lost", "payment.dispute.won"].map((name) =>
      nameOf(name),
    );
    expect(names).not.toContain(null);
    expect(new Set(names).size).toBe(names.length);
    expect(nameOf("refund.created.processed")).toBe(nameOf("refund.processed.partial"));
  });

  test("is its bytes where the event is not used or too long to be named", () => {
    expect(nameOf("payment.authorized")).toBeNull();
    expect(readingOf(captured, [inPayment("id"), "x".repeat(255)]).providerEventId).toBeNull();
  });
});

describe("a payment", () => {
  test("is one payment in payment.captured, order.paid and subscription.charged", () => {
    expect(paymentOf(captured).transaction_id).toBe(paymentOf(paidOrder).transaction_id);
    const charge = paymentOf(firstCharge);
    expect(charge.aliases[0]).toEqual({ kind: "payment", value: charge.transaction_id });
  });

  test("shares its name with its order only where it covers the order", () => {
    const names = (...changes: Change[]) => paymentOf(paidOrder, ...changes).aliases.map(({ kind }) => kind);
    expect(names()).toEqual(["payment", "order"]);
    expect(names([inOrder("amount"), 249_901])).toEqual(["payment"]);
    expect(names([inOrder("currency"), "USD"])).toEqual(["payment"]);
  });

  test("is attributed by its own notes before its order's", () => {
    const notes = { svc_click_id: "clk_payment" };
    const { payer } = paymentOf(
      paidOrder,
      [inPayment("notes"), notes],
      [inOrder("notes"), { svc_click_id: "clk_order" }],
    );
    expect(payer.click_id).toBe("clk_payment");
  });

  test.each(["created", "authorized", "failed", "something_new"])("in status %s is no money", (status) => {
    const { verdict } = readingOf(captured, [inPayment("status"), status]);
    expect(verdict).toEqual({ kind: "ignored", reason: "payment_not_successful" });
  });

  test("refunded since was paid all the same", () => {
    expect(paymentOf(captured, [inPayment("status"), "refunded"]).amount_cents).toBe(249_900);
  });

  test("of nothing is ignored", () => {
    expect(readingOf(captured, [inPayment("amount"), 0]).verdict).toEqual({ kind: "ignored", reason: "zero_amount" });
  });

  test.each(["4999", 49.99, -1, null])("with the amount %j is kept as unreadable", (amount) => {
    expect(readingOf(captured, [inPayment("amount"), amount]).verdict.kind).toBe("unreadable");
  });
});

test.each([
  [1, false],
  [2, true],
  [null, false],
])("a subscription's charge with paid_count %j is recurring: %j", (count, expected) => {
  expect(paymentOf(firstCharge, [inSubscription("paid_count"), count]).is_recurring).toBe(expected);
});

test("a refund of a payment that was never captured takes nothing", () => {
  const { verdict } = readingOf(refund, [inPayment("captured"), false]);
  expect(verdict).toEqual({ kind: "ignored", reason: "charge_never_captured" });
});

test("a refund counts without a copy of its payment", () => {
  expect(factOf(refund, [["payload", "payment"], undefined])).toMatchObject({ amount_cents: 50_000 });
});

describe("a dispute", () => {
  test.each(["chargeback", "pre_arbitration", "arbitration"])("in the phase %s holds the commission", (phase) => {
    expect(factOf(dispute, [inDispute("phase"), phase]).type).toBe("dispute_opened");
  });

  test.each(["fraud", "retrieval"])("in the phase %s is a question", (phase) => {
    const inquiry: Change = [inDispute("phase"), phase];
    expect(readingOf(dispute, inquiry).verdict).toEqual({ kind: "ignored", reason: "inquiry" });
    expect(readingOf("razorpay/payment.dispute.won.written", inquiry).verdict.kind).toBe("ignored");
    expect(factOf("razorpay/payment.dispute.lost.written", inquiry)).toMatchObject({ result: "lost" });
  });

  test("closed in a phase that is no inquiry waits for a person", () => {
    const { verdict } = readingOf("razorpay/payment.dispute.closed.fraud.written", [inDispute("phase"), "chargeback"]);
    expect(verdict.kind).toBe("unreadable");
  });
});
