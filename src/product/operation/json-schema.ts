// A schema of ours as JSON Schema 2020-12, which OpenAPI 3.1 and MCP take: what goes over the wire, so a time is text.
import { z } from "zod";
import { isAnyCurrency } from "../../core/vocabulary/fields.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...document } = z.toJSONSchema(schema, {
    io: "input",
    override: ({ zodSchema, jsonSchema }) => {
      delete jsonSchema.flag;
      // So many codes in so many tools would be most of what an agent reads.
      if (isAnyCurrency(zodSchema)) {
        delete jsonSchema.enum;
        jsonSchema.pattern = "^[A-Z]{3}$";
      }
    },
  });
  return document;
}
