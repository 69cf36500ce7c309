// What axe-core finds wrong with the current page, in words short enough to read in a failed test.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { z } from "zod";

const source = await readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const found = z.object({
  violations: z.array(z.object({ id: z.string(), nodes: z.array(z.object({ target: z.array(z.unknown()) })) })),
});

/** Of axe-core's category of colors, the rules enabled by default. */
const ofColours = ["color-contrast", "link-in-text-block"];

type Asked = {
  /** Rules that a third party's page within ours breaks. */
  readonly but?: readonly string[];
  /** No rule but those that look at colours, for a page of which only these have changed. */
  readonly coloursOnly?: boolean;
};

export async function violationsOf(page: Page, { but = [], coloursOnly = false }: Asked = {}): Promise<string[]> {
  if (await page.evaluate("window.axe === undefined")) await page.evaluate(source);
  const options = {
    rules: Object.fromEntries(but.map((rule) => [rule, { enabled: false }])),
    resultTypes: ["violations"],
    ...(coloursOnly ? { runOnly: ofColours } : {}),
  };
  const { violations } = found.parse(await page.evaluate(`axe.run(${JSON.stringify(options)})`));
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}

/** In light, and in dark what is different there: the same elements in other colours. */
export async function violationsInBothLooks(page: Page, but: readonly string[] = []): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light" });
  const inLight = await violationsOf(page, { but });
  await page.emulateMedia({ colorScheme: "dark" });
  const inDark = await violationsOf(page, { but, coloursOnly: true });
  return [...inLight, ...inDark.map((each) => `in dark: ${each}`)];
}
