// Money, counts and times as people read them. Times are UTC where no script says them in the reader's own zone.
import type { Currency } from "../vocabulary/money/currencies.ts";
import { decimalAmount, type Sum } from "../vocabulary/money/money.ts";
import { type Html, html } from "./html.ts";

const dayFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const shortDayFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const minuteFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});

/** `1,234.50`, with as many places as the currency has. */
export function amountText(amountCents: Sum, currency: Currency): string {
  const [whole = "", decimals] = decimalAmount(amountCents, currency).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}

/** `1,234.50 USD` */
export function moneyText(amountCents: Sum, currency: Currency): string {
  return `${amountText(amountCents, currency)} ${currency}`;
}

export function countText(count: number): string {
  return count.toLocaleString("en-GB");
}

/** `7 Dec` */
export function shortDay(time: Date): string {
  return shortDayFormat.format(time);
}

/** `7 Dec 2026` */
export function dayText(time: Date): string {
  return dayFormat.format(time);
}

/** `7 Dec 2026, 04:16` */
export function minute(time: Date): Html {
  return html`<time datetime="${time.toISOString()}" data-shown="minute" title="${time.toISOString().slice(0, 16).replace("T", " ")} UTC">${minuteFormat.format(time)}</time>`;
}
