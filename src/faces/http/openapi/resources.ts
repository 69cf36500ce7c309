// The resources that operations return, each described once under a name: the rows of `partners.list` are a Partner, and every other answer
// of that shape refers to it.
import type { JsonSchema } from "../../../product/operation/json-schema.ts";
import { summaries } from "../../../product/operation/names.ts";
import type { Operation } from "../../../product/operation/operation.ts";
import { type ObjectSchema, pascal, schemaOf } from "./schemas.ts";
import type { Shared } from "./shared.ts";

export type Resources = {
  /** The schema of the operation's whole answer, with a reference in place of what it answers. */
  answerOf(operation: Operation): JsonSchema;
};

export function nameResources(shared: Shared, operations: readonly Operation[]): Resources {
  const names = new Map<string, string>();
  const inOrder = [...operations].sort((one, other) => placeOf(one) - placeOf(other));
  for (const operation of inOrder) {
    if (operation.http === null) continue;
    const text = JSON.stringify(thingOf(operation));
    if (!names.has(text)) names.set(text, nameFor(operation, new Set(names.values())));
  }
  return {
    answerOf(operation) {
      const answer = answerSchema(operation);
      const thing = thingOf(operation);
      const name = names.get(JSON.stringify(thing));
      if (name === undefined) throw new Error(`what ${operation.name} answers has no name`);
      const ref = shared.schema(name, thing);
      const { data } = answer.properties;
      return { ...answer, properties: { ...answer.properties, data: isList(data) ? { ...data, items: ref } : ref } };
    },
  };
}

/** Rows of lists give a noun its meaning; the order of names decides the rest. */
function placeOf({ name, list }: Operation): number {
  const names: readonly string[] = Object.keys(summaries);
  return names.indexOf(name) + (list === null || !name.endsWith(".list") ? names.length : 0);
}

function nameFor({ name }: Operation, taken: ReadonlySet<string>): string {
  const noun = singular(pascal(name.split(".")[0] ?? ""));
  return taken.has(noun) ? pascal(name) : noun;
}

type Answer = ObjectSchema & { readonly properties: { readonly data: ObjectSchema } };

function answerSchema({ name, output }: Operation): Answer {
  const schema = schemaOf(output);
  const data = schema.properties?.data;
  if (typeof data !== "object") throw new Error(`${name} answers no data`);
  return { ...schema, properties: { ...schema.properties, data } };
}

/** What it answers one or many of. */
function thingOf(operation: Operation): ObjectSchema {
  const { data } = answerSchema(operation).properties;
  return isList(data) ? data.items : data;
}

function isList(schema: ObjectSchema): schema is ObjectSchema & { readonly items: ObjectSchema } {
  return schema.type === "array" && typeof schema.items === "object" && !Array.isArray(schema.items);
}

function singular(noun: string): string {
  return noun
    .replace(/ies$/, "y")
    .replace(/uses$/, "us")
    .replace(/(?<!u)s$/, "");
}
