// The cells of one line by their columns' names. Every fault of a line is named, and a faulty line is not imported. A column is found
// regardless of case, spaces, dots and underscores: exports write `Stripe customer ID`, `stripe_customer_id` and `customer.id` for the same
// name.

import { groupIdOf } from "../../../core/rules/events/group-events.ts";
import { idCharactersMax, isStorableText } from "../../../core/vocabulary/facts.ts";
import { type Currency, currencyDecimals, isCurrency } from "../../../core/vocabulary/money/currencies.ts";
import type { Fault, PartnerNames } from "../import-row.ts";

/** Days are read in UTC, where it is today in some zone before it is here. */
const clockToleranceMilliseconds = 86_400_000;

/** A column under one of its names, the first that the file has. */
export type Column = string | readonly string[];

export type Header = ReadonlyMap<string, number>;

export function headerOf(names: readonly string[]): Header {
  const header = new Map<string, number>();
  for (const [index, name] of names.entries()) if (!header.has(plain(name))) header.set(plain(name), index);
  return header;
}

export function hasColumn(header: Header, column: Column): boolean {
  return namesOf(column).some((name) => header.has(plain(name)));
}

export class Cells {
  readonly faults: Fault[] = [];
  readonly #header: Header;
  readonly #values: readonly string[];
  readonly #line: number;

  constructor(header: Header, values: readonly string[], line: number) {
    this.#header = header;
    this.#values = values;
    this.#line = line;
  }

  /** Null where the file lacks the column or the cell is empty. */
  text(column: Column): string | null {
    for (const name of namesOf(column)) {
      const index = this.#header.get(plain(name));
      const value = index === undefined ? "" : (this.#values[index] ?? "").trim();
      if (value === "" || value === "null") continue;
      if (value.length > idCharactersMax) return this.#fault(name, `has more than ${idCharactersMax} characters.`);
      // What is no UTF-8 was read as the replacement character.
      if (!isStorableText(value) || /[\p{Cc}\uFFFD]/u.test(value)) return this.#fault(name, "is no plain UTF-8 text.");
      return value;
    }
    return null;
  }

  /** The name of a group, of which an id can be made. */
  group(column: Column): string | null {
    const name = this.text(column);
    if (name === null || groupIdOf(name) !== undefined) return name;
    return this.#fault(nameOf(column), "needs a letter from a to z or a digit.");
  }

  /** Who recruited the partner: by the tool's id, its code or its address, whichever was written. */
  recruiter(column: Column): PartnerNames | null {
    const written = this.text([...namesOf(column), "recruited_by"]);
    if (written === null) return null;
    return { externalId: written, code: written, email: written.includes("@") ? written : null };
  }

  required(column: Column): string {
    return this.text(column) ?? this.#missing(column, "");
  }

  email(column: Column): string | null {
    const email = this.text(column);
    return email === null || /^[^\s@]+@[^\s@]+$/.test(email)
      ? email
      : this.#fault(nameOf(column), "is no e-mail address.");
  }

  time(column: Column): Date | null {
    const value = this.text(column);
    if (value === null) return null;
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value);
    const isTime = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?( ?UTC|Z|[+-]\d{2}:?\d{2})$/.test(value);
    const time = new Date(isDay ? `${value}T00:00:00Z` : value.replace(" ", "T").replace(/ ?UTC$/, "Z"));
    if ((!isDay && !isTime) || Number.isNaN(time.getTime()) || !isDayOfCalendar(value)) {
      return this.#fault(nameOf(column), "is no time: write 2026-01-31 or 2026-01-31T12:00:00Z.");
    }
    return time.getTime() > Date.now() + clockToleranceMilliseconds
      ? this.#fault(nameOf(column), "is in the future: an import contains only the past.")
      : time;
  }

  currency(column: Column, otherwise: Currency | null): Currency {
    const value = this.text(column)?.toUpperCase() ?? otherwise;
    if (value === null) return this.#missing(column, "USD");
    return isCurrency(value)
      ? value
      : this.#faulty(
          nameOf(column),
          "must be the ISO 4217 code of a currency, such as USD: nothing is converted.",
          "USD",
        );
  }

  /** A whole number of the smallest unit; below zero where money went back. */
  cents(column: Column, otherwise: number | null = null): number {
    const value = this.text(column);
    if (value === null) return otherwise ?? this.#missing(column, 0);
    const cents = Number(value);
    if (/^-?\d+(\.0+)?$/.test(value) && Number.isSafeInteger(cents)) return cents;
    return this.#faulty(nameOf(column), "must be a whole number of cents.", 0);
  }

  /** As people write it, such as `$1,234.50`: a point before the cents, commas between thousands. */
  money(column: Column, currency: Currency, otherwise: number | null = null): number {
    const value = this.text(column);
    if (value === null) return otherwise ?? this.#missing(column, 0);
    const written = /^(-?)\p{Sc}?\s?(-?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,3}))?$/u.exec(value);
    const [, sign = "", after = "", whole = "", fraction = ""] = written ?? [];
    const places = currencyDecimals[currency];
    const cents = Number(whole.replaceAll(",", "") + fraction.padEnd(places, "0").slice(0, places));
    const isExact = written !== null && /^0*$/.test(fraction.slice(places)) && Number.isSafeInteger(cents);
    if (!isExact) return this.#faulty(nameOf(column), "must be an amount such as 12.34.", 0);
    return sign + after === "" || cents === 0 ? cents : -cents;
  }

  /** One of the words, in any case; `unknown` names the words there are. */
  word<Meaning>(column: Column, words: Readonly<Record<string, Meaning>>, otherwise: Meaning): Meaning {
    const value = this.text(column)?.toLowerCase();
    if (value === undefined) return otherwise;
    if (Object.hasOwn(words, value)) return words[value] ?? otherwise;
    return this.#faulty(nameOf(column), `must be one of ${Object.keys(words).join(", ")}.`, otherwise);
  }

  /** By all names that have columns. */
  partner(columns: { readonly [Name in keyof PartnerNames]: Column | null }): PartnerNames {
    const { externalId, code, email } = columns;
    const names = {
      externalId: externalId === null ? null : this.text(externalId),
      code: code === null ? null : this.text(code),
      email: email === null ? null : this.email(email),
    };
    if (Object.values(names).some((name) => name !== null)) return names;
    const named = [externalId, code, email].flatMap((column) => (column === null ? [] : [nameOf(column)]));
    this.faults.push({ line: this.#line, column: null, message: `names no partner: fill ${named.join(" or ")}.` });
    return names;
  }

  refuse(column: Column, message: string): void {
    this.#fault(nameOf(column), message);
  }

  #missing<Otherwise>(column: Column, otherwise: Otherwise): Otherwise {
    return this.#faulty(nameOf(column), "is missing.", otherwise);
  }

  #fault(column: string, message: string): null {
    return this.#faulty(column, message, null);
  }

  #faulty<Otherwise>(column: string, message: string, otherwise: Otherwise): Otherwise {
    this.faults.push({ line: this.#line, column, message });
    return otherwise;
  }
}

/** Of a day that its month lacks, such as 30 February, a date is made that is days later. */
function isDayOfCalendar(value: string): boolean {
  const day = value.slice(0, "2026-01-31".length);
  const time = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day);
}

function namesOf(column: Column): readonly string[] {
  return typeof column === "string" ? [column] : column;
}

function nameOf(column: Column): string {
  return namesOf(column)[0] ?? "";
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}
