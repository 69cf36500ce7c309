// docs/security.md names a test for what each stolen thing cannot do. A test that is gone, skipped or claims nothing would leave a promise
// that nobody keeps.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

type Named = { readonly title: string; readonly path: string };

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
const section = read("docs/security.md").split("## Stolen credentials")[1]?.split(/^## /m)[0];
const rows = [...(section ?? "").matchAll(/^\| (?!stolen|---)([^|]+) \|.*$/gm)].map(([line, stolen = ""]) => ({
  stolen,
  tests: [...line.matchAll(/\[([^\]]+)\]\(\.\.\/(test\/[^)]+\.test\.ts)\)/g)].map(
    ([, title = "", path = ""]): Named => ({ title, path }),
  ),
}));

test("the threat model has a row for each thing that can be stolen", () => {
  expect(rows.length).toBeGreaterThanOrEqual(10);
});

describe.each(rows)("$stolen", ({ tests }) => {
  test("has a test for what it cannot do", () => {
    expect(tests).not.toEqual([]);
  });

  test.each(tests)("$title: is always run, and expects something", ({ title, path }) => {
    const body = bodyOf(read(path), title);
    expect(body, `${path} has no test of this title that is always run`).not.toBeNull();
    expect(body).toMatch(/\bexpect\w*[.(]/);
  });
});

/** From the test's title to where the next one of the same depth begins; null where no test of this title is always run. */
function bodyOf(source: string, title: string): string | null {
  const start = source.indexOf(`test("${title}"`);
  if (start < 0) return null;
  const lineStart = source.lastIndexOf("\n", start) + 1;
  const indent = source.slice(lineStart, start);
  if (indent.trim() !== "") return null;
  const rest = source.slice(start);
  const end = rest.search(new RegExp(`\n${indent}(?:test|describe)\\b|\n${indent.slice(2)}\\}\\);`));
  return end < 0 ? rest : rest.slice(0, end);
}
