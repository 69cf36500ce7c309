// Rows as PostgreSQL's binary arrays, sent to a real server and read back.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  arraysOf,
  type Columns,
  columnNames,
  encodeArray,
  Misfit,
  rowsOf,
} from "../../../../src/engine/postgres/driver/binary-arrays.ts";
import { createTestDatabase, type TestDatabase } from "../../../support/database.ts";

type Row = {
  id: number;
  count: number | null;
  small: number | null;
  flag: boolean | null;
  at: Date | null;
  name: string | null;
  bytes: Buffer | null;
  data: object | null;
};

const columns: Columns<Row> = {
  id: "bigint",
  count: "integer",
  small: "smallint",
  flag: "boolean",
  at: "timestamptz",
  name: "text",
  bytes: "bytea",
  data: "jsonb",
};

const nothing = { count: null, small: null, flag: null, at: null, name: null, bytes: null, data: null };

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

async function roundTrip(rows: readonly Row[]): Promise<object[]> {
  const names = columnNames(columns).join(", ");
  const statement = {
    name: "round_trip",
    text: `select ${names} from (${rowsOf(columns)}) t`,
  };
  return db.database.withSession((session) => session.query(statement, arraysOf(columns, rows)));
}

describe("rows sent as binary arrays", () => {
  test("arrive as they are, at the ends of their types as well", async () => {
    const rows: Row[] = [
      { id: 1, count: 2, small: 3, flag: true, at: new Date(1), name: "a", bytes: Buffer.from("b"), data: { a: [1] } },
      {
        id: Number.MAX_SAFE_INTEGER,
        count: 2 ** 31 - 1,
        small: 2 ** 15 - 1,
        flag: false,
        at: new Date("9999-12-31T23:59:59.999Z"),
        name: "",
        bytes: Buffer.alloc(0),
        data: [],
      },
      {
        id: Number.MIN_SAFE_INTEGER,
        count: -(2 ** 31),
        small: -(2 ** 15),
        flag: null,
        at: new Date("0001-01-01T00:00:00.001Z"),
        name: "Đà Nẵng 🏖",
        bytes: Buffer.from([0, 1, 254, 255]),
        data: { ключ: "значение", nested: { none: null } },
      },
      { id: -1, ...nothing },
      { id: 2 ** 32, ...nothing },
      { id: -(2 ** 32) - 7, ...nothing },
    ];
    expect(await roundTrip(rows)).toEqual(rows);
  });

  test("arrive intact at any length, also after a large one", async () => {
    const lengths = [0, 1, 47, 48, 49, 1_000, 70_000, 20];
    const texts = lengths.flatMap((length) => [
      "x".repeat(length),
      `${"x".repeat(Math.max(0, length - 1))}ñ`,
      "🏖".repeat(length),
    ]);
    texts.splice(9, 0, "x".repeat(1_200_000));
    const rows = texts.map(
      (name, index): Row => ({
        ...nothing,
        id: index,
        name: index % 4 === 3 ? null : name,
        bytes: Buffer.from(name),
        data: { name },
      }),
    );
    expect(await roundTrip(rows)).toEqual(rows);
    expect(await roundTrip(rows.slice(0, 2))).toEqual(rows.slice(0, 2));
  });

  test("may be none", async () => {
    expect(await roundTrip([])).toEqual([]);
  });

  test.each<[string, Parameters<typeof encodeArray>]>([
    ["half a number", ["bigint", [1.5]]],
    ["a number beyond 2^53", ["bigint", [2 ** 53]]],
    ["an integer beyond its bounds", ["integer", [2 ** 31]]],
    ["a small one beyond its bounds", ["smallint", [40_000]]],
    ["a number for a text", ["text", [7]]],
    ["a text for a number", ["bigint", ["7"]]],
    ["no date", ["timestamptz", [new Date(Number.NaN)]]],
    ["a value that is missing", ["text", [undefined]]],
    ["a function for JSON", ["jsonb", [() => 1]]],
  ])("refuses %s", (_, [type, values]) => {
    expect(() => encodeArray(type, values)).toThrow(Misfit);
  });
});
