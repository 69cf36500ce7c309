// The kinds of fields that inputs and rows are made of: what each takes, what it makes of it, and what it says to all else.
import { describe, expect, test } from "vitest";
import * as fields from "../../../src/core/vocabulary/fields.ts";

type Kind = {
  readonly safeParse: (value: unknown) => { readonly error?: Refusal | undefined; readonly data?: unknown };
};
type Refusal = { readonly issues: readonly { readonly message: string }[] };

const said = "what it is";
const refusalOf = (kind: Kind, value: unknown) => kind.safeParse(value).error?.issues[0]?.message;
const isTaken = (kind: Kind, value: unknown) => refusalOf(kind, value) === undefined;

describe("a field of an input", () => {
  test.each([
    ["id", fields.id(said), "must be an id: a positive whole number"],
    ["text", fields.text(said), "must have 1 to 255 characters, not all of them blank and none a control character"],
    ["oneOf", fields.oneOf(["click", "coupon"], said), "must be one of click, coupon"],
    [
      "givenTime",
      fields.givenTime(said),
      "must be a day, such as 2026-01-31, or a time with its offset, such as 2026-01-31T00:00:00Z",
    ],
    ["givenDay", fields.givenDay(said), "must be a day such as 2026-01-31"],
    ["wholeNumber", fields.wholeNumber([1, 9], said), "must be a whole number from 1 to 9"],
  ])("%s that is missing is required, and an invalid one is answered with its rule", (_, kind, rule) => {
    expect(refusalOf(kind, undefined)).toBe("is required");
    expect(refusalOf(kind, null)).toBe(rule);
    expect(refusalOf(kind, {})).toBe(rule);
  });

  test("id is a positive whole number, and null only where that is allowed", () => {
    for (const id of [1, 2 ** 53 - 1]) expect(fields.id(said).parse(id)).toBe(id);
    for (const id of [0, -1, 1.5, 2 ** 53, "1"])
      expect(refusalOf(fields.id(said), id)).toBe("must be an id: a positive whole number");
    expect(fields.idOrNull(said).parse(null)).toBeNull();
    expect(fields.idOrNull(said).parse(7)).toBe(7);
    expect(isTaken(fields.idOrNull(said), 0)).toBe(false);
  });

  test.each(["a", " a ", "Ægir & Søn", "😀", "a".repeat(255)])("text may be %j, and is kept as it is", (text) => {
    expect(fields.text(said).parse(text)).toBe(text);
  });

  test.each([
    "",
    " ",
    "\u00a0\u2003",
    "a\nb",
    "\ta",
    "\u0000",
    "a\u0000",
    "a\u0085",
    "a\ud83d",
    "\ude00a",
    "a".repeat(256),
  ])("text may not be %j", (text) => {
    expect(refusalOf(fields.text(said), text)).toMatch(/^must have 1 to 255 characters/);
  });

  test("oneOf takes its values and no other", () => {
    const kind = fields.oneOf(["click", "coupon"], said);
    expect(["click", "coupon", "Click", ""].map((value) => isTaken(kind, value))).toEqual([true, true, false, false]);
  });

  test.each([
    ["2026-01-31", "2026-01-31T00:00:00.000Z"],
    ["2026-01-31T12:30:00Z", "2026-01-31T12:30:00.000Z"],
    ["2026-01-31T12:30:00.5+02:00", "2026-01-31T10:30:00.500Z"],
  ])("givenTime %s is %s: a day begins at midnight UTC", (given, instant) => {
    expect(fields.givenTime(said).parse(given)).toEqual(new Date(instant));
  });

  test.each(["", "2026-01-31T12:30:00", "2026-02-30", "2026-02-30T00:00:00Z", "31.01.2026", "x2026-01-31", 0])(
    "givenTime may not be %j",
    (given) => {
      expect(refusalOf(fields.givenTime(said), given)).toMatch(/^must be a day, such as/);
    },
  );

  test("givenDay is a day that there is, from midnight UTC", () => {
    expect(fields.givenDay(said).parse("2026-01-31")).toEqual(new Date("2026-01-31T00:00:00Z"));
    for (const day of ["2026-02-30", "2026-01-31T00:00:00Z", "2026-1-31", ""])
      expect(refusalOf(fields.givenDay(said), day)).toBe("must be a day such as 2026-01-31");
  });

  test("wholeNumber lies within its bounds, both included", () => {
    const kind = fields.wholeNumber([1, 9], said);
    expect([0, 1, 1.5, 9, 10, "5"].map((value) => isTaken(kind, value))).toEqual([
      false,
      true,
      false,
      true,
      false,
      false,
    ]);
    expect(refusalOf(kind, 10)).toBe("must be a whole number from 1 to 9");
  });
});

describe("a field of a row", () => {
  const at = new Date("2026-01-31T12:30:00.123Z");

  test.each([
    ["words", fields.words(said), ["", "\n"], [null, 1]],
    ["wordsOrNull", fields.wordsOrNull(said), ["", null], [undefined, 1]],
    ["count", fields.count(said), [0, -1, 2 ** 53 - 1], [0.5, 2 ** 53, "1", null]],
    ["flag", fields.flag(said), [true, false], [0, "true", null]],
    ["cents", fields.cents(said), [0, -4900], [0.5, 2 ** 53, "4900", null]],
    ["currency", fields.currency, ["USD", "EUR", "VND"], ["usd", "XXX", "", null]],
    [
      "sum",
      fields.sum(said),
      [0, -4900, "9007199254740993", "-1", "10"],
      ["", "-", "1.5", "a1", "1a", "--1", 0.5, null],
    ],
  ])("%s holds what it may and nothing else, and leaves it as it is", (_, kind, held, refused) => {
    for (const value of held) expect(kind.safeParse(value).data).toBe(value);
    for (const value of refused) expect(isTaken(kind, value)).toBe(false);
  });

  test("time is text on the wire and a date here, and null only where that is allowed", () => {
    for (const kind of [fields.time(said), fields.timeOrNull(said)]) {
      expect(kind.parse(at.toISOString())).toEqual(at);
      expect(kind.encode(at)).toBe("2026-01-31T12:30:00.123Z");
      for (const value of ["2026-01-31", "2026-01-31T12:30:00+02:00", "", 0, at])
        expect(isTaken(kind, value)).toBe(false);
    }
    expect(fields.timeOrNull(said).parse(null)).toBeNull();
    expect(isTaken(fields.time(said), null)).toBe(false);
  });
});
