// An amount as payment providers write it, in the currency's smallest unit: exact, or null where it has no such amount.

/** Of currencies that fees may be in, those without decimals. Any other has two. */
const withoutDecimals: ReadonlySet<string> = new Set([
  "VND",
  "JPY",
  "KRW",
  "CLP",
  "HUF",
  "TWD",
  "ISK",
  "UGX",
  "XAF",
  "XOF",
]);

export function centsOf(decimal: string | number, currency: string): number | null {
  const found = /^(-?)(\d{1,13})(?:\.(\d+))?$/.exec(String(decimal).trim());
  if (found === null) return null;
  const [, sign = "", whole = "", fraction = ""] = found;
  const places = withoutDecimals.has(currency.toUpperCase()) ? 0 : 2;
  if (/[1-9]/.test(fraction.slice(places))) return null;
  const cents = Number(whole + fraction.slice(0, places).padEnd(places, "0"));
  if (!Number.isSafeInteger(cents)) return null;
  return sign === "-" && cents !== 0 ? -cents : cents;
}
