// What axe-core finds wrong with a page as it stands, in words short enough to read in a failed test.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { z } from "zod";

const source = await readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const found = z.object({
  violations: z.array(z.object({ id: z.string(), nodes: z.array(z.object({ target: z.array(z.unknown()) })) })),
});

/** `but` are rules that somebody else's page within ours breaks. */
export async function violationsOf(page: Page, but: readonly string[] = []): Promise<string[]> {
  await page.evaluate(source);
  const rules = Object.fromEntries(but.map((rule) => [rule, { enabled: false }]));
  const { violations } = found.parse(await page.evaluate(`axe.run(${JSON.stringify({ rules })})`));
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}
