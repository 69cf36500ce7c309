// SePay's ways to prove who sends, and what its two products count.
import { describe, expect, test } from "vitest";
import { sepay } from "../../adapters/sepay.ts";
import { type Change, factOf, paymentOf, readingOf } from "../support/readings.ts";
import { sepayHeaders } from "../support/signing.ts";

const now = 1_750_000_000;
const body = Buffer.from('{"id":1}');
const secret = "shared";

function verify(headers: Readonly<Record<string, string>>) {
  return sepay.verify({ body, headers }, [secret], now);
}

describe("a delivery", () => {
  const signed = sepayHeaders(body, secret, now);
  const wronglySigned = sepayHeaders(body, "other", now);
  const apiKey = { authorization: `Apikey ${secret}` };
  const gatewayKey = { "x-secret-key": secret };

  test("that shows nothing is refused", () => {
    expect(verify({})).toEqual({ valid: false, fault: "missing_signature" });
    expect(verify({ "x-sepay-timestamp": String(now) })).toEqual({ valid: false, fault: "missing_signature" });
  });

  test.each([apiKey, gatewayKey])("with a wrong HMAC is refused though it shows the secret as %j", (key) => {
    expect(verify({ ...wronglySigned, ...key })).toEqual({ valid: false, fault: "signature_mismatch" });
    expect(verify({ ...signed, ...key, "x-sepay-signature": "none" })).toMatchObject({ fault: "malformed_signature" });
    expect(verify({ ...signed, ...key, "x-sepay-signature": "" })).toMatchObject({ fault: "missing_signature" });
    expect(verify({ ...key, "x-sepay-signature": signed["x-sepay-signature"] ?? "" })).toMatchObject({ valid: false });
  });

  test.each([apiKey, gatewayKey])("with a right HMAC is accepted regardless of what else it shows", (key) => {
    expect(verify({ ...signed, ...key })).toEqual({ valid: true });
    expect(verify({ ...signed, authorization: "Basic abc", "x-secret-key": "other" })).toEqual({ valid: true });
  });

  test("with another Authorization is refused though it shows the gateway's key", () => {
    expect(verify({ ...gatewayKey, authorization: "Apikey other" })).toMatchObject({ fault: "signature_mismatch" });
    expect(verify({ ...gatewayKey, authorization: "Bearer token" })).toMatchObject({ fault: "malformed_signature" });
    expect(verify({ ...gatewayKey, authorization: "" })).toMatchObject({ fault: "missing_signature" });
  });
});

describe("a bank transfer", () => {
  const transfer = "sepay/bank-transfer.in";

  test("over zero is ignored", () => {
    const { verdict } = readingOf(transfer, [["transferAmount"], 0]);
    expect(verdict).toEqual({ kind: "ignored", reason: "zero_amount" });
  });

  test("is a payment regardless of its texts", () => {
    const bare: Change[] = ["content", "code", "referenceCode", "transactionDate"].map((name) => [[name], undefined]);
    expect(paymentOf(transfer, ...bare)).toMatchObject({ amount_cents: 2_277_000, references: [], occurred_at: null });
  });

  test("has at most twenty references, the codes before the memo's words", () => {
    const words = Array.from({ length: 60 }, (_, index) => `DH${1000 + index}`).join(" ");
    const changes: Change[] = [
      [["code"], "dh-1"],
      [["subAccount"], "VA 2"],
      [["content"], words],
    ];
    const { references } = paymentOf(transfer, ...changes);
    expect(references.slice(0, 5)).toEqual(["DH1", "VA2", "MBVCB3278907687", "DH1000", "DH1001"]);
    expect(references).toHaveLength(19);
  });

  test("that goes out is no refund, regardless of what its text says", () => {
    const { verdict } = readingOf(transfer, [["transferType"], "out"], [["content"], "refund DH1024"]);
    expect(verdict).toEqual({ kind: "ignored", reason: "outgoing_transfer" });
  });
});

describe("a gateway order", () => {
  const order = "sepay/pg-ipn.ORDER_PAID.agreement.written";

  test("over zero is ignored", () => {
    const { verdict } = readingOf(order, [["transaction", "transaction_amount"], "0.00"]);
    expect(verdict).toEqual({ kind: "ignored", reason: "zero_amount" });
  });

  test("goes by its transaction, order and invoice; a renewal by its transaction alone", () => {
    const first = paymentOf(order);
    const renewal = paymentOf("sepay/pg-ipn.RENEWAL_ORDER_PAID.written");
    expect(first.aliases.map(({ kind }) => kind)).toEqual(["transaction", "order", "invoice"]);
    const names = new Set(first.aliases.map(({ value }) => value));
    expect(renewal.aliases.filter(({ value }) => names.has(value))).toEqual([]);
    expect(renewal.subscription_id).toBe(first.subscription_id);
  });

  test("without an invoice number goes by two names", () => {
    expect(paymentOf(order, [["order", "order_invoice_number"], null]).aliases).toHaveLength(2);
  });

  test.each([
    ["an object", { svc_click_id: "clk" }, "clk"],
    ["its JSON", '{"svc_click_id":"clk"}', "clk"],
    ["an empty list", [], null],
    ["nothing", undefined, null],
    ["other text", "cart 7", null],
    ["broken JSON", '{"svc_click_id":', null],
    ["a NUL in it", { svc_click_id: "a\u0000" }, null],
  ])("takes attribution keys from custom_data as %s", (_, customData, clickId) => {
    expect(paymentOf(order, [["order", "custom_data"], customData]).payer.click_id).toBe(clickId);
  });

  test("without customer and agreement belongs to no subscription", () => {
    const fact = paymentOf(order, [["customer"], null], [["agreement"], null]);
    expect(fact).toMatchObject({ subscription_id: null, is_recurring: false, payer: { provider_customer_id: null } });
    expect(paymentOf(order, [["customer"], {}]).payer.provider_customer_id).toBeNull();
  });

  test("voided is refunded as a whole, under the payment's names", () => {
    const paid = paymentOf("sepay/pg-ipn.ORDER_PAID");
    const voided = factOf("sepay/pg-ipn.TRANSACTION_VOID.written");
    expect(voided).toMatchObject({ amount_cents: null, cumulative_cents: null, aliases: paid.aliases });
  });
});
