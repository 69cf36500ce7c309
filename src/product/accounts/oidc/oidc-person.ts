// Who the issuer's claims describe, and which roles the configuration gives them. An e-mail counts only if the issuer has verified it and its
// domain is configured.
import { z } from "zod";
import { type WorkspaceRole, workspaceRoles } from "../../../core/vocabulary/access/workspace-roles.ts";
import { emailCharactersMax } from "../../../core/vocabulary/facts.ts";
import { usableName } from "../values.ts";
import type { Claims } from "./oidc-issuer.ts";
import type { OidcSettings } from "./oidc-settings.ts";

const google = "https://accounts.google.com";
/** Of these addresses Google is the mail server. */
const googlesDomains: ReadonlySet<string> = new Set(["gmail.com", "googlemail.com"]);
const subjectCharactersMax = 255;

export type PersonAtIssuer = {
  readonly subject: string;
  readonly email: string;
  readonly name: string;
  /** By workspace. */
  readonly roles: ReadonlyMap<number, WorkspaceRole>;
};

export type PersonRefused = "no_email" | "email_unverified" | "domain_not_configured" | "groups_left_out";

const known = z.looseObject({
  sub: z.string().min(1).max(subjectCharactersMax),
  email: z.email().max(emailCharactersMax).optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  hd: z.string().optional().catch(undefined),
  _claim_names: z.record(z.string(), z.unknown()).optional().catch(undefined),
});

export function personOf(settings: OidcSettings, claims: Claims): PersonAtIssuer | PersonRefused {
  const { sub: subject, email: given, name, hd: hostedDomain, _claim_names: elsewhere } = known.parse(claims);
  if (given === undefined) return "no_email";
  const email = given.toLowerCase();
  if (!isVerified(claims)) return "email_unverified";
  const domain = email.slice(email.lastIndexOf("@") + 1);
  if (!settings.domains.some((entry) => entry.domain === domain)) return "domain_not_configured";
  // Anyone may have a Google account with an address of another mail server, also after that was taken away.
  if (settings.issuer.replace(/\/$/, "") === google && !googlesDomains.has(domain) && hostedDomain !== domain) {
    return "email_unverified";
  }
  // Entra leaves the groups out of the token of a person with very many: no group would then mean no role.
  if (settings.groups.length > 0 && elsewhere?.[settings.groupsClaim] !== undefined) return "groups_left_out";
  const shown = usableName(name ?? "") ?? email.slice(0, email.lastIndexOf("@"));
  return { subject, email, name: shown, roles: rolesOf(settings, domain, groupsOf(claims[settings.groupsClaim])) };
}

/** `xms_edov` is how Entra says it: the owner of the e-mail's domain is verified. Some issuers write it as text. */
function isVerified({ email_verified: verified, xms_edov: domainOwnerVerified }: Claims): boolean {
  const yes: readonly unknown[] = [true, "true", 1, "1"];
  return yes.includes(verified) || (verified === undefined && yes.includes(domainOwnerVerified));
}

const listed = z.union([z.array(z.string()), z.string().transform((one) => [one])]);

function groupsOf(claim: unknown): ReadonlySet<string> {
  return new Set(listed.safeParse(claim).data ?? []);
}

/** Of several in one workspace the one that may do most counts. */
function rolesOf(
  { domains, groups }: OidcSettings,
  domain: string,
  groupsOfPerson: ReadonlySet<string>,
): ReadonlyMap<number, WorkspaceRole> {
  const given = [
    ...domains.filter((entry) => entry.domain === domain).map(({ gives }) => gives),
    ...groups.filter(({ group }) => groupsOfPerson.has(group)).map(({ gives }) => gives),
  ];
  const roles = new Map<number, WorkspaceRole>();
  for (const gives of given) {
    if (gives !== null) roles.set(gives.workspaceId, higherOf(gives.role, roles.get(gives.workspaceId)));
  }
  return roles;
}

function higherOf(role: WorkspaceRole, other: WorkspaceRole | undefined): WorkspaceRole {
  return workspaceRoles.find((each) => each === role || each === other) ?? role;
}
