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

/** What is HTML already, such as a picture of ours. */
export function ready(text: string): Html {
  return new Html(text);
}

export type Column = { readonly title: string; readonly isFigure?: boolean };

/** A table with one head; cells with figures align right. On a phone each row is a block, its cells named by heads. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly (Html | string)[])[],
  caption: string | null = null,
): Html {
  const kind = (index: number): Html => (columns[index]?.isFigure === true ? html` class="figure"` : html``);
  const head = columns.map(({ title }, index) => html`<th scope="col"${kind(index)}>${title}</th>`);
  const body = rows.map(
    (
      cells,
    ) => html`<tr>${cells.map((cell, index) => html`<td${kind(index)} data-head="${columns[index]?.title ?? ""}">${cell === "" ? null : html`<div>${cell}</div>`}</td>`)}</tr>
`,
  );
  return html`<table>
${
  caption === null
    ? null
    : html`<caption class="unseen">${caption}</caption>
`
}<thead><tr>${head}</tr></thead>
<tbody>
${body}</tbody>
</table>`;
}
