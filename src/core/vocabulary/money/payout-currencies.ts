// What each way of paying partners pays in. The payer's own account may pay in fewer: then its provider says so, and nothing is paid.
import { type Currency, currencyDecimals } from "./currencies.ts";

/** https://developer.paypal.com/api/rest/reference/currency-codes: those that accounts of every country send. */
export const payPalCurrencies = [
  "USD",
  "EUR",
  "AUD",
  "CAD",
  "CHF",
  "CZK",
  "DKK",
  "GBP",
  "HKD",
  "HUF",
  "ILS",
  "JPY",
  "MXN",
  "NOK",
  "NZD",
  "PHP",
  "PLN",
  "SEK",
  "SGD",
  "THB",
  "TWD",
] as const satisfies readonly Currency[];

/** https://docs.stripe.com/payouts: the currencies of Stripe's balances that it writes as ISO 4217 does. */
export const stripeCurrencies = [
  "USD",
  "EUR",
  "AED",
  "AUD",
  "BRL",
  "CAD",
  "CHF",
  "CZK",
  "DKK",
  "GBP",
  "HKD",
  "HUF",
  "JPY",
  "MXN",
  "MYR",
  "NOK",
  "NZD",
  "PLN",
  "RON",
  "SEK",
  "SGD",
  "THB",
] as const satisfies readonly Currency[];

/** https://wise.com/help/articles/2571942/what-countriesregions-can-i-send-to */
export const wiseCurrencies = [
  "USD",
  "EUR",
  "VND",
  "AED",
  "AUD",
  "BDT",
  "BRL",
  "CAD",
  "CHF",
  "CLP",
  "CNY",
  "COP",
  "CZK",
  "DKK",
  "EGP",
  "GBP",
  "GEL",
  "GHS",
  "HKD",
  "HUF",
  "IDR",
  "ILS",
  "INR",
  "JPY",
  "KES",
  "KRW",
  "LKR",
  "MAD",
  "MXN",
  "MYR",
  "NGN",
  "NOK",
  "NPR",
  "NZD",
  "PHP",
  "PKR",
  "PLN",
  "RON",
  "SEK",
  "SGD",
  "THB",
  "TRY",
  "TZS",
  "UAH",
  "UGX",
  "UYU",
  "ZAR",
  "ZMW",
] as const satisfies readonly Currency[];

/** PayPal takes no decimals in these, which have two. */
const payPalWholeCurrencies: ReadonlySet<Currency> = new Set(["HUF", "TWD"]);

/** Why PayPal cannot pay it; null where it can. */
export function payPalFault(amountCents: number, currency: Currency): string | null {
  if (!payPalCurrencies.some((each) => each === currency)) return `PayPal does not pay in ${currency}`;
  const isWhole = amountCents % 10 ** currencyDecimals[currency] === 0;
  return payPalWholeCurrencies.has(currency) && !isWhole ? `PayPal pays ${currency} without decimals` : null;
}

/** As PayPal writes it: `12.34`, and `12` where it takes no decimals. */
export function payPalAmount(decimal: string, currency: Currency): string {
  return payPalWholeCurrencies.has(currency) ? decimal.replace(/\.0+$/, "") : decimal;
}
