// What a click may flag: an ad brought it where the program forbids ads, or it came from a banned site. By the settings of when it was
// recorded; the URLs themselves, which a person may have erased, are not read.
import type { Books } from "../../books.ts";
import type { ClickRecorded, Event } from "../../events/events.ts";
import { flagSettingsOf } from "../../events/flag-settings.ts";
import type { ClickSigns } from "../../rows/flag-row.ts";
import { settingsInForce } from "../settings-in-force.ts";
import { looksAt } from "./flags.ts";

export function signsOf(books: Books, { id, data }: Event<ClickRecorded>): ClickSigns | null {
  if (!looksAt(books, "clicks")) return null;
  const { flag_paid_ads, flag_banned_site, forbids_ads, banned_sites } = flagSettingsOf(settingsInForce(books, id));
  const ad_parameter = flag_paid_ads !== "off" && forbids_ads ? data.ad_parameter : undefined;
  const site = flag_banned_site === "off" ? undefined : banned_sites.find((banned) => isOf(data.referrer_site, banned));
  if (ad_parameter === undefined && site === undefined) return null;
  return { ...(ad_parameter === undefined ? {} : { ad_parameter }), ...(site === undefined ? {} : { site }) };
}

/** Of a visitor who came back by the same click: what was found first stays. */
export function withSigns(known: ClickSigns | null, found: ClickSigns | null): ClickSigns | null {
  return known === null || found === null ? (known ?? found) : { ...found, ...known };
}

function isOf(site: string | undefined, banned: string): boolean {
  return site === banned || site?.endsWith(`.${banned}`) === true;
}
