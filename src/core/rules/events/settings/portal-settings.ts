// What a program says about itself to its partners: whether people may ask to become one, the brand's site that their links lead to, and
// the brand's colour. Nothing is attributed by any of it. A program that never set one has no such field in its events.
import { z } from "zod";
import { rule } from "../../../vocabulary/fields.ts";

export const signUpRules = ["closed", "by_approval", "open"] as const;
export type SignUpRule = (typeof signUpRules)[number];

const linkHostsMax = 20;
const domainRule = rule("must be a host such as go.acme.example, in small letters, without a scheme, a port or a path");
const hostCharactersMax = 253;
const hostRule = rule("must be hosts such as shop.acme.example, in small letters, without a scheme, a port or a path");
const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const hostPattern = new RegExp(`^(?:${label}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$`);

const siteCharactersMax = 500;
const siteRule = rule(`must be an address such as https://acme.example, with at most ${siteCharactersMax} characters`);
const colorRule = rule("must be a color such as #0b6a72");

/** A site's host. */
export const siteHost = z.string(hostRule).max(hostCharactersMax, hostRule).regex(hostPattern, hostRule);

export const portalSettingsSchema = z.strictObject({
  partner_sign_up: z.enum(signUpRules, rule(`must be one of ${signUpRules.join(", ")}`)).meta({
    description: "Whether people can sign up as partners, at once or after approval; closed in a new program",
  }),
  site_url: z
    .url({ protocol: /^https?$/, ...siteRule })
    .max(siteCharactersMax, siteRule)
    .nullable()
    .meta({
      description: "The brand's site, which partners' links lead to; null for none",
      flag: { placeholder: "url" },
    }),
  link_hosts: z
    .array(siteHost)
    .max(linkHostsMax)
    .readonly()
    .meta({
      description:
        "Hosts that partners' links may lead to, in addition to the brand's site and its subdomains; none in a new program",
      examples: [["shop.acme.example"]],
    }),
  link_domain: z
    .string(domainRule)
    .max(hostCharactersMax, domainRule)
    .regex(hostPattern, domainRule)
    .nullable()
    .meta({
      description:
        "Your own https host in partners' links, whose DNS points at the service; null for the service's address",
      examples: ["go.acme.example"],
      flag: { placeholder: "host" },
    }),
  brand_color: z
    .string(colorRule)
    .regex(/^#[0-9a-fA-F]{6}$/, colorRule)
    .nullable()
    .meta({
      description: "Color of partners' pages, if its contrast is high enough; null for the default",
      examples: ["#0b6a72"],
      flag: { placeholder: "color" },
    }),
});

/** As they may be set: programs of earlier releases may have a site with a user part, which goes on. */
export const givenPortalSettingsSchema = portalSettingsSchema.partial().extend({
  site_url: portalSettingsSchema.shape.site_url
    .refine(hasNoUserPart, rule("must have no name and no password before its host"))
    .optional(),
});

/** Links would carry a password to every visitor, and a name such as `acme.example@` passes for the host. */
function hasNoUserPart(url: string | null): boolean {
  if (url === null || !URL.canParse(url)) return true;
  const { username, password } = new URL(url);
  return username === "" && password === "";
}

export type PortalSettings = z.infer<typeof portalSettingsSchema>;

const defaultPortalSettings: PortalSettings = {
  partner_sign_up: "closed",
  site_url: null,
  brand_color: null,
  link_domain: null,
  link_hosts: [],
};

/** What was never set has its default. */
export function portalSettingsOf(
  settings: { readonly [Name in keyof PortalSettings]?: PortalSettings[Name] | undefined },
): PortalSettings {
  return {
    partner_sign_up: settings.partner_sign_up ?? defaultPortalSettings.partner_sign_up,
    site_url: settings.site_url ?? defaultPortalSettings.site_url,
    brand_color: settings.brand_color ?? defaultPortalSettings.brand_color,
    link_domain: settings.link_domain ?? defaultPortalSettings.link_domain,
    link_hosts: settings.link_hosts ?? defaultPortalSettings.link_hosts,
  };
}
