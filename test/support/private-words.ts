// Words that this project once used in a sense of its own, and a reader cannot search for. Texts that people read use the field's nouns.

const everywhere =
  "told|tells?|telling|stands|beside|whoever|somebody|nobody|anybody|anew|mend(?:s|ed|ing)?|given up|gives? up|taken up|takes? up|" +
  "hears?|heard|begun|learnt|behind the (?:answer|commit)|given away";
/** Also kept from pages; descriptions of the API still use a few of these. */
const onPages =
  "stood|whatever|whosoever|wish(?:es)?|reckon(?:s|ed)?|for ever|in vain|of old|is none|are none|as things stand|in earnest|made again";

/** Whole words, in any case. */
const ofPages = new RegExp(`\\b(?:${everywhere}|${onPages})\\b`, "gi");
const ofDescriptions = new RegExp(`\\b(?:${everywhere})\\b`, "gi");

export function privateWordsIn(text: string): readonly string[] {
  return text.match(ofPages) ?? [];
}

export function privateWordsInDescription(text: string): readonly string[] {
  return text.match(ofDescriptions) ?? [];
}

/** A page's prose: without code, the addresses of links, and what a page of HTML holds in tags. */
export function proseOf(markdown: string): readonly string[] {
  const withoutBlocks = markdown.replace(/^[ \t]*(`{3,}|~{3,}).*?^[ \t]*\1[ \t]*$/gms, (block) =>
    block.replace(/[^\n]/g, ""),
  );
  return withoutBlocks
    .replace(/`[^`\n]*(?:\n[^`\n]*)?`/g, (code) => code.replace(/[^\n]/g, ""))
    .replace(/\]\([^)]*\)/g, "]")
    .replace(/<[^>\n]*>/g, "")
    .split("\n");
}
