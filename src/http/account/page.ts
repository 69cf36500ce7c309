// The few pages by which people without a console sign up, sign in, set passwords, join a workspace and authorize a device.
// Plain forms: they work without scripts, load nothing, and can be framed by nobody. What people wrote is always escaped.
import type { RequestHandler, Response } from "express";
import helmet from "helmet";

export const protectForm: RequestHandler = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      styleSrc: ["'unsafe-inline'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  // Links of ours carry proofs, so other sites hear nothing of them. With none at all, browsers hide the origin of our own forms.
  referrerPolicy: { policy: "same-origin" },
  strictTransportSecurity: false,
});

export type Field = {
  readonly name: string;
  readonly label: string;
  readonly type: "text" | "email" | "password";
  readonly autocomplete: string;
  readonly value?: string;
};

export type Form = {
  /** Where it is sent; the page's own address when left out. */
  readonly action?: string;
  readonly fields?: readonly Field[];
  readonly hidden?: Readonly<Record<string, string>>;
  /** What is sent as `decision` by each button, and its words. */
  readonly buttons: Readonly<Record<string, string>>;
};

export type Page = {
  readonly title: string;
  /** Something was just done, or went wrong. */
  readonly note?: string | undefined;
  readonly text?: readonly string[];
  readonly forms?: readonly Form[];
  /** By their words. */
  readonly links?: Readonly<Record<string, string>>;
  readonly status?: number;
};

export function sendPage(
  response: Response,
  { title, note, text = [], forms = [], links = {}, status = 200 }: Page,
): void {
  const body = [
    `<h1>${escaped(title)}</h1>`,
    note === undefined ? "" : `<p class="note" role="status">${escaped(note)}</p>`,
    ...text.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    ...forms.map(formHtml),
    ...Object.entries(links).map(([words, href]) => `<p><a href="${escaped(href)}">${escaped(words)}</a></p>`),
  ];
  response.status(status);
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.setHeader("Cache-Control", "no-store");
  response.end(`${head(title)}${body.filter((part) => part !== "").join("\n")}\n</html>\n`);
}

function formHtml({ action, fields = [], hidden = {}, buttons }: Form): string {
  const target = action === undefined ? "" : ` action="${escaped(action)}"`;
  return [
    `<form method="post"${target}>`,
    ...Object.entries(hidden).map(
      ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
    ),
    ...fields.map(fieldHtml),
    ...Object.entries(buttons).map(
      ([decision, words]) => `<button name="decision" value="${escaped(decision)}">${escaped(words)}</button>`,
    ),
    "</form>",
  ].join("\n");
}

function fieldHtml({ name, label, type, autocomplete, value = "" }: Field): string {
  return `<label>${escaped(label)} <input name="${name}" type="${type}" autocomplete="${autocomplete}" value="${escaped(value)}" required></label>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function head(title: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 10vh auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; } label { display: block; margin: 0.75rem 0; } input { display: block; width: 100%; box-sizing: border-box; font: inherit; padding: 0.4rem; }
button { font: inherit; padding: 0.4rem 1rem; margin: 0.5rem 0.5rem 0 0; } .note { border-left: 4px solid; padding-left: 0.75rem; }
</style>
`;
}
