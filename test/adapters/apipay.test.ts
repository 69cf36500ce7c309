// apipay.vn beyond its fixtures: what is counted, what is test mode, and content that must not be believed.
import { describe, expect, test } from "vitest";
import { apipay } from "../../adapters/apipay.ts";
import { type Change, paymentOf, readingOf, readingOfText } from "../support/readings.ts";
import { hmacHex } from "../support/signing.ts";

const incoming = "apipay/transaction.in";
const inData = (name: string, value: unknown): Change => [["data", name], value];

describe("a transfer", () => {
  test("over zero is ignored", () => {
    expect(readingOf(incoming, inData("amount", 0)).verdict).toEqual({ kind: "ignored", reason: "zero_amount" });
    expect(readingOf(incoming, inData("amount", "0.00")).verdict).toEqual({ kind: "ignored", reason: "zero_amount" });
  });

  test("of an event of the future is ignored", () => {
    const { verdict } = readingOf(incoming, [["event"], "payment_request.expired"]);
    expect(verdict).toEqual({ kind: "ignored", reason: "event_type_not_used" });
  });

  test("that goes out is no refund, regardless of what its text says", () => {
    const { verdict } = readingOf("apipay/transaction.out", inData("content", "HOAN TIEN ORDER-12345"));
    expect(verdict).toEqual({ kind: "ignored", reason: "outgoing_transfer" });
  });

  test("is a payment regardless of its texts", () => {
    const bare = ["content", "referenceCode", "vaNumber", "rawTransactionDate"].map((name) => inData(name, null));
    expect(paymentOf(incoming, ...bare)).toMatchObject({ amount_cents: 100_000, references: [], occurred_at: null });
    expect(paymentOf(incoming, inData("content", "\uD800\u0000 order-7\u0000777")).references).toContain("ORDER7777");
  });

  test.each([
    [true, false],
    [false, true],
    [undefined, true],
    [null, null],
    ["true", null],
  ])("with sandbox %j has livemode %j", (sandbox, livemode) => {
    expect(readingOf(incoming, [["sandbox"], sandbox]).livemode).toBe(livemode);
  });
});

describe("signed content that cannot be understood says why", () => {
  const amount = "webhook.data.amount: not a whole amount of dong";
  test.each<[string, Change, string]>([
    ["a negative amount", inData("amount", -1), "webhook.data.amount: Too small: expected number to be >=0"],
    ["a fraction of a dong", inData("amount", 1000.5), amount],
    ["a fraction of a dong as text", inData("amount", "1000.50"), amount],
    [
      "an amount beyond exact numbers",
      inData("amount", 1e18),
      "webhook.data.amount: Too big: expected int to be <=9007199254740991",
    ],
    [
      "such an amount as text",
      inData("amount", "1000000000000000000"),
      "webhook.data.amount: Too big: expected int to be <=9007199254740991",
    ],
    ["an amount in words", inData("amount", "mot tram nghin"), amount],
    ["no amount", inData("amount", undefined), amount],
    [
      "no transaction id",
      inData("transactionId", null),
      "webhook.data.transactionId: Invalid input: expected string, received null",
    ],
    [
      "an empty transaction id",
      inData("transactionId", ""),
      "webhook.data.transactionId: Too small: expected string to have >=1 characters",
    ],
    [
      "a NUL in the transaction id",
      inData("transactionId", "a\u0000"),
      "webhook.data.transactionId: holds a NUL or a lone surrogate",
    ],
    [
      "a transaction id too long to prefix",
      inData("transactionId", "x".repeat(250)),
      "payment_succeeded.transaction_id: Too big: expected string to have <=255 characters",
    ],
    [
      "a memo that became an object",
      inData("content", {}),
      "webhook.data.content: Invalid input: expected string, received object",
    ],
    ["no data", [["data"], null], "webhook.data: Invalid input: expected object, received null"],
    ["no event", [["event"], undefined], "webhook.event: Invalid input: expected string, received undefined"],
    [
      "a sandbox flag in words",
      [["sandbox"], "true"],
      "webhook.sandbox: Invalid input: expected boolean, received string",
    ],
  ])("%s", (_, change, reason) => {
    expect(readingOf(incoming, change).verdict).toEqual({ kind: "unreadable", reason });
  });

  test.each(["", "{", '{"event":"transaction.in","data":{"amount":1000'])("%j is not JSON", (text) => {
    expect(readingOfText("apipay", text)).toEqual({
      providerEventId: null,
      providerEventType: null,
      livemode: null,
      verdict: { kind: "unreadable", reason: "body is not JSON" },
    });
  });

  test("its labels are kept as far as they can be", () => {
    expect(readingOf(incoming, inData("transactionId", "x".repeat(250)))).toMatchObject({
      providerEventId: null,
      providerEventType: "transaction.in",
      livemode: true,
    });
  });
});

test("the signature is over the bytes received, not over the parsed body written again", () => {
  const spaced = Buffer.from('{ "event": "transaction.in" }');
  const written = Buffer.from(JSON.stringify(JSON.parse(spaced.toString())));
  const headers = { "apipay-signature": hmacHex("secret", spaced) };
  expect(apipay.verify({ body: spaced, headers }, ["secret"], 0)).toEqual({ valid: true });
  expect(apipay.verify({ body: written, headers }, ["secret"], 0)).toMatchObject({ fault: "signature_mismatch" });
});
