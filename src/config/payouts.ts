// Addresses of the providers that pay payouts and of the register of VAT ids, as environment variables: for a proxy, or for a local server
// in a test.
import { z } from "zod";
import { type RailName, railNames } from "../core/vocabulary/money/payout-rails.ts";
import { documented, webUrl } from "./values.ts";

const rule = `must be name=url pairs separated by commas, with the names ${railNames.join(", ")}`;

const railUrls = z
  .string()
  .transform((text) => text.split(",").map((pair) => pair.trim().split(/=(.*)/s)))
  .refine(
    (pairs) => pairs.every(([name, url]) => railNames.some((one) => one === name) && webUrl.safeParse(url).success),
    rule,
  );

const viesDefault = "https://ec.europa.eu/taxation_customs/vies/rest-api";

export const payoutSettings = {
  PAYOUT_API_URLS: documented(
    railUrls.optional(),
    "the providers' own",
    "Other addresses of payment providers for payouts, as name=url pairs separated by commas.",
  ),
  VIES_URL: documented(
    z.literal("off").or(webUrl).default(viesDefault),
    viesDefault,
    "VIES, which is asked about partners' VAT ids; off: they are not checked.",
  ),
};

type Given = z.output<z.ZodObject<typeof payoutSettings>>;

type PayoutFigures = {
  readonly railUrls: { readonly [Name in RailName]?: string };
  /** Null where VAT ids are not checked. */
  readonly viesUrl: string | null;
};

export function payoutFigures(given: Given): PayoutFigures {
  const urls: { [Name in RailName]?: string } = {};
  for (const name of railNames) {
    const url = given.PAYOUT_API_URLS?.find(([of]) => of === name)?.[1];
    if (url !== undefined) urls[name] = webUrl.parse(url);
  }
  return { railUrls: Object.freeze(urls), viesUrl: given.VIES_URL === "off" ? null : given.VIES_URL };
}
