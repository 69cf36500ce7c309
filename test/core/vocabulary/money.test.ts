import { expect, test } from "vitest";
import { differenceOf, shareOf } from "../../../src/core/vocabulary/money/money.ts";

test("a difference is exact on either side of what a number holds", () => {
  expect(differenceOf(3, 1)).toBe(2);
  expect(differenceOf(1, 3)).toBe(-2);
  expect(differenceOf("9007199254740993", 1)).toBe("9007199254740992");
});

test.each([0, -1])("a share of %i parts is refused", (denominator) => {
  expect(() => shareOf(100, 1, denominator)).toThrow("positive denominator");
});
