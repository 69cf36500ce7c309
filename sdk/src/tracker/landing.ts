// A page address that came from an affiliate link. The part behind # is left out: it may hold what is nobody's business.
export type Landing = {
  /** The partner's code. */
  readonly code: string;
  readonly url: string;
  /** Null where it is not known. */
  readonly referrer: string | null;
};

const parameter = "aff";
const codeCharactersMax = 255;
const urlCharactersMax = 2048;

/** Null when the address names no partner. */
export function readLanding(address: string, referrer: string | null): Landing | null {
  const url = parseUrl(address);
  const code = url?.searchParams.get(parameter)?.trim() ?? "";
  if (url === null || code === "" || code.length > codeCharactersMax) return null;
  return { code, url: withinLimit(url, code), referrer };
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

/** A click must not be lost over a long address: then only its path, or its origin, is told with the code. */
function withinLimit({ href, origin, pathname }: URL, code: string): string {
  const named = `?${parameter}=${encodeURIComponent(code)}`;
  const candidates = [href, `${origin}${pathname}${named}`];
  return candidates.find((url) => url.length <= urlCharactersMax) ?? `${origin}/${named}`;
}
