// SePay deliveries that show the secret and must not be believed all the same, and what is said about them.
import { describe, expect, test } from "vitest";
import { type Change, readingOf, readingOfText } from "../support/readings.ts";

const transfer = "sepay/bank-transfer.in";
const order = "sepay/pg-ipn.ORDER_PAID";
const voided = "sepay/pg-ipn.TRANSACTION_VOID.written";

describe("an unreadable transfer is reported with its reason", () => {
  test.each<[string, string, Change, string]>([
    ["no id", transfer, [["id"], undefined], "transfer.id: Invalid input: expected number, received undefined"],
    ["an id as text", transfer, [["id"], "92704"], "transfer.id: Invalid input: expected number, received string"],
    ["a negative id", transfer, [["id"], -1], "transfer.id: Too small: expected number to be >0"],
    [
      "an id beyond exact numbers",
      transfer,
      [["id"], 2 ** 53],
      "transfer.id: Too big: expected int to be <=9007199254740991",
    ],
    [
      "neither in nor out",
      transfer,
      [["transferType"], "sideways"],
      'transfer.transferType: Invalid option: expected one of "in"|"out"',
    ],
    [
      "a negative amount",
      transfer,
      [["transferAmount"], -2_277_000],
      "transfer.transferAmount: Too small: expected number to be >=0",
    ],
    [
      "a fraction of a dong",
      transfer,
      [["transferAmount"], 2277.5],
      "transfer.transferAmount: not a whole amount of dong",
    ],
    [
      "an amount of 10^18",
      transfer,
      [["transferAmount"], 1e18],
      "transfer.transferAmount: Too big: expected int to be <=9007199254740991",
    ],
    ["no amount", transfer, [["transferAmount"], null], "transfer.transferAmount: not a whole amount of dong"],
    [
      "a memo that became a list",
      transfer,
      [["content"], ["DH1024"]],
      "transfer.content: Invalid input: expected string, received array",
    ],
    ["a notification of no type", order, [["notification_type"], null], "notification_type: not a text"],
    [
      "an order without id",
      order,
      [["order", "order_id"], ""],
      "ORDER_PAID.order.order_id: Too small: expected string to have >=1 characters",
    ],
    [
      "a payment that was not approved",
      order,
      [["transaction", "transaction_status"], "DECLINED"],
      'ORDER_PAID.transaction.transaction_status: Invalid input: expected "APPROVED"',
    ],
    [
      "a fraction of a dong as text",
      order,
      [["transaction", "transaction_amount"], "100000.50"],
      "ORDER_PAID.transaction.transaction_amount: not a whole amount of dong",
    ],
    [
      "no transaction",
      order,
      [["transaction"], null],
      "ORDER_PAID.transaction: Invalid input: expected object, received null",
    ],
    [
      "an agreement without id",
      order,
      [["agreement"], {}],
      "ORDER_PAID.agreement.agreement_id: Invalid input: expected string, received undefined",
    ],
    [
      "a lone surrogate in a transaction's id",
      order,
      [["transaction", "transaction_id"], "\uD800"],
      "ORDER_PAID.transaction.transaction_id: holds a NUL or a lone surrogate",
    ],
    [
      "an invoice number too long to prefix",
      order,
      [["order", "order_invoice_number"], "x".repeat(250)],
      "payment_succeeded.aliases.2.value: Too big: expected string to have <=255 characters",
    ],
    [
      "a void of nothing",
      voided,
      [["transaction", "transaction_id"], undefined],
      "TRANSACTION_VOID.transaction.transaction_id: Invalid input: expected string, received undefined",
    ],
    [
      "a void in another currency",
      voided,
      [["order", "order_currency"], "vnd"],
      'TRANSACTION_VOID.order.order_currency: Invalid input: expected "VND"',
    ],
  ])("%s", (_, fixture, change, reason) => {
    expect(readingOf(fixture, change).verdict).toEqual({ kind: "unreadable", reason });
  });

  test.each(["", "{", '{"id":92704,"transferType":"in"', "\uFEFF{}"])("%j is not JSON", (text) => {
    expect(readingOfText("sepay", text)).toEqual({
      providerEventId: null,
      providerEventType: null,
      livemode: null,
      verdict: { kind: "unreadable", reason: "body is not JSON" },
    });
  });

  test.each(["null", "[]", "7", '"in"'])("%s is no transfer", (text) => {
    expect(readingOfText("sepay", text).verdict).toMatchObject({
      reason: expect.stringMatching(/^transfer: Invalid input: expected object/),
    });
  });
});

describe("labels are kept as far as they can be", () => {
  test("of a transfer", () => {
    expect(readingOf(transfer, [["transferAmount"], -1])).toMatchObject({
      providerEventId: "92704",
      providerEventType: "in",
    });
    expect(readingOf(transfer, [["transferType"], "bad\u0000"], [["id"], "x"])).toMatchObject({
      providerEventId: null,
      providerEventType: null,
    });
  });

  test("of a notification", () => {
    expect(readingOf(order, [["order"], null])).toMatchObject({
      providerEventId: "ORDER_PAID:68da43da2d9de",
      providerEventType: "ORDER_PAID",
    });
    expect(readingOf(order, [["transaction"], null]).providerEventId).toBeNull();
    expect(readingOf(order, [["notification_type"], null]).providerEventId).toBeNull();
    expect(readingOf(order, [["transaction", "transaction_id"], "x".repeat(250)]).providerEventId).toBeNull();
  });
});
