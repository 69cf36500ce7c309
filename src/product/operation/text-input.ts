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

/** What was given once with commas, as what was given more than once. A text that is an element with its comma stays one. */
export function elementsOf(element: z.core.$ZodType, given: readonly unknown[]): unknown[] {
  return given.flatMap((each): unknown[] => {
    if (typeof each !== "string" || !each.includes(",") || z.safeParse(element, each).success) return [each];
    return each.split(",").map((part) => part.trim());
  });
}

/** Without what says that it may be left out, or is not changed. */
export function withoutWrappers(field: z.core.$ZodType): z.core.$ZodType {
  const isWrapper =
    field instanceof z.ZodOptional ||
    field instanceof z.ZodExactOptional ||
    field instanceof z.ZodNullable ||
    field instanceof z.ZodDefault ||
    field instanceof z.ZodReadonly;
  return isWrapper ? withoutWrappers(field.unwrap()) : field;
}
