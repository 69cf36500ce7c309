// What the browser remembers of a visitor: cookies on the broadest domain, or this page's memory if cookies are blocked. It holds ids and
// the partner's code; of the landing's URL only what is still unreported, and for this origin its click's. It reads nothing before it is
// called: its caller has the visitor's consent.
import type { Cookies } from "./cookies.ts";
import type { Storage } from "./storage.ts";

export type Click = {
  readonly id: string;
  /** The reported `aff`; null for a click that something else stored here. */
  readonly code: string | null;
  readonly affiliateUrl: string | null;
  /** True if this origin reported it more than a day ago: another visit is then reported. */
  readonly isOld: boolean;
};

export type Memory = {
  click(): Click | null;
  keepClick(click: Omit<Click, "isOld"> & { readonly code: string }, days: number): void;
  visitorId(): string;
  /** The address of a landing that was not answered yet, also from an earlier page. */
  landing(): string | null;
  keepLanding(url: string): void;
  dropLanding(url: string): void;
  forget(): void;
};

const names = {
  click: "svc_click_id",
  visitor: "svc_visitor_id",
  code: "svc_aff",
  landing: "svc_landing",
  affiliateUrl: "svc_affiliate_url",
} as const;

const daySeconds = 86_400;
const visitorDays = 365;
/** A cookie goes with every request to the site: a longer URL is reported by this page or not at all. */
const landingCharactersMax = 1000;
const idCharactersMax = 255;
const visitorRandomBytes = 16;

export function openMemory(cookies: Cookies, storage: Storage): Memory {
  let click: Click | null = null;
  let visitorId: string | null = null;
  let keepsCookies = false;

  function read(name: string): string | null {
    const value = cookies.read(name);
    return value === null || value.length > idCharactersMax ? null : value;
  }

  function keptOf(id: string): Pick<Click, "affiliateUrl" | "isOld"> {
    if (click?.id === id) return click;
    const kept = storage.read(names.affiliateUrl);
    if (!Array.isArray(kept) || kept[0] !== id) return { affiliateUrl: null, isOld: false };
    // Trackers before this one kept no time.
    const reportedAt = typeof kept[2] === "number" ? kept[2] : 0;
    return {
      affiliateUrl: typeof kept[1] === "string" ? kept[1] : null,
      isOld: Date.now() - reportedAt > daySeconds * 1000,
    };
  }

  return {
    click() {
      const id = read(names.click);
      // A cookie that was kept and is gone was removed: by time, by the visitor, by another tab.
      if (id === null) return keepsCookies ? null : click;
      return { id, code: read(names.code), ...keptOf(id) };
    },
    keepClick(kept, days) {
      click = { ...kept, isOld: false };
      keepsCookies = cookies.write(names.click, kept.id, days * daySeconds);
      cookies.write(names.code, kept.code, days * daySeconds);
      storage.write(names.affiliateUrl, [kept.id, kept.affiliateUrl, Date.now()]);
    },
    visitorId() {
      const id = read(names.visitor) ?? visitorId;
      if (id !== null && id === visitorId) return id;
      visitorId = id ?? randomId();
      cookies.write(names.visitor, visitorId, visitorDays * daySeconds);
      return visitorId;
    },
    landing: () => cookies.read(names.landing),
    keepLanding(url) {
      if (url.length <= landingCharactersMax) cookies.write(names.landing, url, daySeconds);
    },
    dropLanding(url) {
      if (cookies.read(names.landing) === url) cookies.remove(names.landing);
    },
    forget() {
      click = null;
      visitorId = null;
      for (const name of [names.click, names.visitor, names.code, names.landing]) cookies.remove(name);
      storage.remove(names.affiliateUrl);
    },
  };
}

function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(visitorRandomBytes));
  return `vis_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
