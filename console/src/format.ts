// Figures, amounts and times as people read them. Amounts come in the currency's smallest unit, as a number or, beyond what a number
// holds exactly, as digits.
import { currencyDecimals, isCurrency } from "../../src/core/vocabulary/money/currencies.ts";
import { say } from "./texts/shell.ts";
export type Cents = number | string;

/** Two of a currency that is not known. */
export function decimalsOf(currency: string): number {
  return isCurrency(currency) ? currencyDecimals[currency] : 2;
}

const whole = new Intl.NumberFormat("en");

export function formatCount(count: number): string {
  return whole.format(count);
}

/** Without the currency: `-1,234.50`, for JPY `1,234`, and for KWD `1,234.500`. */
export function formatAmount(cents: Cents, currency: string): string {
  const decimals = decimalsOf(currency);
  const amount = BigInt(cents);
  const isNegative = amount < 0n;
  const digits = (isNegative ? -amount : amount).toString().padStart(decimals + 1, "0");
  const units = whole.format(BigInt(digits.slice(0, digits.length - decimals)));
  const rest = decimals === 0 ? "" : `.${digits.slice(-decimals)}`;
  return `${isNegative ? "−" : ""}${units}${rest}`;
}

const list = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** `a, b and c` */
export function formatList(parts: readonly string[]): string {
  return list.format(parts);
}

type Amount = { readonly amount_cents: Cents | null; readonly currency: string | null };

/** `1,200.00 USD and 5 EUR`: sums of several currencies are never added. */
export function formatSums(amounts: readonly Amount[]): string {
  const sums = new Map<string, bigint>();
  for (const { amount_cents, currency } of amounts) {
    if (amount_cents !== null && currency !== null) {
      sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amount_cents));
    }
  }
  return formatList([...sums].map(([currency, sum]) => `${formatAmount(sum.toString(), currency)} ${currency}`));
}

/** For axes and pictures, which need no cents. */
export function unitsOf(cents: Cents, currency: string): number {
  return Number(cents) / 10 ** decimalsOf(currency);
}

/** Parses a typed amount into the smallest unit; undefined if it is not an amount. */
export function centsOf(text: string, currency: string): number | undefined {
  const decimals = decimalsOf(currency);
  const [, units, rest = ""] = /^(\d{1,12})(?:\.(\d+))?$/.exec(text.trim().replaceAll(",", "")) ?? [];
  if (units === undefined || rest.length > decimals) return undefined;
  return Number(units + rest.padEnd(decimals, "0"));
}

const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

export function formatShort(value: number): string {
  return short.format(value);
}

export function formatShare(share: number): string {
  return new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 }).format(share);
}

/** 2000 is 20%. */
export function formatRate(bps: number): string {
  return formatShare(bps / 10_000);
}

const minute = { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" } as const;
const inOwnZone = new Intl.DateTimeFormat("en-GB", minute);
const inUtc = new Intl.DateTimeFormat("en-GB", { ...minute, second: "2-digit", timeZone: "UTC" });
const dayOnly = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
const dayShort = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** `22 Nov 2026, 04:16`, in the reader's zone; where there is no room it breaks behind the comma. */
export function formatTime(time: string): string {
  return inOwnZone.format(new Date(time)).replaceAll(/(?<!,) /g, "\u00a0");
}

export function formatUtc(time: string): string {
  return say("formatUtc", { format: inUtc.format(new Date(time)) });
}

/** Of a date without a time: `22 Nov 2026`. */
export function formatDay(date: string): string {
  return dayOnly.format(new Date(date));
}

export function formatDayShort(date: string): string {
  return dayShort.format(new Date(date));
}

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const steps = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** `3 minutes ago`. */
export function formatAgo(time: string, now: number): string {
  const seconds = (Date.parse(time) - now) / 1000;
  for (const [unit, size] of steps) {
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit);
  }
  return say("justNow");
}

/** A code such as `is_recurring` as people write it: `Is recurring`. */
export function sentenceOf(code: string): string {
  return capitalized(code.replaceAll("_", " "));
}

export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
