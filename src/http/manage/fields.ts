// What a management call sends, held against its schema: the body's fields, the query's parameters, the ids in the path.
// Strict everywhere: what is not known is refused and never passed over, and every fault is named at once.

import type { Request } from "express";
import { z } from "zod";
import { idCharactersMax, isStorableText } from "../../core/facts.ts";
import { type FieldFault, Refusal, refuseFields } from "../../operations/refusal.ts";
import { type PageRequest, pageRowsDefault, pageRowsMax } from "../../queries/page.ts";
import { readBody } from "../body.ts";
import { parseJsonBody } from "../json-body.ts";

/** A name or a product: something people write and read. */
export const text = z
  .string()
  .refine(
    (value) =>
      isStorableText(value) && value.length <= idCharactersMax && value.trim() !== "" && !/\p{Cc}/u.test(value),
    `must have 1 to ${idCharactersMax} characters, not all of them blank and none a control character`,
  );

/** Of a query's parameter. */
export const id = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, "must be an id: a positive whole number")
  .transform(Number)
  .refine(Number.isSafeInteger, "must be an id below 2^53");

export function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, `must be one of ${values.join(", ")}`);
}

export async function readJson<Schema extends z.ZodType>(
  request: Request,
  bodyBytesMax: number,
  schema: Schema,
): Promise<z.output<Schema>> {
  const bytes = await readBody(request, bodyBytesMax);
  const body = parseJsonBody(bytes, request.headers["content-type"], { takesPlainText: false });
  return readStrictly(schema, body);
}

/** `filters` are the parameters beside `limit`, `cursor` and `format`. */
export function readListQuery<Shape extends z.ZodRawShape>(
  request: Request,
  filters: Shape,
): { readonly page: PageRequest; readonly format: "json" | "csv"; readonly filter: z.output<z.ZodObject<Shape>> } {
  const given = queryOf(request);
  // Once for all faults together, then each part for its own types.
  readStrictly(z.strictObject({ ...filters, ...pageShape }), given);
  const { limit, cursor, format } = z.object(pageShape).parse(given);
  return { page: { limit, cursor: cursor ?? null }, format, filter: z.object(filters).parse(given) };
}

export function readQuery<Schema extends z.ZodType>(request: Request, schema: Schema): z.output<Schema> {
  return readStrictly(schema, queryOf(request));
}

const limitRule = `must be a whole number from 1 to ${pageRowsMax}`;
const pageShape = {
  limit: z
    .string()
    .regex(/^\d{1,4}$/, limitRule)
    .transform(Number)
    .refine((rows) => rows >= 1 && rows <= pageRowsMax, limitRule)
    .default(pageRowsDefault),
  cursor: z.string().max(4096).optional(),
  format: oneOf(["json", "csv"]).default("json"),
};

function queryOf(request: Request): Readonly<Record<string, string>> {
  const parameters = [...new URL(request.originalUrl, "http://service").searchParams];
  const names = parameters.map(([name]) => name);
  const repeated = names.filter((name, index) => names.indexOf(name) !== index);
  if (repeated.length > 0)
    throw refuseFields(repeated.map((field) => ({ field, message: "is given more than once." })));
  return Object.fromEntries(parameters);
}

/** An id in the path: what is none names nothing. */
export function pathId(given: Request["params"][string] | undefined): number {
  const read = id.safeParse(given);
  if (read.success) return read.data;
  throw new Refusal("not_found", "There is nothing at this address.");
}

export function readStrictly<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const parsed = schema.safeParse(given, { error: (issue) => ruleOf(issue) });
  if (parsed.success) return parsed.data;
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  throw refuseFields(parsed.error.issues.flatMap((issue) => faultsOf(issue, known)));
}

function faultsOf(issue: z.core.$ZodIssue, known: readonly string[]): FieldFault[] {
  const field = issue.path.join(".");
  if (issue.code !== "unrecognized_keys") return [{ field, message: `${issue.message}.` }];
  const message = field === "" && known.length > 0 ? `is not known; known are ${known.join(", ")}.` : "is not known.";
  return issue.keys.map((key) => ({ field: field === "" ? key : `${field}.${key}`, message }));
}

/** In words, for schemas that say nothing of their own; undefined leaves it to the library. */
function ruleOf(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is required" : `must be ${articles[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return issue.input === undefined ? "is required" : `must be one of ${issue.values.join(", ")}`;
    case "invalid_union":
      return `must be one of ${choicesOf(issue)}`;
    case "too_small":
      return `must be at least ${issue.minimum}${charactersOf(issue.origin)}`;
    case "too_big":
      return `must be at most ${issue.maximum}${charactersOf(issue.origin)}`;
    default:
      return undefined;
  }
}

/** The types a tagged object may have. */
function choicesOf({ options }: z.core.$ZodRawIssue): string {
  return Array.isArray(options) ? options.join(", ") : "the forms described";
}

const articles: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  object: "an object",
  array: "a list",
};

function charactersOf(origin: string): string {
  if (origin === "string") return " characters long";
  return origin === "array" ? " long" : "";
}
