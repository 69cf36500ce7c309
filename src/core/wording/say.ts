// The words of a page or mail in one reader's language: messages of the catalogue, and numbers, money and times by the reader's locale.
// Times are UTC where no script writes them in the reader's own zone.
import { IntlMessageFormat } from "intl-messageformat";
import type { Currency } from "../vocabulary/money/currencies.ts";
import { decimalAmount, type Sum } from "../vocabulary/money/money.ts";
import type { EnglishCatalogue } from "./catalogue/english.ts";
import { type Arguments, icuOf, type Message } from "./catalogue/message.ts";
import { Html, html } from "./html.ts";
import type { Language, Reader } from "./languages.ts";

export type MessageId = keyof EnglishCatalogue;

/** Every message in one language. */
export type Catalogue = { readonly [Id in MessageId]: Message };

type Taken<Id extends MessageId> = EnglishCatalogue[Id] extends { readonly takes: infer Takes extends Arguments }
  ? Takes
  : Record<never, never>;
type Values<Id extends MessageId, Text> = {
  readonly [Name in keyof Taken<Id>]: Taken<Id>[Name] extends "number" ? number : Text;
};
/** None for a message without arguments. */
type Given<Id extends MessageId, Text> = keyof Taken<Id> extends never ? [] : [values: Values<Id, Text>];

export type Say = <Id extends MessageId>(id: Id, ...given: Given<Id, string>) => string;

export type Words = {
  readonly language: Language;
  readonly locale: string;
  readonly say: Say;
  /** With HTML in it: arguments that are HTML, and the message's own `<mono>` and `<strong>`. */
  readonly html: <Id extends MessageId>(id: Id, ...given: Given<Id, Html | string>) => Html;
  /** Whole sentences behind each other. */
  readonly sentences: (sentences: readonly string[]) => string;
  readonly list: (phrases: readonly string[]) => string;
  /** `1,234.50`, with as many places as the currency has. */
  readonly amountText: (cents: Sum, currency: Currency) => string;
  /** `1,234.50 USD` */
  readonly moneyText: (cents: Sum, currency: Currency) => string;
  /** The currency as a quiet suffix. */
  readonly money: (cents: Sum, currency: Currency) => Html;
  readonly count: (count: number) => string;
  /** `12.5%`, never rounded. */
  readonly percent: (basisPoints: number) => string;
  /** `7 December 2026`, within a sentence. */
  readonly longDay: (time: Date) => string;
  /** `7 Dec` */
  readonly shortDay: (time: Date) => string;
  /** `7 Dec 2026` */
  readonly dayText: (time: Date) => string;
  readonly day: (time: Date) => Html;
  /** `7 Dec 2026, 04:16` */
  readonly minute: (time: Date) => Html;
};

const basisPointsPerWhole = 10_000;
const dayParts = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;

export function openWords({ language, locale }: Reader, catalogue: Catalogue): Words {
  const messages = new Map<MessageId, IntlMessageFormat>();
  const formats = formatsOf(locale);
  const messageOf = (id: MessageId): IntlMessageFormat => {
    const known = messages.get(id);
    if (known !== undefined) return known;
    const made = new IntlMessageFormat(icuOf(catalogue[id]), locale);
    messages.set(id, made);
    return made;
  };
  const amountText = (cents: Sum, currency: Currency): string => {
    const exact = decimalAmount(cents, currency);
    if (!isNumeral(exact)) throw new TypeError(`${exact} is no amount`);
    return formats.amount(exact.split(".")[1]?.length ?? 0).format(exact);
  };
  const dayText = (time: Date): string => formats.day.format(time);
  return {
    language,
    locale,
    say: (id, ...[values]) => {
      const said = messageOf(id).format<string>({ ...values });
      return Array.isArray(said) ? said.join("") : said;
    },
    html: (id, ...[values]) => asHtml(messageOf(id).format<Html>({ ...values, ...tags })),
    sentences: (sentences) => sentences.join(language === "ja" ? "" : " "),
    list: (phrases) => phrases.join(icuOf(catalogue.listSeparator)),
    amountText,
    moneyText: (cents, currency) => `${amountText(cents, currency)} ${currency}`,
    money: (cents, currency) => html`${amountText(cents, currency)} <span class="unit">${currency}</span>`,
    count: (count) => formats.count.format(count),
    percent: (basisPoints) => formats.percent.format(basisPoints / basisPointsPerWhole),
    longDay: (time) => formats.longDay.format(time),
    shortDay: (time) => formats.shortDay.format(time),
    dayText,
    day: (time) => html`<time datetime="${time.toISOString()}" data-shown="day">${dayText(time)}</time>`,
    minute: (time) =>
      html`<time datetime="${time.toISOString()}" data-shown="minute" title="${time.toISOString().slice(0, 16).replace("T", " ")} UTC">${formats.minute.format(time)}</time>`,
  };
}

/** Written out, it is formatted exactly, at any size. */
function isNumeral(text: string): text is `${number}` {
  return /^-?\d+(?:\.\d+)?$/.test(text);
}

const tags = {
  mono: (chunks: (Html | string)[]): Html => html`<code>${chunks}</code>`,
  strong: (chunks: (Html | string)[]): Html => html`<strong>${chunks}</strong>`,
};

function asHtml(said: Html | string | readonly (Html | string)[]): Html {
  return said instanceof Html ? said : html`${said}`;
}

function formatsOf(locale: string) {
  const amounts = new Map<number, Intl.NumberFormat>();
  return {
    amount: (places: number): Intl.NumberFormat => {
      const known = amounts.get(places);
      if (known !== undefined) return known;
      const made = new Intl.NumberFormat(locale, { minimumFractionDigits: places, maximumFractionDigits: places });
      amounts.set(places, made);
      return made;
    },
    count: new Intl.NumberFormat(locale),
    percent: new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 }),
    longDay: new Intl.DateTimeFormat(locale, { ...dayParts, month: "long" }),
    shortDay: new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" }),
    day: new Intl.DateTimeFormat(locale, dayParts),
    minute: new Intl.DateTimeFormat(locale, { ...dayParts, hour: "2-digit", minute: "2-digit" }),
  };
}
