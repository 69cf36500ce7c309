// A document as a page: the table of contents, the headings on this page, the previous and next page, and the search.

import { type Html, html, ready } from "../../../../core/wording/html.ts";
import { framePage } from "../frame.ts";
import { docsSections } from "./contents.ts";
import { type DocsPage, type Found, pathOf } from "./library.ts";

const outlineLevelMax = 3;

export function docsPage(page: DocsPage, prefix: string): string {
  const outline = page.headings.filter(({ level }) => level <= outlineLevelMax);
  return docsFrame({
    title: page.title,
    prefix,
    slug: page.slug,
    words: "",
    body: html`<article class="document">${ready(page.html)}</article>
${neighbours(page.slug, prefix)}`,
    aside:
      outline.length < 2
        ? null
        : html`<nav class="outline" aria-label="On this page"><h2>On this page</h2>
<ul>${outline.map(({ id, level, text }) => html`<li${level > 2 ? html` class="deeper"` : null}><a href="#${id}">${text}</a></li>`)}</ul></nav>`,
  });
}

export function docsSearchPage(words: string, found: readonly Found[], prefix: string): string {
  return docsFrame({
    title: "Search the documentation",
    prefix,
    slug: null,
    words,
    body: html`<article class="document"><h1>${words === "" ? "Search" : `Results for “${words}”`}</h1>
<p class="quiet">${wordsAbout(words, found.length)}</p>
<ol class="found">${found.map(
      ({ slug, heading, page, title, excerpt }) =>
        html`<li><a href="${prefix}${pathOf(slug)}${heading === "" ? "" : `#${heading}`}">${title}</a>${page === title ? null : html` <span class="quiet">${page}</span>`}
<p>${excerpt}</p></li>
`,
    )}</ol></article>`,
    aside: null,
  });
}

function wordsAbout(words: string, count: number): string {
  if (words === "") return "Type a word above.";
  if (count === 0) return "Nothing has all of these words. Try fewer, or the contents.";
  return count === 1 ? "1 passage." : `${count} passages, the best first.`;
}

type FrameOfDocs = {
  readonly title: string;
  readonly prefix: string;
  /** Of the page that is shown; null for none of the contents. */
  readonly slug: string | null;
  /** That were searched for. */
  readonly words: string;
  readonly body: Html;
  readonly aside: Html | null;
};

function docsFrame({ title, prefix, slug, words, body, aside }: FrameOfDocs): string {
  return framePage({
    title,
    prefix,
    kind: "docs",
    navigation: html`<form class="search" role="search" action="${prefix}/docs/search"><input type="search" name="q" value="${words}" aria-label="Search the documentation" placeholder="Search the documentation" maxlength="100" autocomplete="off"></form>
<nav aria-label="Documents"><a class="to-contents" href="#contents">Contents</a><a href="${prefix}/docs"${slug === null ? null : current}>Docs</a><a href="${prefix}/docs/api">API reference</a><a href="${prefix}/docs/errors">Error codes</a></nav>`,
    body: html`<div class="columns"><div class="middle">${body}</div>${aside}
<nav class="contents" id="contents" aria-label="Contents">${docsSections.map(
      ({ title: section, entries }) => html`<h2>${section}</h2>
<ul>${entries.map((entry) => html`<li><a href="${prefix}${pathOf(entry.slug)}"${entry.slug === slug ? current : null}>${entry.words}</a></li>`)}</ul>
`,
    )}</nav></div>`,
    styles: ["docs.css"],
    scripts: ["docs.js"],
  });
}

const current = html` aria-current="page"`;

function neighbours(slug: string, prefix: string): Html | null {
  const entries = docsSections.flatMap((section) => section.entries);
  const index = entries.findIndex((entry) => entry.slug === slug);
  if (index < 0) return null;
  const before = entries[index - 1];
  const after = entries[index + 1];
  return html`<nav class="neighbours" aria-label="Next and previous page">${
    before === undefined
      ? null
      : html`<a rel="prev" href="${prefix}${pathOf(before.slug)}"><span class="quiet">Before</span> ${before.words}</a>`
  }${after === undefined ? null : html`<a rel="next" href="${prefix}${pathOf(after.slug)}"><span class="quiet">Next</span> ${after.words}</a>`}</nav>`;
}
