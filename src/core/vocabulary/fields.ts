// The kinds of fields that rows and inputs are made of, each with what it means: schemas, documents and flags are made from them.
// Amounts are integers in the currency's smallest unit, times are ISO 8601 in UTC on the wire and a Date here.
import { z } from "zod";
import { idCharactersMax, isStorableText } from "./facts.ts";
import { currencies } from "./money/currencies.ts";
import type { Sum } from "./money/money.ts";

/** How a field is a flag of the command line, where its own name and type would not do. */
type Flag = {
  /** In camel case. */
  readonly name?: string;
  /** What the words behind the flag stand for. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** The value of the flag without a word after it. */
  readonly alone?: unknown;
  /** The placeholder for the word in the help. */
  readonly placeholder?: string;
  /** The command line reads it from stdin where `-` is given: an argument is in the shell's history and the list of processes. */
  readonly isSecret?: true;
};

declare module "zod" {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be added to
  interface GlobalMeta {
    flag?: Flag;
  }
}

/** What is wrong with a value; what is missing is only that. */
export const rule = (words: string) => ({
  error: ({ input }: { readonly input?: unknown }): string => (input === undefined ? "is required" : words),
});

const idRule = rule("must be an id: a positive whole number");

export const id = (description: string) =>
  z
    .int(idRule)
    .positive(idRule)
    .meta({ description, flag: { placeholder: "id" } });
export const idOrNull = (description: string) => id(description).nullable();

const textRule = rule(
  `must have 1 to ${idCharactersMax} characters, not all of them blank and none a control character`,
);

/** Something people write and read: a name, a product, a reason. */
export const text = (description: string) =>
  z
    .string(textRule)
    .min(1, textRule)
    .max(idCharactersMax, textRule)
    .refine((value) => isStorableText(value) && value.trim() !== "" && !/\p{Cc}/u.test(value), textRule)
    .meta({ description });

/** They turn the direction of the text around them: a name that holds one is read as another name. */
const bidiControl = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/;
export const hasBidiControl = (value: string): boolean => bidiControl.test(value);

/** Of a file that another tool wrote: its names are taken as they are read. */
export const withoutBidiControls = (value: string): string => value.replaceAll(new RegExp(bidiControl, "g"), "");

export const bidiRule = rule("must have no character that changes the direction of writing");

/** What a person calls something. Names of earlier releases are read as they are: this is for inputs alone. */
export const name = (description: string) =>
  text(description)
    .refine((value) => !hasBidiControl(value), bidiRule)
    .meta({ description });

export const oneOf = <const Value extends string>(values: readonly Value[], description: string) =>
  z.enum(values, rule(`must be one of ${values.join(", ")}`)).meta({ description });

const timeRule = rule("must be a day, such as 2026-01-31, or a time with its offset, such as 2026-01-31T00:00:00Z");

/** Of an input: a day begins at midnight UTC. */
export const givenTime = (description: string) =>
  z
    .union([z.iso.datetime({ offset: true }), z.iso.date()], timeRule)
    .transform((given) => new Date(given))
    .meta({ description, examples: ["2026-01-31T00:00:00Z"] });

const dayRule = rule("must be a day such as 2026-01-31");

/** Of an input, in UTC. */
export const givenDay = (description: string) =>
  z.iso
    .date(dayRule)
    .transform((given) => new Date(`${given}T00:00:00Z`))
    .meta({ description, examples: ["2026-01-31"] });

/** Both bounds included. */
export const wholeNumber = ([min, max]: readonly [min: number, max: number], description: string) => {
  const bounds = rule(`must be a whole number from ${min} to ${max}`);
  return z.int(bounds).min(min, bounds).max(max, bounds).meta({ description });
};

/** Of a row. */
export const words = (description: string) => z.string().meta({ description });
export const wordsOrNull = (description: string) => z.string().nullable().meta({ description });

/** Text on the wire, a Date here: a row's schema reads what its own JSON says. */
const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

export const time = (description: string) => instant.meta({ description });
export const timeOrNull = (description: string) => instant.nullable().meta({ description });
export const count = (description: string) => z.int().meta({ description });
export const flag = (description: string) => z.boolean().meta({ description });
export const cents = (description: string) => z.int().meta({ description, examples: [4900] });
/** Any that money may be in; which of them a program takes is its own setting. */
export const currencyOf = (description: string) =>
  z
    .enum(currencies, rule("must be the ISO 4217 code of a currency, such as USD"))
    .meta({ description, examples: ["USD"], flag: { placeholder: "currency" } });
export const currency = currencyOf("The currency; nothing is converted");

/** So many codes are shown once, or as what they have in common. */
export function isAnyCurrency(schema: z.core.$ZodType): boolean {
  return schema instanceof z.ZodEnum && schema.options.length === currencies.length;
}

/** A sum of any size: from 2^53 on its digits as text. */
export const sum = (description: string) =>
  z.union([z.int(), z.string().regex(/^-?\d+$/)]).meta({ description, examples: [4900] }) satisfies z.ZodType<Sum>;
