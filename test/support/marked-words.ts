// A language in which every message of the catalogue is in brackets: what a page says outside of them came from no catalogue.
import { englishCatalogue } from "../../src/core/wording/catalogue/english.ts";
import { icuOf } from "../../src/core/wording/catalogue/message.ts";
import type { Catalogue } from "../../src/core/wording/say.ts";

const [opening, closing] = ["⟦", "⟧"];

export const markedCatalogue: Catalogue = {
  ...englishCatalogue,
  ...Object.fromEntries(
    Object.entries(englishCatalogue).map(([id, message]) => [id, opening + icuOf(message) + closing]),
  ),
};

/** What is outside of all brackets; throws where they do not match. */
export function outsideOfMarks(text: string): string {
  let depth = 0;
  let outside = "";
  for (const character of text) {
    if (character === opening) depth += 1;
    else if (character === closing) depth -= 1;
    else if (depth === 0) outside += character;
    if (depth < 0) throw new Error(`A message ends that never began: ${text}`);
  }
  if (depth !== 0) throw new Error(`A message does not end: ${text}`);
  return outside;
}

const unread =
  /<(script|style|time|code)\b[^>]*>[\s\S]*?<\/\1>|<span class="initial"[\s\S]*?<\/span>|<div class="axis"[\s\S]*?<\/div>|<a [^>]*hreflang=[\s\S]*?<\/a>/g;
const attributes = /\s(?:aria-label|placeholder|title|alt|data-head|data-copied|data-by-hand)="([^"]*)"/g;
const germanDay = /\d{1,2}\. \p{L}+\.?(?: \d{4})?/gu;
const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** The words of a page that are neither of the catalogue nor among `data`. */
export function unknownWords(page: string, data: readonly string[]): string[] {
  const seen = page.replace(unread, " ");
  const texts = [seen.replace(/<[^>]*>/g, "\n"), ...[...seen.matchAll(attributes)].map(([, value = ""]) => value)];
  const known = data.toSorted((a, b) => b.length - a.length);
  return texts
    .map((text) => text.replace(/&([a-z]+|#39);/g, (_, name: string) => entities[name] ?? ""))
    .flatMap((text) => outsideOfMarks(text).split("\n"))
    .map((text) => known.reduce((left, each) => left.replaceAll(each, " "), text).replace(germanDay, " "))
    .filter((text) => /\p{L}/u.test(text))
    .map((text) => text.trim());
}
