// docs/security.md names a test for what each stolen thing cannot do: a title that is gone or changed would be a promise nobody keeps.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const named = /\[([^\]]+)\]\(\.\.\/(test\/[^)]+\.test\.ts)\)/g;

test("every test that the threat model names is there, by its title", async () => {
  const page = await readFile(new URL("../docs/security.md", import.meta.url), "utf8");
  const lines =
    page
      .split("## Whoever has stolen something")[1]
      ?.split(/^## /m)[0]
      ?.match(/^\| (?!stolen|---).*$/gm) ?? [];
  expect(lines.length).toBeGreaterThanOrEqual(10);
  for (const line of lines) {
    const tests = [...line.matchAll(named)];
    expect(tests, line).not.toHaveLength(0);
    for (const [, title = "", path = ""] of tests) {
      const source = await readFile(new URL(`../${path}`, import.meta.url), "utf8");
      expect(source, `${path}: ${title}`).toContain(`test("${title}"`);
    }
  }
});
