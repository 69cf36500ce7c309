// What a real server answers, as values.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../support/database.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

async function read(expression: string, zone = "UTC"): Promise<unknown> {
  return db.database.transaction(async (session) => {
    await session.query({ name: "zone", text: "select set_config('timezone', $1, true)" }, [zone]);
    const [row] = await session.query<{ value: unknown }>(
      { name: `read ${expression}`, text: `select ${expression} as value` },
      [],
    );
    return row?.value;
  });
}

describe("a time is read to the millisecond", () => {
  test.each([
    ["2026-11-22 10:20:30+00", "2026-11-22T10:20:30.000Z"],
    ["2026-11-22 10:20:30.1+00", "2026-11-22T10:20:30.100Z"],
    ["2026-11-22 10:20:30.12+00", "2026-11-22T10:20:30.120Z"],
    ["2026-11-22 10:20:30.123+00", "2026-11-22T10:20:30.123Z"],
    ["2026-11-22 10:20:30.007+00", "2026-11-22T10:20:30.007Z"],
    ["2026-11-22 10:20:30.123456+00", "2026-11-22T10:20:30.123Z"],
    ["2024-02-29 23:59:59.999+00", "2024-02-29T23:59:59.999Z"],
    ["1969-12-31 23:59:59.999+00", "1969-12-31T23:59:59.999Z"],
    ["1000-01-01 00:00:00+00", "1000-01-01T00:00:00.000Z"],
    ["0099-01-01 00:00:00+00", "0099-01-01T00:00:00.000Z"],
    ["0001-01-01 00:00:00.001+00", "0001-01-01T00:00:00.001Z"],
    ["3000-06-01 00:00:00+00", "3000-06-01T00:00:00.000Z"],
    ["12026-11-22 10:20:30+00", "+012026-11-22T10:20:30.000Z"],
    ["0044-03-15 12:00:00+00 BC", "-000043-03-15T12:00:00.000Z"],
  ])("%s", async (text, expected) => {
    expect(await read(`'${text}'::timestamptz`)).toEqual(new Date(expected));
  });

  test.each(["America/New_York", "Asia/Kolkata", "Europe/London"])("by a server in %s", async (zone) => {
    const expected = new Date("2026-07-22T10:20:30.123Z");
    expect(await read("'2026-07-22 10:20:30.123+00'::timestamptz", zone)).toEqual(expected);
  });

  test("and one that never comes is no date", async () => {
    expect(await read("'infinity'::timestamptz")).toBe(Number.POSITIVE_INFINITY);
  });
});

describe("a bigint is a number and never a rounded one", () => {
  test.each([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 0])("%d", async (value) => {
    expect(await read(`${value}::bigint`)).toBe(value);
  });

  test("one beyond 2^53 is an error", async () => {
    await expect(read("9007199254740993::bigint")).rejects.toThrow("does not fit a number exactly");
  });
});
