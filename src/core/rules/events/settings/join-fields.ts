// The fields that a group adds to its join form, and what an answer to each may be. The owner writes them; applicants answer them. The
// answers are never in the log: they are kept with the application.
import { z } from "zod";
import { isStorableText } from "../../../vocabulary/facts.ts";
import { hasBidiControl, name, oneOf, rule } from "../../../vocabulary/fields.ts";

export const joinFieldKinds = ["text", "long_text", "url", "number", "choice", "checkbox"] as const;
export type JoinFieldKind = (typeof joinFieldKinds)[number];

export const joinFieldsMax = 20;
const optionsMax = 50;
const labelCharactersMax = 200;
const optionCharactersMax = 100;
/** Of all fields as JSON: a group's settings are read with the sales of its partners. */
const fieldsCharactersMax = 16_384;

export const answerCharactersMax: Readonly<Record<JoinFieldKind, number>> = {
  text: 255,
  long_text: 2_000,
  url: 2_048,
  number: 32,
  choice: optionCharactersMax,
  checkbox: "yes".length,
};

const keyRule = rule("must be 1 to 40 small letters, digits or _, beginning with a letter");

/** What people read: a line without control characters or characters that change the direction of writing. */
const line = (charactersMax: number, description: string) =>
  name(description)
    .max(charactersMax, rule(`must have at most ${charactersMax} characters`))
    .meta({ description });

export const joinFieldSchema = z
  .strictObject({
    key: z
      .string(keyRule)
      .regex(/^[a-z][a-z0-9_]{0,39}$/, keyRule)
      .meta({ description: "Names the answer; once in a group" }),
    label: line(labelCharactersMax, "What the applicant reads, in your words"),
    kind: oneOf(joinFieldKinds, "What an answer is"),
    required: z
      .boolean(rule("must be true or false"))
      .default(false)
      .meta({ description: "Whether it must be answered" }),
    options: z
      .array(line(optionCharactersMax, "An answer to choose"), rule("must be a list of texts"))
      .min(1, rule("must have an answer to choose"))
      .max(optionsMax, rule(`must have at most ${optionsMax} answers`))
      .refine((options) => new Set(options).size === options.length, rule("must have each answer once"))
      .readonly()
      .nullable()
      .default(null)
      .meta({ description: "What a `choice` offers; null for the other kinds" }),
    help: name("A sentence below the field").nullable().default(null),
  })
  .refine(({ kind, options }) => (kind === "choice") === (options !== null), {
    path: ["options"],
    error: "are what a field of the kind choice needs, and no other has",
  });

export type JoinField = z.output<typeof joinFieldSchema>;

export const joinFieldsSchema = z
  .array(joinFieldSchema, rule("must be a list of fields"))
  .max(joinFieldsMax, rule(`must have at most ${joinFieldsMax} fields`))
  .refine((fields) => new Set(fields.map(({ key }) => key)).size === fields.length, rule("must have each key once"))
  .refine(
    (fields) => JSON.stringify(fields).length <= fieldsCharactersMax,
    rule(`must have at most ${fieldsCharactersMax} characters of JSON in all`),
  )
  .readonly();

/** As it was asked: a group's fields may change later. */
export const joinAnswerSchema = z.strictObject({
  key: z.string().meta({ description: "The field's key" }),
  label: z.string().meta({ description: "What the applicant read" }),
  kind: z.enum(joinFieldKinds).meta({ description: "What the answer is" }),
  answer: z.string().meta({ description: "What the applicant wrote or chose; `yes` or `no` of a checkbox" }),
});

export type JoinAnswer = z.output<typeof joinAnswerSchema>;

export const answerFaults = ["missing", "too_long", "characters", "direction", "url", "number", "choice"] as const;
export type AnswerFault = (typeof answerFaults)[number];

const numberPattern = /^[-+]?\d{1,15}(?:\.\d{1,10})?$/;
/** Lines and tabs are text; other control characters are not. */
const unwritable = /[^\P{Cc}\n\r\t]/u;

/** Null where it was left empty and may be. */
export function answerOf(
  { key, label, kind, required, options }: JoinField,
  written: string,
): JoinAnswer | AnswerFault | null {
  // A browser sends two characters for a line break and counts one.
  const given = written.replaceAll("\r\n", "\n").trim();
  if (given === "" && required) return "missing";
  if (given === "" && kind !== "checkbox") return null;
  const fault = faultIn(kind, given, options ?? []);
  return fault ?? { key, label, kind, answer: kind === "checkbox" && given === "" ? "no" : given };
}

function faultIn(kind: JoinFieldKind, given: string, options: readonly string[]): AnswerFault | undefined {
  if (given.length > answerCharactersMax[kind]) return "too_long";
  if (!isStorableText(given) || unwritable.test(given)) return "characters";
  if (hasBidiControl(given)) return "direction";
  switch (kind) {
    case "text":
      return /\p{Cc}/u.test(given) ? "characters" : undefined;
    case "long_text":
      return undefined;
    case "url":
      return isWebAddress(given) ? undefined : "url";
    case "number":
      return numberPattern.test(given) ? undefined : "number";
    case "choice":
      return options.includes(given) ? undefined : "choice";
    case "checkbox":
      return given === "" || given === "yes" ? undefined : "choice";
  }
}

function isWebAddress(given: string): boolean {
  return !/\s/.test(given) && /^https?:\/\//i.test(given) && URL.canParse(given);
}
