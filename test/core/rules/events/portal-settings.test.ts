// What a program may say of itself to its partners: each field's bounds, and what holds where it said nothing.
import { describe, expect, test } from "vitest";
import { portalSettingsOf, portalSettingsSchema } from "../../../../src/core/rules/events/settings/portal-settings.ts";

const defaults = {
  partner_sign_up: "closed",
  site_url: null,
  brand_color: null,
  link_domain: null,
  link_hosts: [],
};
const refusalOf = (fields: object) =>
  portalSettingsSchema.safeParse({ ...defaults, ...fields }).error?.issues.map(({ message }) => message);
const addressOf = (characters: number) => `https://acme.example/${"a".repeat(characters - 21)}`;
/** The longest label of a host, by which the longest host is made. */
const label = "a".repeat(63);
const hostOf = (characters: number) => `${`${label}.`.repeat(3)}${"a".repeat(characters - 192)}`;

const hosts = [
  "go.acme.example",
  "a.co",
  "9.acme-1.xn--p1ai",
  `${label}.example`,
  `acme.${label}`,
  hostOf(253),
] as const;
const noHosts = [
  "",
  "localhost",
  "acme.e",
  "acme.1a",
  "acme.a-",
  "Go.acme.example",
  "go.acme.example.",
  ".acme.example",
  "go..example",
  "-go.acme.example",
  "go-.acme.example",
  "go_.acme.example",
  "https://go.acme.example",
  "go.acme.example:443",
  "go.acme.example/",
  " go.acme.example",
  "go.acme.example\n",
  "192.168.0.1",
  `a${label}.example`,
  `acme.a${label}`,
  hostOf(254),
] as const;

describe("a program's portal", () => {
  test("has what was set, and defaults for the rest: no sign-ups, and links lead nowhere else", () => {
    const set = {
      partner_sign_up: "open",
      site_url: "https://acme.example",
      brand_color: "#0b6a72",
      link_domain: "go.acme.example",
      link_hosts: ["shop.acme.example"],
    } as const;
    expect(portalSettingsOf({})).toEqual(defaults);
    expect(portalSettingsOf(set)).toEqual(set);
    expect(portalSettingsOf({ ...set, site_url: null, brand_color: null, link_domain: null, link_hosts: [] })).toEqual({
      ...defaults,
      partner_sign_up: "open",
    });
  });

  test("takes its defaults, and no field that is not known", () => {
    expect(portalSettingsSchema.parse(defaults)).toEqual(defaults);
    expect(refusalOf({ logo: "" })).toHaveLength(1);
  });

  test("partner_sign_up is one of three rules", () => {
    for (const rule of ["closed", "by_approval", "open"]) expect(refusalOf({ partner_sign_up: rule })).toBeUndefined();
    for (const rule of ["", "Open", null])
      expect(refusalOf({ partner_sign_up: rule })).toEqual(["must be one of closed, by_approval, open"]);
  });

  test.each(["http://acme.example", "https://acme.example/shop?x=1", addressOf(500)])("site_url may be %s", (site) => {
    expect(refusalOf({ site_url: site })).toBeUndefined();
  });

  test.each([
    "",
    "acme.example",
    "ftp://acme.example",
    "shttp://acme.example",
    "httpss://acme.example",
    addressOf(501),
  ])("site_url may not be %s", (site) => {
    expect(refusalOf({ site_url: site })).toEqual([
      "must be an address such as https://acme.example, with at most 500 characters",
    ]);
  });

  test.each(hosts)("link_domain may be %s, and so may a link's host", (host) => {
    expect(refusalOf({ link_domain: host })).toBeUndefined();
    expect(refusalOf({ link_hosts: [host] })).toBeUndefined();
  });

  test.each(noHosts)("link_domain may not be %j, nor may a link's host", (host) => {
    expect(refusalOf({ link_domain: host })?.[0]).toMatch(/^must be a host such as go.acme.example,/);
    expect(refusalOf({ link_hosts: ["acme.example", host] })?.[0]).toMatch(/^must be hosts such as shop.acme.example,/);
  });

  test("link_hosts are at most 20", () => {
    const many = Array.from({ length: 20 }, (_, index) => `shop-${index}.example`);
    expect(refusalOf({ link_hosts: many })).toBeUndefined();
    expect(refusalOf({ link_hosts: [...many, "acme.example"] })).toHaveLength(1);
  });

  test.each([
    ["#0b6a72", true],
    ["#09afAF", true],
    ["", false],
    ["0b6a72", false],
    ["#0b6a7", false],
    ["#0b6a7g", false],
    ["#0b6a72f", false],
    ["#0b6a72ff", false],
    ["##0b6a72", false],
    ["x#0b6a72", false],
    ["#0b6a72;", false],
    ["#0b6a72\n", false],
  ])("brand_color %j: %s", (color, isTaken) => {
    expect(refusalOf({ brand_color: color })).toEqual(isTaken ? undefined : ["must be a color such as #0b6a72"]);
  });
});
