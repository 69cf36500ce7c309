// The columns rows are sent by are the tables' own: one that was forgotten would be written as nothing, and nobody would notice.
import { afterAll, beforeAll, expect, test } from "vitest";
import { bookNames } from "../../src/core/books.ts";
import { deliveryColumns, eventColumns, headColumns } from "../../src/log/log-columns.ts";
import { bookColumns } from "../../src/projector/book-columns.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { asOwner } from "../support/service.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const sent: [table: string, columns: object][] = [
  ...bookNames.map((name): [string, object] => [name, bookColumns[name]]),
  ["event", eventColumns],
  ["delivery", deliveryColumns],
  // What appends an event does not touch the revision.
  ["program_head", { ...headColumns, revision: "bigint" }],
];

test.each(sent)("%s is sent with every column it has, as what the column is", async (table, columns) => {
  const rows = await asOwner<{ name: string; type: string }>(
    db.url,
    `select attname as name, atttypid::regtype::text as type
       from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [table],
  );
  const inTable = Object.fromEntries(
    rows.map(({ name, type }) => [name, type === "timestamp with time zone" ? "timestamptz" : type]),
  );
  expect(columns).toEqual(inTable);
});
