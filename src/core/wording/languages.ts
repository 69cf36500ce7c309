// The languages of the pages and mails that partners see: which one a reader gets, and the locale that writes dates, numbers and money.

/** By code, each in its own name and with the locale of readers whose region is not known. */
export const languages = {
  en: { name: "English", locale: "en-GB" },
  de: { name: "Deutsch", locale: "de-DE" },
  fr: { name: "Français", locale: "fr-FR" },
  es: { name: "Español", locale: "es-ES" },
  pt: { name: "Português", locale: "pt-BR" },
  vi: { name: "Tiếng Việt", locale: "vi-VN" },
  ja: { name: "日本語", locale: "ja-JP" },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly locale: string }>>;

export type Language = keyof typeof languages;

export const languageCodes = ["en", "de", "fr", "es", "pt", "vi", "ja"] as const satisfies readonly Language[];

export const defaultLanguage = "en" satisfies Language;

export function isLanguage(code: string): code is Language {
  return Object.hasOwn(languages, code);
}

export type Reader = { readonly language: Language; readonly locale: string };

/** Longer headers are cut: no browser sends so many languages. */
const headerCharactersMax = 500;
const rangePattern = /^[a-z]{2,3}(?:-[a-z\d]{1,8}){0,5}$/i;

/** `chosen` is the reader's own choice, and comes before what the browser prefers; the browser still says the region. */
export function readerOf(chosen: string | null, acceptLanguage: string | undefined): Reader {
  const preferred = rangesOf(acceptLanguage ?? "");
  const found = preferred.map((range) => languageOf(range)).find((each) => each !== undefined);
  const language = chosen !== null && isLanguage(chosen) ? chosen : (found ?? defaultLanguage);
  const regional = preferred.find((range) => languageOf(range) === language && hasRegion(range));
  return { language, locale: regional === undefined ? languages[language].locale : canonical(regional) };
}

/** The reader of a language alone, as a mail has one. */
export function readerIn(language: Language): Reader {
  return { language, locale: languages[language].locale };
}

function languageOf(range: string): Language | undefined {
  const [code = ""] = range.toLowerCase().split("-");
  return isLanguage(code) ? code : undefined;
}

function hasRegion(range: string): boolean {
  return isLocale(range) && new Intl.Locale(range).region !== undefined;
}

function isLocale(range: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf([range]).length > 0;
  } catch {
    return false;
  }
}

/** Language, script and region; without extensions, which a stranger could use for endless locales. */
function canonical(range: string): string {
  const { language, script, region } = new Intl.Locale(range);
  return [language, script, region].filter((part) => part !== undefined).join("-");
}

/** The ranges of an Accept-Language header, the most preferred first; what cannot be read, and what is refused by `q=0`, is left out. */
function rangesOf(header: string): string[] {
  return header
    .slice(0, headerCharactersMax)
    .split(",")
    .map((part) => {
      const [range = "", ...parameters] = part.split(";").map((each) => each.trim());
      const quality = parameters.find((each) => /^q=/i.test(each))?.slice(2);
      return { range, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ range, quality }) => quality > 0 && quality <= 1 && rangePattern.test(range))
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ range }) => range);
}
