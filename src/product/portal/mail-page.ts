// A mail to a partner as HTML: one column that fits a phone, in light and dark, with styles in their elements, since many mail programs
// drop all others. Everything that people wrote is escaped. The picture has the program's name in its place until it is shown.
import type { MailSettings } from "../../core/rules/events/settings/mail-settings.ts";
import { wordsOn } from "../../core/wording/brand-color.ts";
import { type Html, html, ready } from "../../core/wording/html.ts";
import type { Language } from "../../core/wording/languages.ts";

/** What a program's mails look like and say. */
export type MailLook = MailSettings & { readonly program: string; readonly brand_color: string | null };

export type MailParts = {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly link: { readonly address: string; readonly title: string } | null;
  readonly foot: string;
};

const ourColor = "#0b6a72";
const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";

/** Mail programs that show dark mails take these; the others keep the light ones. */
const dark = ready(`<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .ground { background: #15181b !important; }
  .sheet { background: #1f2327 !important; border-right-color: #3a4148 !important; border-bottom-color: #3a4148 !important; border-left-color: #3a4148 !important; color: #e9ecef !important; }
  .quiet { color: #a9b1b9 !important; }
}
</style>`);

export function mailPage(look: MailLook, language: Language, { subject, paragraphs, link, foot }: MailParts): string {
  const color = look.brand_color ?? ourColor;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
${dark}
</head>
<body class="ground" style="margin:0;background:#f3f5f6">
<div role="main"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="ground" style="background:#f3f5f6"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="sheet" style="max-width:560px;background:#ffffff;border:1px solid #d9dee2;border-top:4px solid ${color};border-radius:8px;color:#15181b;${ready(font)};font-size:16px;line-height:1.5"><tr><td style="padding:24px;overflow-wrap:anywhere">
<h1 style="margin:0 0 20px;font-size:20px;font-weight:600">${nameOf(look)}</h1>
${paragraphs.map((paragraph) => html`<p style="margin:0 0 16px">${linesOf(paragraph)}</p>\n`)}${
  link === null
    ? null
    : html`<p style="margin:24px 0"><a href="${link.address}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${color};color:${wordsOn(color)};font-weight:600;text-decoration:none">${link.title}</a></p>
<p class="quiet" style="margin:0 0 16px;font-size:14px;color:#5a636b">${link.address}</p>
`
}<p class="quiet" style="margin:24px 0 0;font-size:14px;color:#5a636b">${foot}</p>
</td></tr></table>
</td></tr></table></div>
</body>
</html>
`.text;
}

function nameOf({ program, logo_url }: MailLook): Html {
  if (logo_url === null) return html`${program}`;
  return html`<img src="${logo_url}" alt="${program}" height="40" style="height:40px;max-width:240px;border:0">`;
}

function linesOf(paragraph: string): readonly Html[] {
  return paragraph.split("\n").map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`));
}
