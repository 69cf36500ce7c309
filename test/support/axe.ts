// What axe finds on a page, one line for each place. It is put in from outside, so a page's own policy does not keep it out.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const source = readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(await source);
  const { violations } = await page.evaluate<AxeResults>("axe.run(document, { resultTypes: ['violations'] })");
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message ?? ""}`));
}
