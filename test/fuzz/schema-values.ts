// Values that a JSON Schema of the API description allows, by what the service knows under the same name where there is such.
import type { JsonSchema } from "../../src/product/operation/json-schema.ts";
import { isRecord } from "../support/fixtures.ts";
import type { Chance } from "./chance.ts";
import { isList, Members, type Tree, treeOf } from "./tree.ts";

export type Values = {
  /** `#/components/schemas/...`. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly byName: ReadonlyMap<string, readonly Tree[]>;
};

const depthMax = 6;

export function drawValue(chance: Chance, schema: unknown, name: string, values: Values, depth = 0): Tree {
  const known = values.byName.get(name);
  if (known !== undefined && known.length > 0 && !chance.isOneIn(4)) return chance.oneOf(known);
  if (!isRecord(schema) || depth > depthMax) return null;
  const again = (inner: unknown) => drawValue(chance, inner, name, values, depth + 1);
  if (typeof schema.$ref === "string") return again(values.schemas[schema.$ref.split("/").at(-1) ?? ""]);
  if ("const" in schema) return treeOf(schema.const);
  if (Array.isArray(schema.enum)) return treeOf(chance.oneOf(schema.enum));
  for (const several of [schema.anyOf, schema.oneOf]) if (Array.isArray(several)) return again(chance.oneOf(several));
  if (Array.isArray(schema.allOf)) return again(schema.allOf[0]);
  return drawTyped(chance, schema, name, values, depth);
}

function drawTyped(chance: Chance, schema: Record<string, unknown>, name: string, values: Values, depth: number): Tree {
  const type = Array.isArray(schema.type) ? chance.oneOf(schema.type) : schema.type;
  switch (type) {
    case "object":
      return drawObject(chance, schema, values, depth);
    case "array":
      return Array.from({ length: chance.below(4) }, () => drawValue(chance, schema.items, name, values, depth + 1));
    case "integer":
    case "number":
      return chance.oneOf(
        [schema.minimum, schema.maximum, chance.below(20), chance.below(100_000)].filter(
          (each) => typeof each === "number",
        ),
      );
    case "boolean":
      return chance.isOneIn(2);
    case "null":
      return null;
    default:
      return drawText(chance, schema, name);
  }
}

function drawObject(chance: Chance, schema: Record<string, unknown>, values: Values, depth: number): Tree {
  const properties = isRecord(schema.properties) ? Object.entries(schema.properties) : [];
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const drawn = properties.filter(([name]) => required.includes(name) || chance.isOneIn(2));
  return new Members(drawn.map(([name, inner]) => [name, drawValue(chance, inner, name, values, depth + 1)]));
}

const texts: Readonly<Record<string, readonly string[]>> = {
  email: ["anna@partners.example", "nobody@else.test"],
  uri: ["https://shop.example/a", "http://127.0.0.1/"],
  date: ["2026-01-31", "2025-12-01"],
  "date-time": ["2026-01-31T12:00:00Z", "2025-12-01T00:00:00+07:00"],
};

function drawText(chance: Chance, schema: Record<string, unknown>, name: string): string {
  const format = typeof schema.format === "string" ? schema.format : "";
  const longest = typeof schema.maxLength === "number" ? Math.min(schema.maxLength, 3_000) : 40;
  return chance.oneOf([
    ...(texts[format] ?? []),
    name,
    `${name} ${chance.below(30)}`,
    String(chance.below(30)),
    "x".repeat(longest),
  ]);
}

/** All values in these trees, by name. */
export function valuesByName(trees: readonly Tree[]): Map<string, Tree[]> {
  const byName = new Map<string, Tree[]>();
  const visit = (tree: Tree): void => {
    if (isList(tree)) for (const each of tree) visit(each);
    if (!(tree instanceof Members)) return;
    for (const [name, each] of tree.entries) {
      byName.set(name, [...(byName.get(name) ?? []), each].slice(-12));
      visit(each);
    }
  };
  for (const tree of trees) visit(tree);
  return byName;
}
