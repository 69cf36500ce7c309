// Parameters arrive unchanged, regardless of their content.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parameterOf } from "../../../../src/engine/postgres/driver/statement.ts";
import { createTestDatabase, type TestDatabase } from "../../../support/database.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const echo = {
  name: "echo_parameters",
  text: `select $1::text as text, $2::text[] as texts, $3::bytea as bytes, $4::bytea[] as many_bytes, $5::bigint[] as numbers,
                $6::timestamptz as time, $7::jsonb as json, $8::boolean as flag`,
};

test("texts, lists, bytes, numbers, times and objects", { timeout: 60_000 }, async () => {
  const text = fc.string({ unit: "grapheme" }).filter((one) => !one.includes("\u0000") && one.isWellFormed());
  const bytes = fc.uint8Array({ maxLength: 20 }).map((one) => Buffer.from(one));
  const sent = fc.tuple(
    text,
    fc.array(fc.option(text)),
    bytes,
    fc.array(bytes),
    fc.array(fc.integer()),
    fc.date({ min: new Date("1900-01-01"), max: new Date("2100-01-01"), noInvalidDate: true }),
    fc.dictionary(text, fc.option(text), { noNullPrototype: true }),
    fc.boolean(),
  );
  await fc.assert(
    fc.asyncProperty(sent, async (values) => {
      const rows = await db.database.withSession((session) => session.query(echo, values));
      const [texts, list, one, many, numbers, time, json, flag] = values;
      expect(rows).toEqual([{ text: texts, texts: list, bytes: one, many_bytes: many, numbers, time, json, flag }]);
    }),
    { numRuns: 200, seed: 20_261_121 },
  );
});

test("nothing is null, and a thing that holds itself is refused", () => {
  expect([parameterOf(null), parameterOf(undefined)]).toEqual([null, null]);
  const endless: Record<string, unknown> = {};
  endless.self = endless;
  expect(() => parameterOf(endless)).toThrow(TypeError);
});
