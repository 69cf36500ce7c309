// A page with one thing to do: what is said, forms, and ways on. It works without scripts; what people wrote is always escaped.

import { type Html, html } from "../../../core/wording/html.ts";
import { type FrameParts, framePage } from "./frame.ts";

export type Field = {
  readonly name: string;
  readonly label: string;
  /** `long_text` has lines. */
  readonly type: "text" | "email" | "password" | "date" | "url" | "long_text";
  readonly autocomplete: string;
  readonly value?: string;
  /** Below the field. */
  readonly hint?: string;
  /** What is wrong with the value. */
  readonly fault?: string;
  readonly charactersMax?: number;
  readonly isDecimal?: boolean;
  readonly charactersMin?: number;
  readonly isCode?: boolean;
  readonly isOptional?: boolean;
};

/** Sent as `yes` when it is ticked, and else not sent. */
export type Check = {
  readonly name: string;
  readonly check: string;
  readonly isOptional?: boolean;
  readonly isTicked?: boolean;
  readonly hint?: string;
  readonly fault?: string;
};

export type Choice = {
  readonly name: string;
  readonly label: string;
  /** By what is sent; or in this order, and what is sent is what is read. */
  readonly choices: Readonly<Record<string, string>> | readonly string[];
  readonly value: string;
  readonly isRequired?: boolean;
  readonly hint?: string;
  readonly fault?: string;
};

export type Form = {
  /** Where it is sent; the page's own address when left out. */
  readonly action?: string;
  readonly fields?: readonly (Field | Choice | Check)[];
  readonly hidden?: Readonly<Record<string, string>>;
  /** What is sent as `decision` by each button, and its words. The first is what most people came for. */
  readonly buttons: Readonly<Record<string, string>>;
  /** Few come for it: no button is the main one. */
  readonly isAside?: boolean;
};

export type Page = {
  readonly title: string;
  /** Something was just done, or went wrong. */
  readonly note?: string | undefined;
  readonly text?: readonly string[];
  /** Between the text and the forms. */
  readonly content?: Html | undefined;
  readonly forms?: readonly Form[];
  /** Other ways to do the same, each on another page, by their words. */
  readonly ways?: Readonly<Record<string, string>>;
  /** By their words. */
  readonly links?: Readonly<Record<string, string>>;
  readonly status?: number;
  readonly brand?: FrameParts["brand"];
  readonly navigation?: Html | null;
  readonly spoken?: FrameParts["spoken"];
  readonly scripts?: FrameParts["scripts"];
};

const refusedFrom = 400;

export function formPage(
  prefix: string,
  {
    title,
    note,
    text = [],
    content,
    forms = [],
    ways = {},
    links = {},
    status = 200,
    brand = null,
    navigation = null,
    spoken,
    scripts,
  }: Page,
): string {
  const sideLinks = Object.entries(links).map(([words, href]) => html`<a href="${href}">${words}</a>`);
  const body = html`<div class="box">
<h1>${title}</h1>
${
  note === undefined
    ? null
    : html`<p class="note${status >= refusedFrom ? " bad" : ""}" role="${status >= refusedFrom ? "alert" : "status"}">${note}</p>
`
}${text.map(
  (paragraph) => html`<p>${paragraph}</p>
`,
)}${content ?? null}${forms.map((form, index) => formHtml(form, `form-${index}`))}${waysHtml(ways, forms.length > 0)}</div>
${sideLinks.length === 0 ? null : html`<div class="side-links">${sideLinks}</div>`}`;
  return framePage({
    title,
    prefix,
    kind: "card",
    body,
    brand,
    navigation,
    ...(spoken === undefined ? {} : { spoken }),
    ...(scripts === undefined ? {} : { scripts }),
  });
}

function waysHtml(ways: Readonly<Record<string, string>>, isOther: boolean): Html | null {
  const entries = Object.entries(ways);
  if (entries.length === 0) return null;
  const kind = isOther ? "" : " primary";
  return html`${
    isOther
      ? html`<p class="or">or</p>
`
      : null
  }<div class="ways">${entries.map(([words, href]) => html`<a class="button${kind}" href="${href}">${words}</a>`)}</div>
`;
}

function formHtml({ action, fields = [], hidden = {}, buttons, isAside = false }: Form, id: string): Html {
  return html`<form method="post"${action === undefined ? null : html` action="${action}"`}>
${Object.entries(hidden).map(
  ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">
`,
)}${fields.map((field) => inputHtml(field, id))}<div class="buttons">${Object.entries(buttons).map(
    ([decision, words], index) =>
      html`<button class="button${index === 0 && !isAside ? " primary" : ""}" name="decision" value="${decision}">${words}</button>`,
  )}</div>
</form>
`;
}

function inputHtml(field: Field | Choice | Check, form: string): Html {
  if ("check" in field) return checkHtml(field, form);
  return "choices" in field ? choiceHtml(field, form) : fieldHtml(field, form);
}

function checkHtml({ name, check, isOptional = false, isTicked = false, ...about }: Check, form: string): Html {
  const id = `${form}-${name}`;
  return html`<div class="check"><input id="${id}" name="${name}" type="checkbox" value="yes"${isTicked ? html` checked` : null}${describedBy(id, about)}${isOptional ? null : html` required`}><label for="${id}">${check}</label>${aboutHtml(id, about)}</div>
`;
}

function fieldHtml(field: Field, form: string): Html {
  const { name, label, type, autocomplete, value = "", hint, fault, charactersMin, charactersMax } = field;
  const { isCode = false, isDecimal = false, isOptional = false } = field;
  const id = `${form}-${name}`;
  const about = { hint, fault };
  const max = charactersMax === undefined ? null : html` maxlength="${charactersMax}"`;
  const required = isOptional ? null : html` required`;
  if (type === "long_text") {
    // A browser drops the first line break.
    return html`<div class="field"><label for="${id}">${label}</label>
<textarea id="${id}" name="${name}" rows="5"${max}${describedBy(id, about)}${required}>
${value}</textarea>
${aboutHtml(id, about)}</div>
`;
  }
  return html`<div class="field"><label for="${id}">${label}</label>
<input id="${id}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${value}"${charactersMin === undefined ? null : html` minlength="${charactersMin}"`}${max}${isCode ? html` class="code" spellcheck="false"` : null}${isDecimal ? html` inputmode="decimal"` : null}${describedBy(id, about)}${required}>
${aboutHtml(id, about)}</div>
`;
}

function choiceHtml({ name, label, choices, value, isRequired = false, ...about }: Choice, form: string): Html {
  const id = `${form}-${name}`;
  const offered = isList(choices) ? choices.map((choice) => [choice, choice] as const) : Object.entries(choices);
  return html`<div class="field"><label for="${id}">${label}</label>
<select id="${id}" name="${name}"${describedBy(id, about)}${isRequired ? html` required` : null}>${offered.map(
    ([sent, words]) => html`<option value="${sent}"${sent === value ? html` selected` : null}>${words}</option>`,
  )}</select>${aboutHtml(id, about)}</div>
`;
}

function isList(choices: Choice["choices"]): choices is readonly string[] {
  return Array.isArray(choices);
}

type About = { readonly hint?: string | undefined; readonly fault?: string | undefined };

function describedBy(id: string, { hint, fault }: About): Html | null {
  const ids = [...(fault === undefined ? [] : [`${id}-fault`]), ...(hint === undefined ? [] : [`${id}-hint`])];
  if (ids.length === 0) return null;
  return html` aria-describedby="${ids.join(" ")}"${fault === undefined ? null : html` aria-invalid="true"`}`;
}

function aboutHtml(id: string, { hint, fault }: About): Html {
  return html`${
    fault === undefined
      ? null
      : html`<p class="fault" id="${id}-fault">${fault}</p>
`
  }${
    hint === undefined
      ? null
      : html`<p class="hint" id="${id}-hint">${hint}</p>
`
  }`;
}
