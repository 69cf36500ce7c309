// The flags of a command: a schema for each, which knows its name's meaning, its bounds and whether it may be left out.
// A value that is not understood is refused with its bounds in words; nothing is guessed and nothing is cut off.
import { z } from "zod";
import { idCharactersMax, isStorableText } from "../../../core/vocabulary/facts.ts";
import { ruleOf } from "../../../product/operation/input.ts";
import { UsageError } from "../failures.ts";

export type About = {
  readonly meaning: string;
  /** The value's placeholder in the help; null for a switch. */
  readonly placeholder: string | null;
  readonly isRepeatable?: boolean;
  /** A letter that means the same, such as `f`. */
  readonly letter?: string;
};

/** By their names in camel case: `attributionWindowDays` is `--attribution-window-days`. */
export type Flags = Readonly<Record<string, z.ZodType>>;
export type Given<Shape extends Flags> = z.output<z.ZodObject<Shape>>;

const abouts = z.registry<About>();

export function flag<Schema extends z.ZodType>(schema: Schema, about: About): Schema {
  abouts.add(schema, about);
  return schema;
}

export function aboutOf(schema: z.ZodType): About {
  const about = abouts.get(schema);
  if (about === undefined) throw new Error("a flag has no description");
  return about;
}

export function optional<Schema extends z.ZodType>(schema: Schema): z.ZodOptional<Schema> {
  return flag(schema.optional(), aboutOf(schema));
}

/** `options` are texts as they were written on the command line. */
export function parseFlags<Shape extends Flags>(flags: Shape, options: unknown): Given<Shape> {
  const parsed = z.object(flags).safeParse(options, { error: (issue) => ruleOf(issue) });
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${flagName(String(issue.path[0]))} ${issue.message}.`);
  throw new UsageError([...new Set(faults)].join(" "));
}

export function flagName(key: string): string {
  return `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

export type Bounds = readonly [min: number, max: number];

export function wholeNumberFlag(bounds: Bounds, { meaning, placeholder }: About) {
  const [min, max] = bounds;
  const schema = wholeNumber(bounds, `must be a whole number from ${min} to ${max}`);
  return flag(schema, { meaning: `${meaning} (${min} to ${max})`, placeholder });
}

export function idFlag(meaning: string) {
  const schema = wholeNumber([1, Number.MAX_SAFE_INTEGER], "must be an id: a positive whole number");
  return flag(schema, { meaning, placeholder: "id" });
}

/** Written in digits alone. */
function wholeNumber([min, max]: Bounds, message: string) {
  return z
    .string("is required")
    .regex(/^\d{1,16}$/, message)
    .transform(Number)
    .pipe(z.int(message).min(min, message).max(max, message));
}

export function textFlag(meaning: string, placeholder = "text") {
  const message = `must have 1 to ${idCharactersMax} characters, none of them a control character`;
  const schema = z
    .string("is required")
    .min(1, message)
    .max(idCharactersMax, message)
    .refine((text) => isStorableText(text) && !/\p{Cc}/u.test(text), message);
  return flag(schema, { meaning, placeholder });
}

export function choiceFlag<const Choice extends string>(choices: readonly Choice[], meaning: string) {
  const schema = z.enum(choices, {
    error: ({ input }) => (input === undefined ? "is required" : `must be one of ${choices.join(", ")}`),
  });
  return flag(schema, { meaning, placeholder: choices.length > 5 ? "name" : choices.join("|") });
}

/** ISO 8601: a day, which begins at midnight UTC, or a time with its offset. */
export function timeFlag(meaning: string) {
  const message = "must be a day, such as 2026-05-31, or a time with its offset, such as 2026-05-31T12:00:00Z";
  const schema = z
    .string("is required")
    .refine(
      (text) => z.iso.date().safeParse(text).success || z.iso.datetime({ offset: true }).safeParse(text).success,
      message,
    )
    .transform((text) => new Date(text));
  return flag(schema, { meaning, placeholder: "time" });
}

/** May be given more than once. */
export function secretFlag(meaning: string) {
  const schema = z.array(z.string(), "is required").min(1, "is required");
  return flag(schema, { meaning, placeholder: "secret", isRepeatable: true });
}

export function switchFlag(meaning: string) {
  return flag(z.boolean().default(false), { meaning, placeholder: null });
}

export const programFlag = idFlag("The program's id");
