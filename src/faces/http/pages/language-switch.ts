// At the foot of partners' pages: the same page in the other languages, each in its own name.
import { type Html, html } from "../../../core/wording/html.ts";
import { type Language, languages } from "../../../core/wording/languages.ts";
import type { Words } from "../../../core/wording/say.ts";

export type LanguageWay = { readonly language: Language; readonly href: string };

/** A page in the reader's words. Pages that only the brand and operators see are English, and lead to no other language. */
export type Spoken = { readonly words: Words; readonly ways: readonly LanguageWay[] };

export function languageSwitch({ words, ways }: Spoken): Html | null {
  if (ways.length === 0) return null;
  return html`<nav class="languages" aria-label="${words.say("language")}">${ways.map(
    ({ language, href }) =>
      html`<a href="${href}" lang="${language}" hreflang="${language}"${language === words.language ? html` aria-current="true"` : null}>${languages[language].name}</a>`,
  )}</nav>`;
}
