// A partner's links: the brand's own pages with the partner's code behind them.
const pageCharactersMax = 1_500;

/** The brand's site with the code; null where the brand named none. */
export function affiliateLink(siteUrl: string | null, code: string): string | null {
  return siteUrl === null ? null : withCode(new URL(siteUrl), code);
}

export type DeepLink = { readonly link: string } | { readonly fault: string };

/** `page` as people write it: with or without https://, or a path of the brand's site. */
export function deepLink(siteUrl: string | null, code: string, page: string): DeepLink {
  const given = page.trim();
  if (given.length > pageCharactersMax)
    return { fault: `An address has at most ${pageCharactersMax} characters here.` };
  const url = readPage(siteUrl, given);
  if (url === undefined) return { fault: "This is not a web address. Copy it from your browser's address bar." };
  if (siteUrl !== null && !isOfSite(url, new URL(siteUrl))) {
    return { fault: `This page is not on ${new URL(siteUrl).hostname}: only pages of that site count for you.` };
  }
  return { link: withCode(url, code) };
}

function withCode(url: URL, code: string): string {
  url.searchParams.set("aff", code);
  return url.href;
}

function readPage(siteUrl: string | null, given: string): URL | undefined {
  if (given === "" || /\s/.test(given)) return undefined;
  if (given.startsWith("/") && siteUrl !== null) return new URL(given, siteUrl);
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(given) ? given : `https://${given}`;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  return isWeb && url.username === "" && url.password === "" ? url : undefined;
}

/** `www.` or not is one site, and so are the names below it. */
function isOfSite(url: URL, site: URL): boolean {
  const name = site.hostname.replace(/^www\./, "");
  return url.hostname === name || url.hostname.endsWith(`.${name}`);
}
