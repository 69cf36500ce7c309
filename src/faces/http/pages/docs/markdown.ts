// A document as HTML: as GitHub shows it, with links between documents as links between pages.
import { posix } from "node:path";
import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import go from "highlight.js/lib/languages/go";
import ini from "highlight.js/lib/languages/ini";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import nginx from "highlight.js/lib/languages/nginx";
import php from "highlight.js/lib/languages/php";
import python from "highlight.js/lib/languages/python";
import ruby from "highlight.js/lib/languages/ruby";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { Marked, type Renderer, type Tokens } from "marked";
import { getHeadingList, gfmHeadingId } from "marked-gfm-heading-id";
import { markedHighlight } from "marked-highlight";

const languages = { bash, go, ini, javascript, json, nginx, php, python, ruby, sql, typescript, xml, yaml };
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

export type Heading = { readonly id: string; readonly level: number; readonly text: string };
export type Rendered = { readonly html: string; readonly headings: readonly Heading[] };

/** Where a file of the repository is shown; undefined where it is not. */
export type AddressOf = (file: string) => string | undefined;

/** `file` is the document's own path from the root, which its links start from. */
export function renderMarkdown(source: string, file: string, addressOf: AddressOf): Rendered {
  const marked = new Marked(
    gfmHeadingId(),
    markedHighlight({ langPrefix: "hljs language-", highlight: (code, language) => colored(code, language) }),
    { renderer: { link: linkRenderer(file, addressOf), image: imageRenderer(file, addressOf), html: () => "" } },
    { hooks: { postprocess: (html) => finished(html) } },
  );
  const html = marked.parse(source, { async: false });
  return { html, headings: getHeadingList().map(({ id, level, raw }) => ({ id, level, text: plain(raw) })) };
}

/** What is in no language of ours stays as it is. */
function colored(code: string, language: string): string {
  return hljs.getLanguage(language) === undefined ? code : hljs.highlight(code, { language }).value;
}

function linkRenderer(file: string, addressOf: AddressOf) {
  return function link(this: Renderer, { href, tokens }: Tokens.Link): string {
    const words = this.parser.parseInline(tokens);
    const address = addressFrom(href, file, addressOf);
    return address === undefined ? words : `<a href="${escaped(address)}">${words}</a>`;
  };
}

function imageRenderer(file: string, addressOf: AddressOf) {
  return ({ href, text }: Tokens.Image): string => {
    const address = addressFrom(href, file, addressOf);
    return address === undefined ? "" : `<img src="${escaped(address)}" alt="${escaped(text)}" loading="lazy">`;
  };
}

/** A file that no page shows, such as a source, is named and not linked. */
function addressFrom(href: string, file: string, addressOf: AddressOf): string | undefined {
  if (/^(https?:|mailto:|#|\/)/.test(href)) return href;
  const [path = "", heading] = href.split("#");
  const address = addressOf(posix.join(posix.dirname(file), path));
  return address === undefined || heading === undefined ? address : `${address}#${heading}`;
}

/** Wide content scrolls by itself, also by keyboard; a header row without text is left out. */
function finished(html: string): string {
  return html
    .replaceAll("<table>", '<div class="sideways" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>")
    .replaceAll("<th></th>", "<td></td>")
    .replaceAll("<pre>", '<pre tabindex="0">');
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? "");
}

/** A heading's text without what marks code. */
function plain(raw: string): string {
  return raw.replaceAll("`", "").replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1");
}
