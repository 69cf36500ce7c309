// Decimal amounts: the digits written are the digits counted, in each currency's own smallest unit.
import fc from "fast-check";
import { expect, test } from "vitest";
import { decimalText, minorUnits } from "../../adapters/decimal.ts";
import { runsOf } from "../support/property-runs.ts";

test.each([
  ["10.00", "EUR", 1_000],
  ["10.5", "USD", 1_050],
  ["9.99", "usd", 999],
  ["0.29", "USD", 29],
  ["1.15", "USD", 115],
  ["8.20", "EUR", 820],
  ["1200", "JPY", 1_200],
  ["1200.00", "JPY", 1_200],
  ["150000", "VND", 150_000],
  ["1.505", "KWD", 1_505],
  ["1.5", "KWD", 1_500],
  ["1.0001", "CLF", 10_001],
  ["-9.99", "EUR", -999],
  ["0", "EUR", 0],
  ["-0.00", "EUR", 0],
  ["9999999999999.99", "EUR", 999_999_999_999_999],
])("%s %s is %i", (text, currency, expected) => {
  expect(minorUnits(text, currency)).toBe(expected);
});

test.each([
  ["9.999", "EUR"],
  ["0.5", "JPY"],
  ["1.5051", "KWD"],
  ["10,00", "EUR"],
  ["1e3", "EUR"],
  ["010.00", "EUR"],
  [".99", "EUR"],
  ["9.", "EUR"],
  [" 9.99", "EUR"],
  ["+9.99", "EUR"],
  ["", "EUR"],
  ["99999999999999.99", "EUR"],
])("%j %s is refused: not an amount of its currency", (text, currency) => {
  expect(minorUnits(text, currency)).toBeNull();
});

test("every amount written with two places reads back, as text and as a JSON number", () => {
  const cents = fc.integer({ min: 0, max: 999_999_999_999_999 });
  fc.assert(
    fc.property(cents, (amount) => {
      const digits = String(amount).padStart(3, "0");
      const text = `${digits.slice(0, -2)}.${digits.slice(-2)}`;
      const number = decimalText.parse(JSON.parse(text));
      return minorUnits(text, "EUR") === amount && minorUnits(number, "EUR") === amount;
    }),
    runsOf(2_000),
  );
});
