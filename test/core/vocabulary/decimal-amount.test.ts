import { expect, test } from "vitest";
import type { Currency } from "../../../src/core/vocabulary/money/currencies.ts";
import { decimalAmount } from "../../../src/core/vocabulary/money/money.ts";

test.each<[number, Currency, string]>([
  [0, "USD", "0.00"],
  [5, "USD", "0.05"],
  [-5, "EUR", "-0.05"],
  [1_234, "USD", "12.34"],
  [-123_400, "EUR", "-1234.00"],
  [0, "VND", "0"],
  [250_000, "VND", "250000"],
  [-7, "VND", "-7"],
  [1_000_000_000_000, "USD", "10000000000.00"],
])("%i of the smallest unit of %s are written %s", (amountCents, currency, written) => {
  expect(decimalAmount(amountCents, currency)).toBe(written);
});
