// The pages that people read use the field's words: none of the project's private ones is in their prose.
import { expect, test } from "vitest";
import { privateWordsIn, proseOf } from "./support/private-words.ts";
import { readTree } from "./support/tree.ts";

/** Decisions are dated: they keep the words of their day. */
const isPage = (path: string) => path.endsWith(".md") && !path.startsWith("docs/decisions/");

const pages = readTree().filter(({ path }) => isPage(path));

test("every page is read", () => {
  expect(pages.length).toBeGreaterThan(60);
});

test.each(pages)("$path uses no private word", ({ path, source }) => {
  const found = proseOf(source).flatMap((line, index) =>
    privateWordsIn(line).map((word) => `${path}:${index + 1} ${word}`),
  );
  expect(found).toEqual([]);
});

test("a private word is found in prose, and not in code or in the address of a link", () => {
  const page = "It is told\n`told` [what](told.md)\n```\ntold\n```\nand nobody";
  const found = proseOf(page).map(privateWordsIn);
  expect(found).toEqual([["told"], [], [], [], [], ["nobody"]]);
});
