// Texts as the input of an operation, whose fields have the types of JSON: a query's parameters, a path's parts, a command's flags.
// A text stays a text where the field takes one; where it does not, digits are a number, and true and false are what they say.
// It never guesses further: what is neither is judged as the text it is, and refused as such.
import { z } from "zod";

const literal = /^(?:true|false|0|[1-9]\d{0,15})$/;

/** What `text` means to a field. */
export function meaningOf(field: z.core.$ZodType, text: string): unknown {
  if (!literal.test(text) || z.safeParse(field, text).success) return text;
  return JSON.parse(text);
}

/** Of a field that may be given more than once. */
export function elementOf(field: z.core.$ZodType): z.core.$ZodType | null {
  const inner = withoutWrappers(field);
  return inner instanceof z.ZodArray ? inner.element : null;
}

/** Without what says that it may be left out. */
export function withoutWrappers(field: z.core.$ZodType): z.core.$ZodType {
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable || field instanceof z.ZodDefault) {
    return withoutWrappers(field.unwrap());
  }
  return field;
}
