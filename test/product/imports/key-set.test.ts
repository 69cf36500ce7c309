// The set is one of names, however many there are, and says when there are too many.
import { expect, test } from "vitest";
import { KeySet } from "../../../src/product/imports/key-set.ts";

test("it has what was added and nothing else, through all that it grows", () => {
  const set = new KeySet();
  const names = Array.from({ length: 5_000 }, (_, index) => `sale:${index}`);
  for (const name of names) {
    expect(set.has(name)).toBe(false);
    set.add(name);
    set.add(name);
  }
  expect(names.filter((name) => !set.has(name))).toEqual([]);
  expect(set.has("sale:5000")).toBe(false);
});
