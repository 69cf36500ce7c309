// What a partner's code may look like: URLs contain it unchanged.
import { expect, test } from "vitest";
import { partnerCodePattern } from "../../../src/core/rules/partner-code.ts";

test.each(["a", "Z", "0", "9z", "a_.~-", "A-1", "x".repeat(64)])("a partner's code may be %s", (code) => {
  expect(partnerCodePattern.test(code)).toBe(true);
});

test.each([
  "",
  "_a",
  ".a",
  "~a",
  "-a",
  " a",
  "a ",
  "a b",
  "a/b",
  "a&b",
  "a%20",
  "a\n",
  "é",
  "aé",
  "*a",
  "x".repeat(65),
])("a partner's code may not be %j", (code) => {
  expect(partnerCodePattern.test(code)).toBe(false);
});
