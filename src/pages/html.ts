// HTML as a template: everything put into it is escaped, unless it is HTML made by the same template.
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | null | readonly (Html | string)[];

export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(texts.reduce((before, text, index) => before + partText(parts[index - 1] ?? null) + text));
}

function partText(part: Part): string {
  if (part === null) return "";
  if (part instanceof Html) return part.text;
  if (typeof part === "string" || typeof part === "number") return escapeText(String(part));
  return part.map((each) => partText(each)).join("");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}

export type Column = { readonly title: string; readonly isFigure?: boolean };

/** A table with one head; cells that hold figures stand to the right. */
export function table(columns: readonly Column[], rows: readonly (readonly (Html | string)[])[]): Html {
  const kind = (index: number): Html => (columns[index]?.isFigure === true ? html` class="figure"` : html``);
  const head = columns.map(({ title }, index) => html`<th scope="col"${kind(index)}>${title}</th>`);
  const body = rows.map(
    (cells) => html`<tr>${cells.map((cell, index) => html`<td${kind(index)}>${cell}</td>`)}</tr>
`,
  );
  return html`<table>
<thead><tr>${head}</tr></thead>
<tbody>
${body}</tbody>
</table>`;
}

/** A whole page that needs nothing from anywhere else and can be printed. */
export function page(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
${style}
${body}
</html>
`.text;
}

const style = html`<style>
:root { color-scheme: light dark; }
body { font: 15px/1.45 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.1rem; margin: 2rem 0 0.5rem; } p { margin: 0.5rem 0; } .quiet { opacity: 0.7; }
table { border-collapse: collapse; width: 100%; font-size: 0.93rem; } th, td { text-align: left; padding: 0.3rem 0.6rem; border-bottom: 1px solid #8884; }
th { font-weight: 600; } .figure { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
thead { display: table-header-group; } tr { break-inside: avoid; }
@media print { body { margin: 0; max-width: none; font-size: 10pt; } }
</style>`;
