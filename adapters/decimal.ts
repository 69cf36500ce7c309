// Amounts that a provider writes as decimals ("10.00", 9.99), read into the currency's smallest unit.
// It guarantees that the digits written are the digits counted: nothing is multiplied, divided or rounded, and an amount finer than the
// currency is refused rather than cut. A JSON number keeps its digits up to 15 of them, which is what a double holds exactly.
// Exponents are those of ISO 4217 (list one, https://www.six-group.com/en/products-services/financial-information/data-standards.html).
import { z } from "zod";
import { currencyDecimals } from "../src/core/vocabulary/money/currencies.ts";

/** Funds, which no sale is in: what is reported of them is read exactly too. */
const funds = { CLF: 4, UYI: 0, UYW: 4 };

const exponents: ReadonlyMap<string, number> = new Map(Object.entries({ ...currencyDecimals, ...funds }));
const usualExponent = 2;
/** A double holds every decimal of so many significant digits exactly enough to be written back as it was. */
const significantDigitsMax = 15;

const decimal = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;

/** A decimal as text, whichever of the two a payload uses. */
export const decimalText = z.union([z.string(), z.number().transform(String)]);

/** `"10.5"` in EUR is 1050, in KWD 10500; null for what is no decimal, has more places than the currency, or is too large. */
export function minorUnits(text: string, currency: string): number | null {
  const [, sign, whole, fraction = ""] = decimal.exec(text) ?? [];
  if (sign === undefined || whole === undefined) return null;
  const exponent = exponents.get(currency.toUpperCase()) ?? usualExponent;
  if (/[1-9]/.test(fraction.slice(exponent))) return null;
  const digits = `${whole}${fraction.slice(0, exponent).padEnd(exponent, "0")}`.replace(/^0+(?=.)/, "");
  if (digits.length > significantDigitsMax) return null;
  return digits === "0" ? 0 : Number(`${sign}${digits}`);
}
