// A whole page: what every page that the service writes itself begins and ends with. It loads the look of our own and nothing else, has no
// style or script within, carries a name, a mark and a way on, and can be printed.

import { english } from "../../../core/wording/english-words.ts";
import { type Html, html, ready } from "../../../core/wording/html.ts";
import { productName } from "../../../core/wording/product.ts";
import { languageSwitch, type Spoken } from "./language-switch.ts";
import { pageStyle } from "./page-style.ts";

export type PageLink = { readonly words: string; readonly path: string };

export type FrameParts = {
  readonly title: string;
  /** The prefix of all our paths, if a proxy adds one; otherwise empty. */
  readonly prefix: string;
  /** `card` is one narrow column for a form, `wide` is for tables, `docs` has a table of contents at the side. */
  readonly kind: "card" | "text" | "wide" | "docs";
  readonly body: Html;
  /** Next to the logo. */
  readonly navigation?: Html | null;
  /** At the foot. */
  readonly links?: readonly PageLink[];
  /** Whose page it is, where it is not ours. */
  readonly brand?: { readonly name: string; readonly color: string | null } | null;
  /** Files of ours under /look. */
  readonly scripts?: readonly string[];
  readonly styles?: readonly string[];
  /** Within another site's page: without our own head and foot. */
  readonly isEmbedded?: boolean;
  /** Kept as a file: it has its style within and loads nothing. */
  readonly isKept?: boolean;
  /** English alone where it is left out. */
  readonly spoken?: Spoken;
};

const inEnglish: Spoken = { words: english, ways: [] };

export function framePage(parts: FrameParts): string {
  const { title, prefix, kind, body, navigation = null, links = [], brand = null, scripts = [], styles = [] } = parts;
  const { isEmbedded = false, isKept = false, spoken = inEnglish } = parts;
  const name = brand?.name ?? productName;
  const color = brand?.color ?? null;
  return html`<!doctype html>
<html lang="${spoken.ways.length === 0 ? spoken.words.language : spoken.words.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title === name ? title : `${title} · ${name}`}</title>
${isKept ? html`<style>${ready(pageStyle())}</style>` : look(prefix)}
${
  color === null
    ? null
    : html`<link rel="stylesheet" href="${prefix}/look/brand/${color.slice(1).toLowerCase()}.css">
`
}${styles.map(
  (file) => html`<link rel="stylesheet" href="${prefix}/look/${file}">
`,
)}${scripts.map(
  (file) => html`<script src="${prefix}/look/${file}" defer></script>
`,
)}</head>
<body class="${kind}${isEmbedded ? " embedded" : ""}">
${isEmbedded ? null : header(isKept ? null : prefix, brand, navigation)}<main>
${body}
</main>
${isEmbedded ? null : footer(prefix, brand !== null, links, spoken)}</body>
</html>
`.text;
}

function look(prefix: string): Html {
  return html`<link rel="icon" href="${prefix}/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${prefix}/look/tokens.css">
<link rel="stylesheet" href="${prefix}/look/pages.css">`;
}

/** `prefix` null where nothing may be loaded. */
function header(prefix: string | null, brand: FrameParts["brand"], navigation: Html | null): Html {
  return html`<header class="top">${mark(prefix, brand)}${navigation}</header>
`;
}

function mark(prefix: string | null, brand: FrameParts["brand"]): Html {
  if (prefix === null) return html`<span class="mark">${productName}</span>`;
  return brand === null || brand === undefined
    ? html`<a class="mark" href="${prefix}/"><img src="${prefix}/look/mark.svg" width="28" height="28" alt="">${productName}</a>`
    : html`<span class="mark"><span class="initial" aria-hidden="true">${initialOf(brand.name)}</span>${brand.name}</span>`;
}

function footer(prefix: string, isBrands: boolean, links: readonly PageLink[], spoken: Spoken): Html | null {
  const others = languageSwitch(spoken);
  if (!isBrands && links.length === 0 && others === null) return null;
  const ours = html`<span class="ours"><img src="${prefix}/look/mark.svg" width="16" height="16" alt="">${spoken.words.say("trackedWith", { product: productName })}</span>`;
  return html`<footer class="foot">${links.map(({ words, path }) => html`<a href="${prefix}${path}">${words}</a>`)}${isBrands ? ours : null}${others}</footer>
`;
}

function initialOf(name: string): string {
  return [...name.trim()][0]?.toUpperCase() ?? "";
}
