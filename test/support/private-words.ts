// Words that this project once used in a sense of its own, and a reader cannot search for. Texts that people read use the field's nouns.

/** Whole words, in any case. */
const words = new RegExp(
  "\\b(?:told|tells?|telling|stands|stood|beside|whoever|whatever|whosoever|somebody|nobody|anybody|anew|mend(?:s|ed|ing)?|" +
    "given up|gives? up|taken up|takes? up|given away|hears?|heard|begun|learnt|wish(?:es)?|reckon(?:s|ed)?|" +
    "behind the (?:answer|commit)|for ever|in vain|of old|is none|are none|as things stand|in earnest|made again)\\b",
  "gi",
);

export function privateWordsIn(text: string): readonly string[] {
  return text.match(words) ?? [];
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
