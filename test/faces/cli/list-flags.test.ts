// Every field of every operation that takes a list is a flag that may be repeated, or given once with commas
// where its elements hold none.
import { Command as Parser } from "commander";
import { expect, test } from "vitest";
import { z } from "zod";
import { explainCommand } from "../../../src/faces/cli/command-parser.ts";
import { flagName, parseFlags } from "../../../src/faces/cli/input/flags.ts";
import { flagsOf, inputOf } from "../../../src/faces/cli/input/operation-flags.ts";
import { loadOperations } from "../../../src/product/operation/groups.ts";
import type { Operation } from "../../../src/product/operation/operation.ts";

/** By the description of the field, and not by what the command line makes of it. */
const list = z.looseObject({
  type: z.literal("array"),
  // Objects are written as JSON, in a flag that the command has itself.
  items: z.looseObject({
    type: z
      .string()
      .regex(/^(?!object$)/)
      .optional(),
    enum: z.array(z.string()).optional(),
  }),
});
const mayBeNull = z.looseObject({ anyOf: z.array(z.unknown()) }).transform(({ anyOf }) => anyOf[0]);
const described = z.union([list, mayBeNull.pipe(list)]);

const texts = [
  "shop.acme.example",
  "shop.acme.org",
  "stripe:promo_1",
  "stripe:promo_2",
  "secret-of-it-1",
  "secret-of-it-2",
  "42-own_email-2",
  "43-paid_ads-2",
];
const lists = (await loadOperations()).flatMap((operation) =>
  Object.entries(operation.input.shape).flatMap(([field, schema]) => {
    const { data } = described.safeParse(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
    if (data === undefined) return [];
    const candidates = [...(data.items.enum ?? []), "1", "2", ...texts];
    return [{ operation, field, schema, candidates, name: `${operation.name} ${field}` }];
  }),
);

test("there are such fields", () => {
  expect(lists.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["programs.update link_hosts", "endpoints.create event_types"]),
  );
});

function given(operation: Operation, field: string, words: readonly string[]): unknown {
  const { flags, names } = flagsOf(operation);
  const key = names.get(field) ?? "";
  const only = { [key]: flags[key] ?? z.never() };
  const parser = new Parser().exitOverride();
  explainCommand(parser, "", { example: "", flags: only, execute: () => Promise.reject(new Error("not run")) });
  parser.parse(words, { from: "user" });
  return inputOf(names, parseFlags(only, parser.opts()))[field];
}

test.each(lists)("$name takes several values", ({ operation, field, schema, candidates }) => {
  const flag = flagName(flagsOf(operation).names.get(field) ?? "");
  const isTaken = (text: string): boolean => [text, Number(text)].some((each) => z.safeParse(schema, [each]).success);
  const [first = "", second = ""] = candidates.filter(isTaken);
  const expected = [first, second].map((text) => (z.safeParse(schema, [text]).success ? text : Number(text)));
  expect(given(operation, field, [flag, first, flag, second])).toEqual(expected);
  const joined = `${first},${second}`;
  // A secret, say, that holds a comma is one.
  const isOne = z.safeParse(schema, [joined]).success;
  expect(given(operation, field, [flag, joined])).toEqual(isOne ? [joined] : expected);
  expect(given(operation, field, [flag, first])).toEqual(expected.slice(0, 1));
});
