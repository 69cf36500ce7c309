// A page's URL that came from an affiliate link. The fragment is left out: it may hold private data.
export type Landing = {
  /** The partner's code. */
  readonly code: string;
  readonly url: string;
  /** Null where it is not known. */
  readonly referrer: string | null;
  readonly handed: Handed | null;
};

export type Handed = { readonly clickId: string; readonly programId: number; readonly days: number | null };

const parameter = "aff";
const clickParameter = "svc_click_id";
const daysParameter = "svc_days";
const clickIdPattern = /^clk_([0-9a-z]{1,11})_[A-Za-z0-9_-]{22}$/;
const codeCharactersMax = 255;
const urlCharactersMax = 2048;
const daysMax = 365;

/** Null when the address names no partner. */
export function readLanding(address: string, referrer: string | null): Landing | null {
  const url = parseUrl(address);
  const code = url?.searchParams.get(parameter)?.trim() ?? "";
  if (url === null || code === "" || code.length > codeCharactersMax) return null;
  const handed = readHanded(url.searchParams);
  url.search = withoutHanded(url.search);
  return { code, url: withinLimit(url, code), referrer, handed };
}

/** A copied URL must not pass this visitor's click on. */
export function hideHanded(): void {
  const { pathname, search, hash } = location;
  const shown = withoutHanded(search);
  if (shown !== search) history.replaceState(history.state, "", pathname + shown + hash);
}

function readHanded(query: URLSearchParams): Handed | null {
  const clickId = query.get(clickParameter) ?? "";
  const program = clickIdPattern.exec(clickId)?.[1];
  const days = Number(query.get(daysParameter));
  const isDays = Number.isInteger(days) && days > 0 && days <= daysMax;
  return program === undefined
    ? null
    : { clickId, programId: Number.parseInt(program, 36), days: isDays ? days : null };
}

/** As written in the URL: the page's own parameters keep their spelling. */
function withoutHanded(search: string): string {
  const own = [`${clickParameter}=`, `${daysParameter}=`];
  const kept = search.slice(1).split("&");
  const shown = kept.filter((pair) => pair !== "" && !own.some((name) => pair.startsWith(name)));
  return shown.length === 0 ? "" : `?${shown.join("&")}`;
}

function parseUrl(address: string): URL | null {
  try {
    const url = new URL(address);
    url.hash = "";
    return url;
  } catch {
    return null;
  }
}

/** A click must not be lost over a long URL: then only its path, or its origin, is sent with the code. */
function withinLimit({ href, origin, pathname }: URL, code: string): string {
  const named = `?${parameter}=${encodeURIComponent(code)}`;
  const candidates = [href, `${origin}${pathname}${named}`];
  return candidates.find((url) => url.length <= urlCharactersMax) ?? `${origin}/${named}`;
}
