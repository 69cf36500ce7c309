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
  const ad_parameter = adParameterIn(affiliate_url) ?? adParameterIn(page_url);
  const from = siteOf(referrer_url);
  const isOwn = from === siteOf(affiliate_url) || from === siteOf(page_url);
  return {
    ...(ad_parameter === undefined ? {} : { ad_parameter }),
    ...(from === undefined || isOwn ? {} : { referrer_site: from }),
  };
}

function siteOf(url: string | null): string | undefined {
  if (url === null) return undefined;
  const parsed = URL.parse(url);
  const isPage = parsed?.protocol === "https:" || parsed?.protocol === "http:";
  return isPage && parsed.hostname !== "" && parsed.hostname.length <= siteCharactersMax ? parsed.hostname : undefined;
}
