// A letter as a mail: text and HTML. Mail programs support little more than tables and inline styles, so it consists of these; a style
// sheet only adds dark colors where it is supported. It loads nothing: opening it reveals nothing. Unsubscribing is one click in the mail
// program (RFC 8058): the link is signed and needs no sign-in.

import { type Html, html, ready } from "../../core/wording/html.ts";
import { productName } from "../../core/wording/product.ts";
import type { Mail } from "../../mail/mailer.ts";
import { type Letter, type LetterTable, tableText } from "./letter-parts.ts";

export type MailParts = {
  readonly to: string;
  /** The public address, without a slash at its end. */
  readonly baseUrl: string;
  /** Turns this kind of notice off. */
  readonly unsubscribeUrl: string;
  /** Where all of them are chosen. */
  readonly settingsUrl: string;
  /** The same for the same notice to the same person, so that a mail program can recognize it. */
  readonly messageId: string;
  /** Groups mails of one program. */
  readonly listId: string;
  /** In words, which notice it is. */
  readonly kindTitle: string;
};

export function mailOf(letter: Letter, parts: MailParts): Mail {
  const { to, unsubscribeUrl, messageId, listId } = parts;
  return {
    to,
    subject: letter.title,
    text: textOf(letter, parts),
    html: htmlOf(letter, parts),
    messageId,
    headers: {
      "List-Unsubscribe": `<${unsubscribeUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "List-Id": listId,
      "Auto-Submitted": "auto-generated",
    },
  };
}

function textOf({ title, lines, table, points = [], action }: Letter, parts: MailParts): string {
  return [
    title,
    ...lines,
    ...(table === undefined ? [] : [tableText(table)]),
    ...(points.length === 0 ? [] : [["Needs attention:", ...points.map((point) => `- ${point}`)].join("\n")]),
    `${action.words}:\n${parts.baseUrl}${action.path}`,
    `--\nYou get this mail because "${parts.kindTitle}" is on for you.\nTurn it off: ${parts.unsubscribeUrl}\nChoose your mails: ${parts.settingsUrl}`,
  ].join("\n\n");
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Light colors are inline. */
const dark = ready(`<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .ground { background-color: #0f1113 !important; }
  .surface { background-color: #16191c !important; border-color: #2a3036 !important; }
  .text { color: #e8eaed !important; }
  .quiet { color: #a3abb4 !important; }
  .line { border-color: #2a3036 !important; }
  .button { background-color: #5cc4cc !important; color: #04262a !important; }
  .link { color: #5cc4cc !important; }
}
</style>`);

function htmlOf(letter: Letter, parts: MailParts): string {
  const { title, lines, table, points = [], action } = letter;
  const [preheader = ""] = lines;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
${dark}
</head>
<body class="ground" style="margin:0;padding:0;background-color:#f6f7f8">
<div style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0">${preheader}${ready("&#847;&zwnj;&nbsp;".repeat(preheaderFill))}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="ground" style="background-color:#f6f7f8">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px">
<tr><td class="quiet" style="${font};font-size:14px;line-height:21px;font-weight:600;color:#565d66;padding:0 4px 12px">${productName}</td></tr>
<tr><td class="surface" style="background-color:#ffffff;border:1px solid #e1e4e8;border-radius:10px;padding:24px">
<h1 class="text" style="${font};font-size:20px;line-height:28px;font-weight:600;color:#16191d;margin:0 0 16px">${title}</h1>
${lines.map(paragraph)}${table === undefined ? null : tableHtml(table)}${points.length === 0 ? null : pointsHtml(points)}<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 0"><tr><td class="button" style="background-color:#0b6a72;border-radius:6px"><a class="button" href="${parts.baseUrl}${action.path}" style="${font};display:inline-block;font-size:14px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none;padding:10px 16px">${action.words}</a></td></tr></table>
</td></tr>
<tr><td class="quiet" style="${font};font-size:12px;line-height:18px;color:#565d66;padding:16px 4px 0">You get this mail because “${parts.kindTitle}” is on for you. <a class="link" href="${parts.unsubscribeUrl}" style="color:#0b6a72">Turn it off</a> or <a class="link" href="${parts.settingsUrl}" style="color:#0b6a72">choose your notices</a>.</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`.text;
}

/** Prevents mail programs from filling the preview with what follows. */
const preheaderFill = 60;

function paragraph(line: string): Html {
  return html`<p class="text" style="${font};font-size:14px;line-height:21px;color:#16191d;margin:0 0 12px">${line}</p>
`;
}

function tableHtml({ columns, rows }: LetterTable): Html {
  const align = (place: number) => (place === 0 ? "left" : "right");
  const space = (place: number) => (place === 0 ? "8px 8px 8px 0" : "8px 0 8px 8px");
  return html`<table width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;margin:4px 0 16px">
<tr>${columns.map(
    (title, place) =>
      html`<th scope="col" align="${align(place)}" class="quiet line" style="${font};font-size:12px;line-height:18px;font-weight:600;color:#565d66;border-bottom:1px solid #e1e4e8;padding:${space(place)}">${title}</th>`,
  )}</tr>
${rows.map(
  (row) => html`<tr>${row.map(
    (text, place) =>
      html`<td align="${align(place)}" class="text line" style="${font};font-size:14px;line-height:21px;font-variant-numeric:tabular-nums;color:#16191d;border-bottom:1px solid #e1e4e8;padding:${space(place)}">${text}</td>`,
  )}</tr>
`,
)}</table>
`;
}

function pointsHtml(points: readonly string[]): Html {
  return html`<p class="text" style="${font};font-size:14px;line-height:21px;font-weight:600;color:#16191d;margin:0 0 4px">Needs attention</p>
<ul class="text" style="${font};font-size:14px;line-height:21px;color:#16191d;margin:0 0 16px;padding:0 0 0 20px">${points.map((point) => html`<li>${point}</li>`)}</ul>
`;
}
