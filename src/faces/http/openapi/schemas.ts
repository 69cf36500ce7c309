// Our schemas as the document shows them: JSON Schema without what only zod or the command line has use for.
import { z } from "zod";
import { isAnyCurrency } from "../../../core/vocabulary/fields.ts";
import { currencies } from "../../../core/vocabulary/money/currencies.ts";
import type { JsonSchema } from "../../../product/operation/json-schema.ts";

export type ObjectSchema = z.core.JSONSchema.BaseSchema;

const made = new WeakMap<z.core.$ZodType, ObjectSchema>();

/** What goes over the wire. What no JSON Schema can say, such as free-form JSON, is left open. */
export function schemaOf(schema: z.core.$ZodType): ObjectSchema {
  const known = made.get(schema);
  if (known !== undefined) return known;
  const { $schema: _, ...shown } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      if (isAnyCurrency(zodSchema)) referToCurrency(jsonSchema);
    },
  });
  tidy(shown);
  made.set(schema, shown);
  return shown;
}

/** So many codes are in the document once, under this name. */
export const currencyName = "Currency";

export const currencySchema: JsonSchema = {
  type: "string",
  enum: currencies,
  description: "A currency of ISO 4217. Which of them a program takes is its setting `currencies`",
  examples: ["USD"],
};

function referToCurrency(schema: ObjectSchema): void {
  delete schema.type;
  delete schema.enum;
  delete schema.examples;
  schema.$ref = `#/components/schemas/${currencyName}`;
}

function tidy(schema: ObjectSchema): void {
  delete schema.flag;
  delete schema.readOnly;
  // Left out and null are the same there.
  if (schema.default === null) delete schema.default;
  // The format says it in a word.
  if (schema.format === "date-time" || schema.format === "date") delete schema.pattern;
  if (schema.type === "integer") showAsInt64(schema);
  if (schema.anyOf?.some(isOpen) === true) delete schema.anyOf;
  for (const each of partsOf(schema)) {
    if (typeof each === "object") tidy(each);
  }
  liftDescription(schema);
}

/** What may be null is described as a whole. */
function liftDescription(schema: ObjectSchema): void {
  const [inner, nothing, ...others] = schema.anyOf ?? [];
  if (typeof inner !== "object" || typeof nothing !== "object") return;
  if (nothing.type !== "null" || others.length > 0 || inner.description === undefined) return;
  schema.description ??= inner.description;
  delete inner.description;
}

/** Every integer is one that a JSON number holds exactly; the document says so by its format. */
function showAsInt64(schema: ObjectSchema): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === undefined) schema.format = "int64";
}

function isOpen(schema: z.core.JSONSchema._JSONSchema): boolean {
  return typeof schema === "object" && Object.keys(schema).length === 0;
}

type Part = z.core.JSONSchema._JSONSchema;

function partsOf({ properties, items, additionalProperties, anyOf, oneOf, allOf, prefixItems }: ObjectSchema): Part[] {
  const lists: Part[] = [anyOf, oneOf, allOf, prefixItems].flatMap((schemas) => schemas ?? []);
  const rows: Part[] = items === undefined ? [] : [items].flat();
  const others: Part[] = additionalProperties === undefined ? [] : [additionalProperties];
  return [...Object.values(properties ?? {}), ...lists, ...rows, ...others];
}

/** Of a parameter, which is there or is not: it is never null. */
export function withoutNull(schema: ObjectSchema): ObjectSchema {
  const { anyOf, ...rest } = schema;
  const [only, ...others] = anyOf?.filter((each) => typeof each !== "object" || each.type !== "null") ?? [];
  return typeof only === "object" && others.length === 0 ? { ...rest, ...only } : schema;
}

export function pascal(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
