// Mollie beyond its fixtures: what is asked for which delivery, what is never believed unasked, and amounts in every currency.
import { describe, expect, test } from "vitest";
import { mollie } from "../../adapters/mollie.ts";
import { factOf, paymentOf, readingOf } from "../support/readings.ts";
import { hmacHex } from "../support/signing.ts";

const paid = "mollie/payment.paid.written";
const refund = "mollie/refund.pending.partial.written";
const chargeback = "mollie/chargeback.written";
const delivery = (body: string, headers: Record<string, string> = {}) => ({ body: Buffer.from(body), headers });

describe("a delivery without a signature", () => {
  test("is taken where it is nothing but a payment's id, which is asked for", () => {
    const classic = delivery("id=tr_5B8cwPMGnU6qLbRvo7qEZo");
    expect(mollie.verify(classic, [], 0)).toEqual({ valid: true });
    expect(mollie.readBack?.resourceOf(classic)).toBe("tr_5B8cwPMGnU6qLbRvo7qEZo");
    expect(mollie.readBack?.isRequired).toBe(true);
  });

  test.each([
    "id=tr_1&id=tr_2",
    "id=tr_1&status=paid",
    "id=tr_../../v2/organizations/me",
    "id=tr_%2e%2e%2f",
    "id=tr_",
    "id=ord_1",
    `id=tr_${"x".repeat(65)}`,
    "id=tr_1\n",
    "ID=tr_1",
    "",
    '{"resource":"payment","id":"tr_1","status":"paid","amount":{"value":"10.00","currency":"EUR"}}',
  ])("is refused as %j", (body) => {
    expect(mollie.verify(delivery(body), ["secret"], 0)).toEqual({ valid: false, fault: "missing_signature" });
  });
});

describe("a signed delivery", () => {
  const event = (entityId: unknown) => JSON.stringify({ resource: "event", id: "event_1", type: "x.paid", entityId });

  test("of a payment or a payment link is asked for all the same", () => {
    expect(mollie.readBack?.resourceOf(delivery(event("tr_1")))).toBe("tr_1");
    expect(mollie.readBack?.resourceOf(delivery(event("pl_1")))).toBe("pl_1");
    for (const other of ["sub_1", "tr_../x", null, 7, undefined, "tr_", "pl_1/payments"]) {
      expect(mollie.readBack?.resourceOf(delivery(event(other)))).toBeNull();
    }
  });

  test("is not trusted for being a form: a wrong signature is refused for any body", () => {
    const body = "id=tr_5B8cwPMGnU6qLbRvo7qEZo";
    const verified = (secret: string) =>
      mollie.verify(delivery(body, { "x-mollie-signature": `sha256=${hmacHex(secret, body)}` }), ["right"], 0);
    expect(verified("right")).toEqual({ valid: true });
    expect(verified("wrong")).toEqual({ valid: false, fault: "signature_mismatch" });
  });
});

describe("a payment", () => {
  test.each([
    ["19.999", "EUR"],
    ["1.5", "JPY"],
    ["1.2345", "KWD"],
    ["1e3", "EUR"],
    ["99999999999999.99", "EUR"],
    ["-1.00", "EUR"],
    [10, "EUR"],
    ["10.00", null],
    ["10.00", "€"],
  ])("of %j %j is kept as unreadable", (value, currency) => {
    expect(readingOf(paid, [["amount"], { value, currency }]).verdict.kind).toBe("unreadable");
  });

  test.each([
    ["1.234", "KWD", 1_234],
    ["0.29", "eur", 29],
  ])("of %s %s is %i of its smallest unit", (value, currency, expected) => {
    expect(paymentOf(paid, [["amount"], { value, currency }]).amount_cents).toBe(expected);
  });

  test.each(["open", "pending", "authorized", "canceled", "expired", "failed", "something_new"])(
    "that is %s is no money",
    (status) => {
      const { verdict, providerEventId } = readingOf(paid, [["status"], status]);
      expect(verdict).toEqual({ kind: "ignored", reason: "payment_not_successful" });
      expect(providerEventId).not.toBe(readingOf(paid).providerEventId);
    },
  );

  test.each(["a text", 7, null, undefined, [1]])("with the metadata %j is a payment without keys", (metadata) => {
    expect(paymentOf(paid, [["metadata"], metadata]).payer).toMatchObject({ click_id: null, customer_key: null });
  });

  test("is recurring only where it is one of a subscription", () => {
    const recurring: [string[], unknown] = [["sequenceType"], "recurring"];
    expect(paymentOf(paid, recurring).is_recurring).toBe(false);
    expect(paymentOf(paid, recurring, [["subscriptionId"], "sub_1"]).is_recurring).toBe(true);
  });
});

test.each([
  ["queued", "payment_refunded"],
  ["pending", "payment_refunded"],
  ["processing", "payment_refunded"],
  ["refunded", "payment_refunded"],
  ["failed", "refund_failed"],
  ["canceled", "refund_failed"],
])("a refund that is %s is a %s of the same name", (status, type) => {
  expect(factOf(refund, [["status"], status])).toMatchObject({
    type,
    refund_id: "re_SvcPart00001",
    amount_cents: 1_000,
  });
});

test("a refund or chargeback of a strange amount or state is kept as unreadable", () => {
  expect(readingOf(refund, [["status"], "something_new"]).verdict.kind).toBe("unreadable");
  expect(readingOf(refund, [["amount", "value"], "-1.00"]).verdict.kind).toBe("unreadable");
  expect(readingOf(chargeback, [["amount", "value"], "1.001"]).verdict.kind).toBe("unreadable");
});
