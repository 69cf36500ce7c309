// What a message of the catalogue is: ICU text, and the arguments it takes. English declares both; the other languages have texts alone,
// and a test compares their arguments with these.

/** `text` is put in as it is, `number` may decide on a plural. */
type Kind = "text" | "number";

export type Arguments = Readonly<Record<string, Kind>>;

export type Message = string | { readonly icu: string; readonly takes: Arguments };

/** A message with arguments. In ICU text a typographic apostrophe is written, since the plain one quotes. */
export function takes<const Taken extends Arguments>(taken: Taken, icu: string): { icu: string; takes: Taken } {
  return { icu, takes: taken };
}

/** The same messages in another language. One that is missing or is not in English does not compile. */
export type Translated<English extends Readonly<Record<string, Message>>> = { readonly [Id in keyof English]: string };

export function icuOf(message: Message): string {
  return typeof message === "string" ? message : message.icu;
}
