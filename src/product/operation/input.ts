// What is given to an operation, held against its input. Strict everywhere: what is not known is refused and never passed over, and
// every fault is named at once.
import { z } from "zod";
import { type FieldFault, refuseFields } from "./refusal.ts";

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
export function ruleOf(issue: z.core.$ZodRawIssue): string | undefined {
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
