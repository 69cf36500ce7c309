// What a message of the console is: ICU text, as on the partners' pages, and the arguments it takes.
import type { Message as Plain } from "../../../src/core/wording/catalogue/message.ts";

/** `text` is put in as it is, `number` is formatted and may decide on a plural, `tag` is an element around words of the message. */
type Kind = "text" | "number" | "tag";

export type Arguments = Readonly<Record<string, Kind>>;

export type Message = Extract<Plain, string> | { readonly icu: string; readonly takes: Arguments };

/** A message with arguments. `<strong>` needs none. */
export function takes<const Taken extends Arguments>(taken: Taken, icu: string): { icu: string; takes: Taken } {
  return { icu, takes: taken };
}

export type Messages = Readonly<Record<string, Message>>;

/** The same texts in another language. One that is missing or is not in English does not compile. */
export type Translated<English extends Messages> = { readonly [Id in keyof English]: string };

/** Every area in one language, by the area's name. */
export type Translation = Readonly<Record<string, Readonly<Record<string, string>>>>;

export function icuOf(message: Message): string {
  return typeof message === "string" ? message : message.icu;
}
