// Says the texts of a catalogue in the reader's language: `say` as text, `rich` with elements in it.
import { IntlMessageFormat } from "intl-messageformat";
import { createElement, Fragment, type ReactNode } from "react";
import { locale, translation } from "./language.ts";
import { icuOf, type Message, type Messages, type Translation } from "./message.ts";

/** Null and undefined are empty. */
type Plain = string | number | null | undefined;
type Around = (words: ReactNode) => ReactNode;

type Value<Kind, Text> = Kind extends "number" ? number : Kind extends "tag" ? Around : Text;
type Taken<One> = One extends { readonly takes: infer Takes } ? Takes : Record<never, never>;
type Values<One, Text> = { readonly [Name in keyof Taken<One>]: Value<Taken<One>[Name], Text> };
/** None for a message without arguments. */
type Given<One, Text> = keyof Taken<One> extends never ? [] : [values: Values<One, Text>];

type Areas = Readonly<Record<string, Messages>>;
/** The messages of all areas, by id. */
type Together<All extends Areas> = Intersection<All[keyof All]>;
type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (one: infer All) => void
  ? All
  : never;

type Texts<All> = {
  readonly say: <Id extends keyof All>(id: Id, ...given: Given<All[Id], Plain>) => string;
  readonly rich: <Id extends keyof All>(id: Id, ...given: Given<All[Id], ReactNode>) => ReactNode;
};

type Language = { readonly locale: string; readonly translation: Translation };

const chosen: Language = { locale, translation };

/** `english` is each area by its name; an id is in one of them. */
export function openTexts<const All extends Areas>(english: All, language: Language = chosen): Texts<Together<All>> {
  const messages = new Map<PropertyKey, Message>();
  for (const [area, texts] of Object.entries(english)) {
    for (const [id, message] of Object.entries(texts)) {
      const icu = language.translation[area]?.[id] ?? icuOf(message);
      messages.set(id, typeof message === "string" ? icu : { ...message, icu });
    }
  }
  const made = new Map<PropertyKey, IntlMessageFormat>();
  /** What takes nothing is plain text, which a test holds it to, unless it has a tag. */
  const formatOf = (id: PropertyKey): string | IntlMessageFormat => {
    const known = made.get(id);
    if (known !== undefined) return known;
    const message = messages.get(id) ?? "";
    if (typeof message === "string" && !message.includes("<")) return message;
    const format = new IntlMessageFormat(icuOf(message), language.locale);
    made.set(id, format);
    return format;
  };
  return {
    say: (id, ...[values]) => {
      const format = formatOf(id);
      return typeof format === "string" ? format : String(format.format({ ...values }));
    },
    rich: (id, ...[values]) => {
      const format = formatOf(id);
      return typeof format === "string" ? format : nodeOf(format.format<ReactNode>({ strong, ...aroundNodes(values) }));
    },
  };
}

const strong = (chunks: readonly ReactNode[]): ReactNode => createElement("strong", null, ...chunks);

function aroundNodes(values: object = {}) {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]: [string, ReactNode | Around]) => [
      name,
      typeof value === "function" ? (chunks: readonly ReactNode[]) => value(nodeOf(chunks)) : value,
    ]),
  );
}

/** As children of their own, which need no keys. */
function nodeOf(said: ReactNode | readonly ReactNode[]): ReactNode {
  return isList(said) ? createElement(Fragment, null, ...said) : said;
}

function isList(said: ReactNode | readonly ReactNode[]): said is readonly ReactNode[] {
  return Array.isArray(said);
}
