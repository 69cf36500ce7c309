// The documents as pages: read, rendered and indexed once, when the first is asked for.
import { readdir, readFile } from "node:fs/promises";
import { posix } from "node:path";
import MiniSearch from "minisearch";
import { docsFolders, docsPictureFolders, docsSections } from "./contents.ts";
import { type Heading, renderMarkdown } from "./markdown.ts";

const root = new URL("../../../../../", import.meta.url);

export type DocsPage = {
  readonly slug: string;
  readonly title: string;
  /** The first paragraph as plain text. */
  readonly summary: string;
  readonly markdown: string;
  readonly html: string;
  /** Below the title. */
  readonly headings: readonly Heading[];
};

export type Found = {
  readonly slug: string;
  /** Of its section's heading; empty for the page's beginning. */
  readonly heading: string;
  readonly page: string;
  readonly title: string;
  readonly excerpt: string;
};

export type DocsLibrary = {
  /** In the order of the contents, then those of the folders. */
  readonly pages: ReadonlyMap<string, DocsPage>;
  readonly search: (words: string) => readonly Found[];
};

/** `prefix` precedes all our paths. */
export async function openDocsLibrary(prefix: string): Promise<DocsLibrary> {
  const files = await docsFiles();
  const addresses = new Map([...files].map(([slug, file]) => [file, `${prefix}${pathOf(slug)}`]));
  const pictures = new Set(docsPictureFolders);
  const addressOf = (file: string): string | undefined =>
    pictures.has(posix.dirname(file)) ? `${prefix}/${file}` : addresses.get(file);
  const pages = await Promise.all(
    [...files].map(async ([slug, file]): Promise<[string, DocsPage]> => {
      const markdown = await readFile(new URL(file, root), "utf8");
      const { html, headings } = renderMarkdown(markdown, file, addressOf);
      const title = headings[0]?.text ?? slug;
      return [slug, { slug, title, summary: summaryOf(markdown), markdown, html, headings: headings.slice(1) }];
    }),
  );
  return { pages: new Map(pages), search: searchIn(pages.map(([, page]) => page)) };
}

/** Where a page is shown. */
export function pathOf(slug: string): string {
  return slug === "" ? "/docs" : `/docs/${slug}`;
}

/** Each page's slug and file. */
export async function docsFiles(): Promise<ReadonlyMap<string, string>> {
  const listed = docsSections.flatMap(({ entries }) => entries.map(({ slug, file }): [string, string] => [slug, file]));
  const folders = await Promise.all(
    docsFolders.map(async (folder) => {
      const names = (await readdir(new URL(`${folder}/`, root))).filter((name) => /^\d.*\.md$/.test(name)).sort();
      return names.map((name): [string, string] => [`${folder}/${name}`.slice(5, -3), `${folder}/${name}`]);
    }),
  );
  return new Map([...listed, ...folders.flat()]);
}

function summaryOf(markdown: string): string {
  const paragraph = markdown.split(/\n{2,}/).find((text) => /^[\w*`[]/.test(text)) ?? "";
  return plain(paragraph);
}

type Passage = Found & { readonly id: string; readonly text: string };

const excerptLength = 180;
const foundMax = 20;
const decisionWeight = 0.3;

function searchIn(pages: readonly DocsPage[]): (words: string) => readonly Found[] {
  const index = new MiniSearch<Passage>({
    fields: ["title", "page", "text"],
    storeFields: ["slug", "heading", "page", "title", "text"],
    // `svc_click_id` is found whole and by its parts.
    tokenize: (text) => text.split(/[^\p{L}\p{N}_]+/u).flatMap((word) => [word, ...wordsOf(word)]),
    searchOptions: {
      boost: { title: 4, page: 3 },
      prefix: true,
      fuzzy: 0.15,
      combineWith: "AND",
      boostDocument: weightOf,
    },
  });
  const passages = new Map(pages.flatMap(passagesOf).map((passage) => [passage.id, passage]));
  index.addAll([...passages.values()]);
  return (words) =>
    index
      .search(words)
      .slice(0, foundMax)
      .flatMap(({ id, terms }) => {
        const passage = passages.get(String(id));
        return passage === undefined ? [] : [{ ...passage, excerpt: excerptAround(passage.text, terms) }];
      });
}

/** Why something is as it is comes after how it is used. */
function weightOf(id: string): number {
  return docsFolders.some((folder) => `docs/${id}`.startsWith(`${folder}/`)) ? decisionWeight : 1;
}

function wordsOf(word: string): readonly string[] {
  return word.includes("_") ? word.split("_") : [];
}

/** A page in pieces, one for each heading. */
function passagesOf({ slug, title, markdown, headings }: DocsPage): Passage[] {
  const parts = markdown.split(/^#{1,6} .*$/m).slice(1);
  const under = [{ id: "", text: title }, ...headings];
  return parts.flatMap((text, index) => {
    const heading = under[index];
    if (heading === undefined) return [];
    return [
      {
        id: `${slug}#${heading.id}`,
        slug,
        heading: heading.id,
        page: title,
        title: heading.text,
        text: plain(text),
        excerpt: "",
      },
    ];
  });
}

/** Markdown as running text. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/^```.*$/gm, " ")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*|]|^[-#>]+ |^\s*-{3,}/gm, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function excerptAround(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0);
  const first = Math.max(0, Math.min(...places, lower.length) - excerptLength / 3);
  const from = places.length === 0 ? 0 : text.lastIndexOf(" ", first) + 1;
  const end = text.indexOf(" ", from + excerptLength);
  return `${from > 0 ? "… " : ""}${text.slice(from, end < 0 ? undefined : end)}${end < 0 ? "" : " …"}`;
}
