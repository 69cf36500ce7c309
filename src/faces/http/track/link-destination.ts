// Where a partner's link may lead: the brand's site, the hosts below it, and the hosts the brand names. Anything else is refused, or
// strangers would lend the service's name to any page there is.

export type LinkSite = { readonly siteUrl: string; readonly linkHosts: readonly string[] };

const addressCharactersMax = 1_500;

/** `page` is a path of the site or a whole address; null is the site itself. Undefined where it may not lead there. */
export function destinationOf({ siteUrl, linkHosts }: LinkSite, page: string | null): URL | undefined {
  const site = new URL(siteUrl);
  if (page === null) return site;
  if (page.length > addressCharactersMax || !URL.canParse(page, siteUrl)) return undefined;
  const url = new URL(page, siteUrl);
  const isWeb = url.protocol === "https:" || url.protocol === site.protocol;
  const isPlain = url.username === "" && url.password === "" && (url.port === "" || url.port === site.port);
  const isAllowed = isOfSite(url, site) || linkHosts.includes(url.hostname);
  return isWeb && isPlain && isAllowed ? url : undefined;
}

/** `www.` or not is one site, and so are the names below it. */
function isOfSite(url: URL, site: URL): boolean {
  const name = site.hostname.replace(/^www\./, "");
  return url.hostname === name || url.hostname.endsWith(`.${name}`);
}
