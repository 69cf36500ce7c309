// What people read uses the field's words: none of the project's private ones is in the prose of a page, or in a comment or text of code.
import { expect, test } from "vitest";
import { privateWordsIn, proseOf } from "./support/private-words.ts";
import { proseOfCode } from "./support/prose-of-code.ts";
import { readTree } from "./support/tree.ts";

/** Decisions are dated: they keep the words of their day. */
const isPage = (path: string) => path.endsWith(".md") && !path.startsWith("docs/decisions/");
/** Written from code, and the figures. */
const isReference = (path: string) => /^docs\/(configuration|rights|benchmarks)\.md$/.test(path);
const docsWordsMax = 30_000;

const isCode = (path: string) =>
  /^(adapters|src|console\/src|sdk\/src|bin)\/.*\.tsx?$/.test(path) && !/generated|\.d\.ts$/.test(path);

const tree = readTree();
const pages = tree.filter(({ path }) => isPage(path));
const code = tree.filter(({ path }) => isCode(path));

test("every page and every source file is read", () => {
  expect(pages.length).toBeGreaterThan(60);
  expect(code.length).toBeGreaterThan(700);
});

test.each(pages)("$path uses no private word", ({ path, source }) => {
  const found = proseOf(source).flatMap((line, index) =>
    privateWordsIn(line).map((word) => `${path}:${index + 1} ${word}`),
  );
  expect(found).toEqual([]);
});

test("comments and texts of code use no private word", () => {
  const found = code.flatMap(({ path, source }) =>
    proseOfCode(path, source).flatMap((line, index) =>
      privateWordsIn(line).map((word) => `${path}:${index + 1} ${word}`),
    ),
  );
  expect(found).toEqual([]);
});

test(`docs have fewer than ${docsWordsMax} words, without decisions, reference and code`, () => {
  const counted = pages.filter(({ path }) => path.startsWith("docs/") && !isReference(path));
  const words = counted.flatMap(({ source }) =>
    source
      .replace(/^[ \t]*(`{3,}|~{3,}).*?^[ \t]*\1[ \t]*$/gms, "")
      // The title of a test is code.
      .replace(/\[[^\]]*\]\(\.\.\/test\/[^)]*\)/g, "")
      .split(/\s+/)
      .filter((word) => /[\p{L}\p{N}]/u.test(word)),
  );
  expect(words.length).toBeLessThan(docsWordsMax);
});

test("a private word is found in prose, and not in code or in the address of a link", () => {
  const page = "It is told\n`told` [what](told.md)\n```\ntold\n```\nand nobody";
  const found = proseOf(page).map(privateWordsIn);
  expect(found).toEqual([["told"], [], [], [], [], ["nobody"]]);
});

test("a private word is found in a comment, a text and between tags, and not in a name", () => {
  const source = [
    "// It is told",
    "const told = 'told';",
    'throw new Error("nobody is there");',
    "  return total; // as it stands",
    "<p>Somebody came</p>",
    "  Whoever comes by it",
    "const beside = <Told told={told} />;",
  ].join("\n");
  const found = proseOfCode("page.tsx", source).map(privateWordsIn);
  expect(found).toEqual([["told"], [], ["nobody"], ["stands"], ["Somebody"], ["Whoever"], []]);
});
