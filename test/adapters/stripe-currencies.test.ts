// Stripe's amounts by its own rules for each currency: https://docs.stripe.com/currencies. All but three are in the smallest unit of ISO 4217.
import { describe, expect, test } from "vitest";
import { dispute, factOf, inObject, paymentOf, readingOf, refund, session } from "../support/stripe-readings.ts";

const inCurrency = (currency: string, amount: number, tax: number | null = null) =>
  [
    [inObject("currency"), currency],
    [inObject("amount_total"), amount],
    [inObject("total_details", "amount_tax"), tax],
  ] as const;

describe("a payment", () => {
  test.each([
    // Zero-decimal: the amount is the charge.
    ["jpy", 500, 500],
    ["krw", 12_000, 12_000],
    ["xof", 1, 1],
    ["vnd", 50_000, 50_000],
    // In hundredths that are always 00: 5 ISK are 500.
    ["isk", 500, 5],
    ["ugx", 6_000_000, 60_000],
    // Zero-decimal at Stripe, two decimals in ISO 4217: 500 ariary.
    ["mga", 500, 50_000],
    // Three decimals, rounded to tens by Stripe's rule: 5.120 KWD.
    ["kwd", 5_120, 5_120],
    ["bhd", 10, 10],
    // Two decimals, though Stripe pays them out in whole ones.
    ["huf", 1_050, 1_050],
    ["twd", 1_050, 1_050],
    ["gbp", 4_999, 4_999],
  ])("of %s %i is %i of its smallest unit", (currency, amount, expected) => {
    expect(paymentOf(session, ...inCurrency(currency, amount))).toMatchObject({
      amount_cents: expected,
      currency: currency.toUpperCase(),
    });
  });

  test.each([["isk"], ["ugx"]])("of a part of a %s is refused, and never rounded", (currency) => {
    const { verdict } = readingOf(session, ...inCurrency(currency, 550));
    expect(verdict).toEqual({ kind: "unreadable", reason: "amount: not an amount of its currency" });
  });

  test("keeps its tax in the same unit, and leaves out a tax that the currency cannot hold", () => {
    expect(paymentOf(session, ...inCurrency("isk", 12_400, 2_400)).tax_cents).toBe(24);
    expect(paymentOf(session, ...inCurrency("mga", 124, 24)).tax_cents).toBe(2_400);
    expect(paymentOf(session, ...inCurrency("isk", 12_400, 2_450)).tax_cents).toBeNull();
  });
});

test("a refund and a dispute are in the unit of their payment", () => {
  const part = [
    [inObject("currency"), "isk"],
    [inObject("amount"), 300],
  ] as const;
  expect(factOf(refund, ...part)).toMatchObject({ type: "payment_refunded", amount_cents: 3, currency: "ISK" });
  expect(factOf(dispute, ...part)).toMatchObject({ type: "dispute_opened", amount_cents: 3, currency: "ISK" });
  expect(factOf(refund, ...part, [inObject("status"), "failed"])).toMatchObject({
    type: "refund_failed",
    amount_cents: 3,
  });
});
