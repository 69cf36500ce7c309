// A flag whose value is JSON: with what flags of their own would be too many.
import { z } from "zod";
import { flag } from "./flags.ts";

/** `prepare` sees what was parsed before the schema does. */
export function jsonFlag<Schema extends z.ZodType>(
  schema: Schema,
  meaning: string,
  prepare: (parsed: unknown) => unknown = (parsed) => parsed,
) {
  const value = z.string().transform((text, context) => {
    const { data, error } = schema.safeParse(prepare(parsed(text)));
    if (error === undefined) return data;
    for (const { path, message } of error.issues) {
      context.addIssue({ code: "custom", message: `${path.join(".") || "the JSON"}: ${message}` });
    }
    return z.NEVER;
  });
  return flag(value, { meaning, placeholder: "json" });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
