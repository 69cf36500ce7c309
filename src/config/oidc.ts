// Sign-in through an OIDC issuer, as environment variables: who it is, which e-mail domains and groups it opens a workspace to, and whether
// it is the only way in.
import { z } from "zod";
import { Secret } from "../access/secrets/secret.ts";
import { isWorkspaceRole, type WorkspaceRole } from "../core/vocabulary/access/workspace-roles.ts";
import { documented } from "./values.ts";

const waysIn = ["any", "oidc"] as const;
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const nameCharactersMax = 60;

/** A path's last slash is part of an issuer's name. */
const issuer = z
  .string()
  .refine(
    (text) => isIssuer(URL.parse(text)),
    "must be an https address without query, as the issuer's discovery document names it",
  );

function isIssuer(url: URL | null): boolean {
  if (url === null || url.search !== "" || url.hash !== "" || url.username !== "") return false;
  if (url.pathname.includes("/.well-known/")) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && loopback.test(url.hostname));
}

type Gives = { readonly workspaceId: number; readonly role: WorkspaceRole };

const domainEntry = /^((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63})(?:=(.*))?$/;
const groupEntry = /^(.+)=([^=]*)$/;
const placeEntry = /^([1-9]\d{0,14}):(\w+)$/;

function placeOf(text: string): Gives | undefined {
  const [, workspaceId, role] = placeEntry.exec(text) ?? [];
  return workspaceId === undefined || !isWorkspaceRole(role) ? undefined : { workspaceId: Number(workspaceId), role };
}

function domainOf(entry: string) {
  const [, domain, place] = domainEntry.exec(entry.toLowerCase()) ?? [];
  if (domain === undefined) return undefined;
  if (place === undefined) return { domain, gives: null };
  const gives = placeOf(place);
  return gives === undefined ? undefined : { domain, gives };
}

function groupOf(entry: string) {
  const [, group, place] = groupEntry.exec(entry) ?? [];
  const gives = placeOf(place ?? "");
  return group === undefined || gives === undefined ? undefined : { group, gives };
}

function entriesOf<Entry>(read: (entry: string) => Entry | undefined, message: string) {
  return z
    .string()
    .transform((text) => text.split(",").map((entry) => read(entry.trim())))
    .refine((entries) => entries.every((entry) => entry !== undefined), message)
    .transform((entries) => entries.filter((entry) => entry !== undefined));
}

export const oidcSettings = {
  ACCOUNTS: documented(
    z.enum(waysIn, `must be one of ${waysIn.join(", ")}`).default("any"),
    "any",
    "How people sign in: any is by password and by the issuer of OIDC_ISSUER, oidc by the issuer alone.",
  ),
  OIDC_ISSUER: documented(
    issuer.optional(),
    "none: no single sign-on",
    "OIDC issuer that people may sign in through, as https://id.example/realms/acme.",
  ),
  OIDC_CLIENT_ID: documented(z.string().optional(), "none; required with OIDC_ISSUER", "Client id at the issuer."),
  OIDC_CLIENT_SECRET: documented(z.string().optional(), "none; required with OIDC_ISSUER", "Secret of that client."),
  OIDC_NAME: documented(
    z.string().trim().max(nameCharactersMax, `must have at most ${nameCharactersMax} characters`).optional(),
    "the host name of OIDC_ISSUER",
    "Name of the issuer on the button.",
  ),
  OIDC_DOMAINS: documented(
    entriesOf(
      domainOf,
      "must be entries such as acme.example=1:member or acme.example, separated by commas",
    ).optional(),
    "none; required with OIDC_ISSUER",
    "E-mail domains that may sign in through the issuer, separated by commas; acme.example=1:member also gives a role in workspace 1.",
  ),
  OIDC_GROUPS: documented(
    entriesOf(groupOf, "must be entries such as affiliate-owners=1:owner, separated by commas").optional(),
    "none",
    "Groups at the issuer that give a role in a workspace, as affiliate-owners=1:owner, separated by commas.",
  ),
  OIDC_GROUPS_CLAIM: documented(
    z.string().default("groups"),
    "groups",
    "Claim of the issuer's token that lists a person's groups.",
  ),
};

type Given = z.output<z.ZodObject<typeof oidcSettings>>;

const needed = ["OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_DOMAINS"] as const;

/** Of the environment as it is given, so that a variable of its own fault is not missing as well. */
export function oidcFaults(given: NodeJS.ProcessEnv): string[] {
  if (given.OIDC_ISSUER !== undefined) {
    return needed.filter((name) => given[name] === undefined).map((name) => `${name} is required with OIDC_ISSUER.`);
  }
  const rest = Object.keys(oidcSettings).filter((name) => name.startsWith("OIDC_") && given[name] !== undefined);
  return [
    ...rest.map((name) => `${name} needs OIDC_ISSUER.`),
    ...(given.ACCOUNTS === "oidc" ? ["ACCOUNTS=oidc needs OIDC_ISSUER."] : []),
  ];
}

/** Null without an issuer. */
export function oidcFigures(given: Given) {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_DOMAINS } = given;
  if (OIDC_ISSUER === undefined) return { oidc: null };
  const oidc = Object.freeze({
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID ?? "",
    clientSecret: new Secret(OIDC_CLIENT_SECRET ?? ""),
    name: given.OIDC_NAME ?? new URL(OIDC_ISSUER).hostname,
    domains: OIDC_DOMAINS ?? [],
    groups: given.OIDC_GROUPS ?? [],
    groupsClaim: given.OIDC_GROUPS_CLAIM,
    isOnlyWay: given.ACCOUNTS === "oidc",
  });
  return { oidc };
}
