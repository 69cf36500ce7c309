// A partner's links: the brand's own pages with the partner's code behind them.
const pageCharactersMax = 1_500;

/** The brand's site with the code; null where the brand named none. */
export function affiliateLink(siteUrl: string | null, code: string): string | null {
  return siteUrl === null ? null : withCode(new URL(siteUrl), code);
}

export type LinkFault =
  | { readonly kind: "too_long"; readonly most: number }
  | { readonly kind: "no_address" }
  /** On no page of the brand, whose site is `host`. */
  | { readonly kind: "elsewhere"; readonly host: string };

export type DeepLink = { readonly link: string } | { readonly fault: LinkFault };

export type LinkSite = {
  readonly site_url: string | null;
  readonly link_hosts: readonly string[];
  readonly code: string;
  /** Of the service; null where the brand named no site. */
  readonly link: string | null;
};

/**
 * `page` as people write it: with or without https://, or a path of the brand's site. By the service's link where there is one, which
 * carries the partner's own mark too.
 */
export function deepLink(site: LinkSite, page: string, mark: string): DeepLink {
  const given = page.trim();
  const { site_url: siteUrl, code, link } = site;
  if (given === "" && link !== null) return { link: marked(link, { sub1: mark }) };
  if (given.length > pageCharactersMax) return { fault: { kind: "too_long", most: pageCharactersMax } };
  const url = readPage(siteUrl, given);
  if (url === undefined) return { fault: { kind: "no_address" } };
  if (siteUrl !== null && !isOfSite(url, new URL(siteUrl)) && !site.link_hosts.includes(url.hostname)) {
    return { fault: { kind: "elsewhere", host: new URL(siteUrl).hostname } };
  }
  if (siteUrl === null || link === null) return { link: withCode(url, code) };
  const isNear = url.origin === new URL(siteUrl).origin;
  return { link: marked(link, { to: isNear ? `${url.pathname}${url.search}${url.hash}` : url.href, sub1: mark }) };
}

/** What is empty is left out. */
function marked(link: string, parameters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== "")).toString();
  return query === "" ? link : `${link}?${query}`;
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
