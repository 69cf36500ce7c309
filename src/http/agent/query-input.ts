// A query's parameters as the input of an operation, whose fields have the types of JSON: a text stays a text where the field
// takes one; where it does not, digits are a number, and true and false are what they say.
// It never guesses further: what is neither is judged as the text it is, and refused as such.
import type { Request } from "express";
import { z } from "zod";
import { readQuery } from "../manage/fields.ts";

const literal = /^(?:true|false|0|[1-9]\d{0,15})$/;

export function readQueryAs<Schema extends z.ZodObject>(request: Request, schema: Schema): object {
  const fields = Object.entries(schema.shape).map(([name, field]) => {
    const ofQuery = z.preprocess((given) => typed(given, field), field);
    return [name, ofQuery] as const;
  });
  return readQuery(request, z.strictObject(Object.fromEntries(fields)));
}

function typed(given: unknown, field: z.core.$ZodType): unknown {
  if (typeof given !== "string" || !literal.test(given)) return given;
  return z.safeParse(field, given).success ? given : JSON.parse(given);
}
