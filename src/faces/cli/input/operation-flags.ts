// The flags of a command, from an operation's input: `program_id` is --program, a time or an amount is written as over HTTP, and what
// may be given more than once is a flag that may be repeated.
import { z } from "zod";
import { ruleOf } from "../../../product/operation/input.ts";
import type { Operation } from "../../../product/operation/operation.ts";
import { elementOf, elementsOf, meaningOf, withoutWrappers } from "../../../product/operation/text-input.ts";
import { type Flags, flag } from "./flags.ts";

/** The flag of each field, by the field's name. */
export type FieldFlags = ReadonlyMap<string, string>;

/** The fields that may be read from stdin. */
export function secretsOf({ input }: Operation): readonly string[] {
  return Object.entries<z.core.$ZodType>(input.shape)
    .filter(([, schema]) => metaOf(schema).flag?.isSecret === true)
    .map(([field]) => field);
}

/** Of fields that are not `omitted`. */
export function flagsOf({ input, command }: Operation, omitted: readonly string[] = []) {
  const flags: Record<string, z.ZodType> = {};
  const names = new Map<string, string>();
  for (const [field, schema] of Object.entries<z.core.$ZodType>(input.shape)) {
    if (omitted.includes(field)) continue;
    const name = metaOf(schema).flag?.name ?? flagNameOf(field);
    names.set(field, name);
    flags[name] = field === command?.each ? repeated(schema) : flagOf(schema);
  }
  return { flags: flags satisfies Flags, names: names satisfies FieldFlags };
}

/** What was given, by the names of the fields. */
export function inputOf(names: FieldFlags, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = [...names].map(([field, name]) => [field, given[name]] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** A payment's has always been called by its whole name, and a VAT id is not the id of a VAT. */
const wholeNames = new Set(["transaction_id", "brand_vat_id"]);

/** Ids are named for what they are of. */
function flagNameOf(field: string): string {
  const name = wholeNames.has(field) ? field : field.replace(/_id$/, "");
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function flagOf(schema: z.core.$ZodType): z.ZodType {
  const { flag: how = {}, description: text = "" } = metaOf(schema);
  const description = how.isSecret === true ? `${text}; - reads it from stdin` : text;
  const element = elementOf(schema);
  if (how.values !== undefined) return choiceOf(schema, how.values, description);
  if (isSwitch(schema)) return flag(heldAgainst(schema), { meaning: description, placeholder: null });
  if (element !== null) {
    return flag(heldAgainst(schema), { meaning: description, placeholder: placeholderOf(element), isRepeatable: true });
  }
  return flag(heldAgainst(schema), {
    meaning: `${description}${boundsOf(schema)}`,
    placeholder: placeholderOf(schema),
  });
}

/** What was written, as the field takes it: judged by the field, and read by it only where the operation runs. */
function heldAgainst(schema: z.core.$ZodType): z.ZodType {
  const element = elementOf(schema);
  const read = z.unknown().transform((given, context) => {
    const value = Array.isArray(given)
      ? elementsOf(element ?? schema, given).map((each) => readAs(element ?? schema, each))
      : readAs(schema, given);
    const { error } = z.safeParse(schema, value, { error: (issue) => ruleOf(issue) });
    for (const { message } of error?.issues ?? []) context.addIssue({ code: "custom", message });
    return value;
  });
  return mayBeLeftOut(schema) ? read.optional() : read;
}

function mayBeLeftOut(schema: z.core.$ZodType): boolean {
  return z.safeParse(schema, undefined).success;
}

/** Each is a call of its own. */
function repeated(schema: z.core.$ZodType): z.ZodType {
  const list = z
    .array(heldAgainst(schema), "is required")
    .min(1, "is required")
    .max(repeatsMax, `may be given at most ${repeatsMax} times`)
    .transform((given) => [...new Set(given)]);
  const { description = "" } = metaOf(schema);
  return flag(list, {
    meaning: `${description}; may be given more than once`,
    placeholder: placeholderOf(schema),
    isRepeatable: true,
  });
}

const repeatsMax = 1_000;

function choiceOf(schema: z.core.$ZodType, values: Readonly<Record<string, unknown>>, meaning: string): z.ZodType {
  const choices = Object.keys(values);
  const chosen = z.enum(choices, `must be one of ${choices.join(", ")}`).transform((choice) => values[choice]);
  return flag(mayBeLeftOut(schema) ? chosen.optional() : chosen, { meaning, placeholder: choices.join("|") });
}

function readAs(schema: z.core.$ZodType, given: unknown): unknown {
  if (typeof given !== "string") return given;
  return isObject(schema) ? jsonIn(given) : meaningOf(schema, given);
}

function isObject(schema: z.core.$ZodType): boolean {
  return withoutWrappers(schema) instanceof z.ZodObject;
}

/** The text itself where it is no JSON: the field then says what it takes. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A switch without a value. */
function isSwitch(schema: z.core.$ZodType): boolean {
  const field = withoutWrappers(schema);
  if (field instanceof z.ZodLiteral) return true;
  return field instanceof z.ZodBoolean && z.safeParse(schema, undefined).data === false;
}

function placeholderOf(schema: z.core.$ZodType): string {
  const { flag: how } = metaOf(schema);
  if (how?.placeholder !== undefined) return how.placeholder;
  const field = withoutWrappers(schema);
  if (field instanceof z.ZodEnum) return field.options.length > 5 ? "name" : field.options.join("|");
  if (field instanceof z.ZodNumber) return "number";
  if (field instanceof z.ZodObject) return "json";
  return field instanceof z.ZodPipe ? "time" : "text";
}

function boundsOf(schema: z.core.$ZodType): string {
  const field = withoutWrappers(schema);
  if (!(field instanceof z.ZodNumber)) return "";
  const { minValue, maxValue } = field;
  if (minValue === null || maxValue === null || maxValue >= Number.MAX_SAFE_INTEGER) return "";
  return ` (${minValue} to ${maxValue})`;
}

/** What a field says of itself, or what it wraps. */
function metaOf(schema: z.core.$ZodType): z.core.GlobalMeta {
  const own = z.globalRegistry.get(schema) ?? {};
  const isWrapper =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly;
  return isWrapper ? { ...metaOf(schema.unwrap()), ...own } : own;
}
