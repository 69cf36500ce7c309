// The language of a partner's page: the reader's own choice by ?lang=, kept in a cookie; else what the browser prefers; else English.
import type { Request, RequestHandler } from "express";
import { wordsOf } from "../../../core/wording/catalogue/catalogues.ts";
import { isLanguage, type Language, languageCodes, readerOf } from "../../../core/wording/languages.ts";
import type { Words } from "../../../core/wording/say.ts";
import { prefixOf } from "../account/page.ts";
import type { Spoken } from "../pages/language-switch.ts";

const cookieName = "svc.language";
const cookieSeconds = 31_536_000;
/** Of what was just done, which is not done again by reading the page in another language. */
const passing = ["saved", "out"];

export function wordsFor(request: Request): Words {
  return wordsOf(readerOf(askedLanguage(request) ?? keptLanguage(request), request.headers["accept-language"]));
}

/** What the address asks for; null for nothing that is known. */
export function askedLanguage(request: Request): Language | null {
  const asked = new URL(request.originalUrl, "http://service").searchParams.get("lang");
  return asked !== null && isLanguage(asked) ? asked : null;
}

function keptLanguage({ headers }: Request): Language | null {
  const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim());
  const kept = pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1);
  return kept !== undefined && isLanguage(kept) ? kept : null;
}

/** What a page needs to be in the reader's language and to lead to itself in the others. */
export function spoken(request: Request): Spoken {
  const { searchParams } = new URL(request.originalUrl, "http://service");
  for (const name of passing) searchParams.delete(name);
  const ways = languageCodes.map((language) => {
    searchParams.set("lang", language);
    // Without a path, so that pages that must not differ do not, by the address that was asked for.
    return { language, href: `?${searchParams}` };
  });
  return { words: wordsFor(request), ways };
}

/** Readable by no script, as it is of no use to one. */
export function keepLanguage({ baseUrl }: { readonly baseUrl: string }): RequestHandler {
  const secure = baseUrl.startsWith("https:") ? "; Secure" : "";
  return (request, response, next) => {
    const asked = askedLanguage(request);
    if (asked !== null) {
      const path = `${prefixOf(baseUrl)}/`;
      response.append(
        "Set-Cookie",
        `${cookieName}=${asked}; Path=${path}; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax${secure}`,
      );
    }
    response.append("Vary", "Accept-Language, Cookie");
    next();
  };
}
