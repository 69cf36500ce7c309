// References as every adapter writes them.
import { expect, test } from "vitest";
import { referencesOf } from "../../adapters/reading.ts";

test("references are the codes and then the memo's, normalised, each once and twenty at most", () => {
  expect(referencesOf(["dh-1024", 42, null, undefined, "", "—", "x".repeat(256)], "DH1024 ABC9")).toEqual([
    "DH1024",
    "42",
    "ABC9",
    "DH1024ABC9",
  ]);
  const codes = Array.from({ length: 30 }, (_, index) => `code${index}`);
  expect(referencesOf(codes, "DH1024")).toEqual(codes.slice(0, 20).map((code) => code.toUpperCase()));
  expect(referencesOf([], null)).toEqual([]);
});
