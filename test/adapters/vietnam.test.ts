// What the Vietnamese providers share: dong and local time.
import { describe, expect, test } from "vitest";
import { dong, vietnamTime } from "../../adapters/vietnam.ts";

describe("an amount of dong", () => {
  test.each<[unknown, number]>([
    [50_000, 50_000],
    [0, 0],
    ["50000", 50_000],
    ["100000.00", 100_000],
    ["0.00", 0],
    ["9007199254740991", Number.MAX_SAFE_INTEGER],
  ])("%j is %i", (value, amount) => {
    expect(dong.parse(value)).toBe(amount);
  });

  test.each([
    "100000.50",
    "100000.001",
    "100000.00000000000000001",
    "9007199254740991.4",
    "100,000",
    "100.000,00",
    "1e5",
    "-50000",
    "+50000",
    " 50000",
    "50000\n",
    "50000.",
    ".00",
    "",
    0.5,
    null,
    true,
    ["50000"],
  ])("%j is none", (value) => {
    const parsed = dong.safeParse(value);
    expect(parsed.error?.issues).toMatchObject([{ message: "not a whole amount of dong", path: [] }]);
  });

  test.each([
    [-1, "Too small: expected number to be >=0"],
    [1e18, "Too big: expected int to be <=9007199254740991"],
    ["9007199254740992", "Too big: expected int to be <=9007199254740991"],
  ])("%j is beyond what there is", (value, message) => {
    expect(dong.safeParse(value).error?.issues).toMatchObject([{ message, path: [] }]);
  });
});

describe("a time in Vietnam", () => {
  test.each([
    ["2025-09-29 15:31:22", "2025-09-29T08:31:22.000Z"],
    ["2025-09-29T15:31:22", "2025-09-29T08:31:22.000Z"],
    ["2026-03-01 00:30:00", "2026-02-28T17:30:00.000Z"],
    ["1970-01-01 07:00:00", "1970-01-01T00:00:00.000Z"],
    ["2999-12-31 23:59:59", "2999-12-31T16:59:59.000Z"],
  ])("%s is %s", (text, utc) => {
    expect(vietnamTime(text)).toBe(utc);
  });

  test.each([
    null,
    undefined,
    "",
    "yesterday",
    "2025-09-29",
    "2025-09-29 15:31",
    "2025-09-29 15:31:22Z",
    "2025-13-01 00:00:00",
    "2025-01-01 25:00:00",
    "0000-01-01 00:00:00",
    "29-09-2025 15:31:22",
    "+12025-09-29 15:31:22",
  ])("%j is none", (text) => {
    expect(vietnamTime(text)).toBeNull();
  });
});
