// What PayPal pays, and how it writes it: no decimals in forints and Taiwan dollars, which have two, and nothing is cut.
import { expect, test } from "vitest";
import type { Currency } from "../../../src/core/vocabulary/money/currencies.ts";
import { decimalAmount } from "../../../src/core/vocabulary/money/money.ts";
import { payPalAmount, payPalFault } from "../../../src/core/vocabulary/money/payout-currencies.ts";
import { centsOf } from "../../../src/product/rails/apis/cents-of.ts";

test.each<[Currency, number, string | null, string]>([
  ["USD", 1_050, null, "10.50"],
  ["JPY", 1_050, null, "1050"],
  ["HUF", 105_000, null, "1050"],
  ["TWD", 100, null, "1"],
  ["HUF", 105_050, "PayPal pays HUF without decimals", "1050.50"],
  ["VND", 1_050, "PayPal does not pay in VND", "1050"],
  ["KWD", 1_050, "PayPal does not pay in KWD", "1.050"],
])("%s %i", (currency, cents, fault, written) => {
  expect(payPalFault(cents, currency)).toBe(fault);
  const amount = payPalAmount(decimalAmount(cents, currency), currency);
  expect(amount).toBe(written);
  expect(centsOf(amount, currency)).toBe(cents);
});
