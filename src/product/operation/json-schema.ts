// A schema of ours as JSON Schema 2020-12, which OpenAPI 3.1 and MCP take: what goes over the wire, so a time is text.
import { z } from "zod";

export type JsonSchema = Readonly<Record<string, unknown>>;

export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...document } = z.toJSONSchema(schema, {
    io: "input",
    override: ({ jsonSchema }) => {
      delete jsonSchema.flag;
    },
  });
  return document;
}
