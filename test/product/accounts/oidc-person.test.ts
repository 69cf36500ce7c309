// Whom the issuer's claims describe, by the rules of the issuers that differ.
import { expect, test } from "vitest";
import { Secret } from "../../../src/access/secrets/secret.ts";
import { personOf } from "../../../src/product/accounts/oidc/oidc-person.ts";
import type { OidcSettings } from "../../../src/product/accounts/oidc/oidc-settings.ts";

const settings: OidcSettings = {
  issuer: "https://id.acme.test/realms/acme",
  clientId: "whence",
  clientSecret: new Secret("client-secret"),
  name: "Acme ID",
  domains: [
    { domain: "acme.test", gives: { workspaceId: 1, role: "member" } },
    { domain: "acme.test", gives: { workspaceId: 2, role: "owner" } },
    { domain: "gmail.com", gives: null },
  ],
  groups: [
    { group: "/affiliates/owners", gives: { workspaceId: 1, role: "owner" } },
    { group: "/affiliates/members", gives: { workspaceId: 2, role: "member" } },
    { group: "/support", gives: { workspaceId: 3, role: "support" } },
    { group: "/finance", gives: { workspaceId: 3, role: "finance" } },
  ],
  groupsClaim: "roles",
  isOnlyWay: false,
};
const ann = { sub: "1", email: "Ann@Acme.test", email_verified: true, name: "Ann Lee" };
const rolesOf = (claims: object) => {
  const person = personOf(settings, { ...ann, ...claims });
  return typeof person === "string" ? person : Object.fromEntries(person.roles);
};

test("of several roles in one workspace the one that may do most counts, in any order", () => {
  expect(rolesOf({ roles: ["/support", "/finance"] })).toMatchObject({ 3: "finance" });
  expect(rolesOf({ roles: ["/finance", "/support"] })).toMatchObject({ 3: "finance" });
  expect(rolesOf({})).toEqual({ 1: "member", 2: "owner" });
  expect(rolesOf({ roles: ["/affiliates/owners", "/affiliates/members"] })).toEqual({ 1: "owner", 2: "owner" });
  expect(rolesOf({ roles: "/affiliates/owners" })).toEqual({ 1: "owner", 2: "owner" });
  expect(rolesOf({ roles: { "/affiliates/owners": true } })).toEqual({ 1: "member", 2: "owner" });
  expect(rolesOf({ roles: ["/Affiliates/Owners"], groups: ["/affiliates/owners"] })).toEqual({
    1: "member",
    2: "owner",
  });
});

test("an e-mail is kept in lower case, and its name replaces a missing one", () => {
  expect(personOf(settings, { ...ann, name: undefined })).toMatchObject({ email: "ann@acme.test", name: "ann" });
});

test.each([
  [{ email_verified: true }, true],
  [{ email_verified: "true" }, true],
  [{ email_verified: false, xms_edov: true }, false],
  [{ email_verified: "false" }, false],
  [{ email_verified: 2 }, false],
  [{ email_verified: {} }, false],
  [{ email_verified: undefined, xms_edov: true }, true],
  [{ email_verified: undefined, xms_edov: "1" }, true],
  [{ email_verified: undefined, xms_edov: false }, false],
  [{ email_verified: undefined }, false],
])("whether the e-mail is verified: %j", (claims, isVerified) => {
  expect(rolesOf(claims) !== "email_unverified").toBe(isVerified);
});

test.each([
  ["ann@acme.test", undefined, "email_unverified"],
  ["ann@acme.test", "else.test", "email_unverified"],
  ["ann@acme.test", "acme.test", "ann@acme.test"],
  ["ann@gmail.com", undefined, "ann@gmail.com"],
])("at Google the domain's own organization must vouch for %s (%s)", (email, hd, expected) => {
  const person = personOf({ ...settings, issuer: "https://accounts.google.com" }, { ...ann, email, hd });
  expect(typeof person === "string" ? person : person.email).toBe(expected);
});

test("left-out groups matter only where groups give roles", () => {
  const claims = { ...ann, _claim_names: { roles: "src1" } };
  expect(personOf(settings, claims)).toBe("groups_left_out");
  expect(personOf({ ...settings, groups: [] }, claims)).toMatchObject({ subject: "1" });
});
