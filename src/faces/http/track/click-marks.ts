// What a click says of how its visitor came, besides the URLs, which a person may have erased: the mark of an advertising network, and the
// other site. Flags go by these.
import { type AdParameter, adParameterIn } from "../../../core/rules/ad-parameters.ts";

type Urls = {
  readonly affiliate_url: string | null;
  readonly page_url: string | null;
  readonly referrer_url: string | null;
};

type ClickMarks = { readonly ad_parameter?: AdParameter; readonly referrer_site?: string };

/** Of a site's name; longer ones do not exist. */
const siteCharactersMax = 253;

/** A visitor who came from another page of the brand's own site came from no other site. */
export function clickMarks({ affiliate_url, page_url, referrer_url }: Urls): ClickMarks {
  const [link, page, referrer] = [parsed(affiliate_url), parsed(page_url), parsed(referrer_url)];
  const ad_parameter = adParameterIn(link) ?? adParameterIn(page);
  const from = siteOf(referrer);
  const isOwn = from === siteOf(link) || from === siteOf(page);
  return {
    ...(ad_parameter === undefined ? {} : { ad_parameter }),
    ...(from === undefined || isOwn ? {} : { referrer_site: from }),
  };
}

function parsed(url: string | null): URL | null {
  return url === null ? null : URL.parse(url);
}

function siteOf(url: URL | null): string | undefined {
  const isPage = url?.protocol === "https:" || url?.protocol === "http:";
  return isPage && url.hostname !== "" && url.hostname.length <= siteCharactersMax ? url.hostname : undefined;
}
