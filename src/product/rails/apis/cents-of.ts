// An amount as payment providers write it, in the currency's smallest unit: exact, or null where it has no such amount. A provider that writes
// fewer decimals than ISO 4217 has, such as PayPal of forints, means the same amount.
import { currencyDecimals, isCurrency } from "../../../core/vocabulary/money/currencies.ts";

export function centsOf(decimal: string | number, currency: string): number | null {
  const found = /^(-?)(\d{1,13})(?:\.(\d+))?$/.exec(String(decimal).trim());
  if (found === null) return null;
  const [, sign = "", whole = "", fraction = ""] = found;
  const code = currency.toUpperCase();
  const places = isCurrency(code) ? currencyDecimals[code] : 2;
  if (/[1-9]/.test(fraction.slice(places))) return null;
  const cents = Number(whole + fraction.slice(0, places).padEnd(places, "0"));
  if (!Number.isSafeInteger(cents)) return null;
  return sign === "-" && cents !== 0 ? -cents : cents;
}
