// What a provider says of a call it refuses: its code, and its sentence where that helps the person who connects it.
// Sentences may repeat what was sent: the key is taken out, and nothing else is known to be a secret there.
import { z } from "zod";

const wordsCharactersMax = 300;

const code = z.string().regex(/^\w{1,64}$/);
const sentence = z.string().min(1);

/** Stripe and Paddle; Polar, Creem and Dodo; Lemon Squeezy. */
const codes = z.union([
  z.object({ error: z.object({ code }) }).transform(({ error }) => error.code),
  z.object({ error: code }).transform(({ error }) => error),
  z.object({ code }).transform((fault) => fault.code),
]);

const words = z.union([
  z.object({ error: z.object({ message: sentence }) }).transform(({ error }) => error.message),
  z.object({ error: z.object({ detail: sentence }) }).transform(({ error }) => error.detail),
  z.object({ error: z.object({ description: sentence }) }).transform(({ error }) => error.description),
  z.object({ errors: sentence }).transform(({ errors }) => errors),
  z.object({ errors: z.record(z.string(), z.array(sentence).min(1)) }).transform(({ errors }) => joinFields(errors)),
  z
    .object({ errors: z.array(z.object({ detail: sentence })).min(1) })
    .transform(({ errors }) => join(errors, "detail")),
  z.object({ detail: z.array(z.object({ msg: sentence })).min(1) }).transform(({ detail }) => join(detail, "msg")),
  z.object({ detail: sentence }).transform(({ detail }) => detail),
  z.object({ message: z.array(sentence).min(1) }).transform(({ message }) => message.join("; ")),
  z.object({ message: sentence }).transform(({ message }) => message),
]);

function join<Name extends string>(faults: readonly Readonly<Record<Name, string>>[], name: Name): string {
  return faults.map((fault) => fault[name]).join("; ");
}

function joinFields(errors: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(errors)
    .map(([field, faults]) => `${field} ${faults.join(", ")}`)
    .join("; ");
}

/** Null where it is absent, or where it is the key itself. */
export function faultCodeOf(text: string, apiKey: string): string | null {
  const said = codes.safeParse(parseJson(text)).data;
  return said === undefined || said.includes(apiKey) ? null : said;
}

export function faultWordsOf(text: string, apiKey: string): string | null {
  const said = words.safeParse(parseJson(text)).data;
  if (said === undefined) return null;
  const line = said.replaceAll(apiKey, "[the API key]").replaceAll(/\p{C}+/gu, " ");
  return line.length > wordsCharactersMax ? `${line.slice(0, wordsCharactersMax)}…` : line;
}

/** Undefined for anything else. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
