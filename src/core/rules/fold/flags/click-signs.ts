// What a click may flag: an ad brought it where the program forbids ads, or it came from a banned site, or from the partner itself. By the
// settings of when it was recorded; the URLs themselves, which a person may have erased, are not read.
import type { Books } from "../../books.ts";
import type { ClickRecorded, Event } from "../../events/events.ts";
import type { DeviceOf } from "../../events/flag-events.ts";
import { type FlagSettings, flagSettingsOf } from "../../events/settings/flag-settings.ts";
import type { ClickSigns } from "../../rows/flag-row.ts";
import { settingsInForce } from "../settings-in-force.ts";
import { looksAt } from "./flags.ts";

export function signsOf(books: Books, { id, data }: Event<ClickRecorded>): ClickSigns | null {
  if (!looksAt(books, "clicks")) return null;
  const settings = flagSettingsOf(settingsInForce(books, id));
  const { flag_paid_ads, flag_banned_site, forbids_ads, banned_sites } = settings;
  const ad_parameter = flag_paid_ads !== "off" && forbids_ads ? data.ad_parameter : undefined;
  const site = flag_banned_site === "off" ? undefined : banned_sites.find((banned) => isOf(data.referrer_site, banned));
  const device_of = deviceLookedFor(settings, data.device_of);
  if (ad_parameter === undefined && site === undefined && device_of === undefined) return null;
  return {
    ...(ad_parameter === undefined ? {} : { ad_parameter }),
    ...(site === undefined ? {} : { site }),
    ...(device_of === undefined ? {} : { device_of }),
  };
}

function deviceLookedFor(settings: FlagSettings, device_of: DeviceOf | undefined): DeviceOf | undefined {
  const choice = device_of === "recruiter" ? settings.flag_recruit_circle : settings.flag_own_device;
  return choice === "off" ? undefined : device_of;
}

/** Of a visitor who came back by the same click: what was found first stays. */
export function withSigns(known: ClickSigns | null, found: ClickSigns | null): ClickSigns | null {
  return known === null || found === null ? (known ?? found) : { ...found, ...known };
}

function isOf(site: string | undefined, banned: string): boolean {
  return site === banned || site?.endsWith(`.${banned}`) === true;
}
