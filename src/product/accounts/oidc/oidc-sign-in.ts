// Signing in through the OIDC issuer, from the button to the session. What the browser must bring back (state, nonce, the PKCE verifier, where
// to go on) is in a signed cookie of ten minutes, one for each sign-in under way, so that another site cannot finish one.
import type { Logger } from "pino";
import { z } from "zod";
import type { Secrets } from "../../../access/secrets/secrets.ts";
import type { Database } from "../../../engine/postgres/database.ts";
import { openAccountOf } from "./oidc-accounts.ts";
import { IssuerFailed, type IssuerFault } from "./oidc-failed.ts";
import type { SignInFlow } from "./oidc-issuer.ts";
import { type PersonRefused, personOf } from "./oidc-person.ts";
import type { OidcSettings } from "./oidc-settings.ts";

export const flowSeconds = 600;
const millisecondsPerSecond = 1000;
const cookiePrefix = "svc.oidc_";
/** Enough to distinguish the sign-ins under way in one browser. */
const nameCharacters = 12;
/** A browser drops a cookie of more than 4 kB. */
const nextCharactersMax = 1000;

export type OidcRefused = IssuerFault | PersonRefused | "not_started_here" | "taken";

/** What the browser of a sign-in under way is to keep; an empty value removes it. */
export type FlowCookie = { readonly name: string; readonly value: string };

/** With the cookie that is spent; null where there was none. */
export type Finished = { readonly next: string; readonly spent: FlowCookie | null } & (
  | { readonly kind: "opened"; readonly accountId: string }
  | { readonly kind: "refused"; readonly why: OidcRefused }
);

export type OidcSignIn = {
  readonly name: string;
  readonly isOnlyWay: boolean;
  /** Where the browser goes; `refused` where the issuer cannot be asked. */
  begin(
    next: string,
  ): Promise<
    { readonly kind: "started"; readonly url: string; readonly cookie: FlowCookie } | { readonly kind: "refused" }
  >;
  /** `query` is what the issuer sent the browser back with. */
  finish(query: string, cookies: string | undefined): Promise<Finished>;
};

type OidcParts = {
  readonly database: Database;
  readonly secrets: Pick<Secrets, "signFlow" | "isFlowSigned" | "signChange">;
  readonly baseUrl: string;
  readonly log: Logger;
  /** In milliseconds. */
  readonly now: () => number;
};

export const callbackPath = "/sign-in/oidc/callback";

const keptSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  next: z.string(),
  until: z.number(),
});

export function openOidcSignIn(parts: OidcParts, settings: OidcSettings): OidcSignIn {
  const { database, secrets, baseUrl, log, now } = parts;
  const redirectUri = `${baseUrl}${callbackPath}`;
  // Loaded with the first sign-in.
  const issuer = () => import("./oidc-issuer.ts");

  function keep(flow: SignInFlow, next: string): FlowCookie {
    const kept = {
      ...flow,
      next: next.length <= nextCharactersMax ? next : "/",
      until: now() + flowSeconds * millisecondsPerSecond,
    };
    const text = Buffer.from(JSON.stringify(kept)).toString("base64url");
    return { name: cookieName(flow.state), value: `${text}.${secrets.signFlow(text)}` };
  }

  function findKept(state: string, cookies: string): z.output<typeof keptSchema> | undefined {
    const [text = "", signature = ""] = cookieValue(cookies, cookieName(state)).split(".");
    if (!secrets.isFlowSigned(text, signature)) return undefined;
    const kept = keptSchema.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
    return kept.state === state && kept.until > now() ? kept : undefined;
  }

  return {
    name: settings.name,
    isOnlyWay: settings.isOnlyWay,
    async begin(next) {
      try {
        const { url, flow } = await (await issuer()).beginAtIssuer(settings, redirectUri);
        return { kind: "started", url, cookie: keep(flow, next) };
      } catch (error) {
        if (!(error instanceof IssuerFailed)) throw error;
        log.warn({ because: error.message }, "the OIDC issuer cannot be asked");
        return { kind: "refused" };
      }
    },
    async finish(query, cookies = "") {
      const url = new URL(`${redirectUri}?${query}`);
      const state = url.searchParams.get("state") ?? "";
      const flow = findKept(state, cookies);
      if (flow === undefined) return { kind: "refused", why: "not_started_here", next: "/", spent: null };
      const over = { next: flow.next, spent: { name: cookieName(state), value: "" } };
      try {
        const claims = await (await issuer()).finishAtIssuer(settings, url, flow);
        const person = personOf(settings, claims);
        if (typeof person === "string") return { ...over, kind: "refused", why: person };
        const opened = await openAccountOf(database.kysely, secrets, settings.issuer, person);
        if (opened.kind === "taken") return { ...over, kind: "refused", why: "taken" };
        const { accountId, how } = opened;
        if (how !== "known") log.info({ account: accountId, how }, "an account was opened by the OIDC issuer");
        return { ...over, kind: "opened", accountId };
      } catch (error) {
        if (!(error instanceof IssuerFailed)) throw error;
        log.warn({ because: error.message }, "a sign-in through the OIDC issuer failed");
        return { ...over, kind: "refused", why: error.kind };
      }
    },
  };
}

function cookieName(state: string): string {
  return `${cookiePrefix}${state.slice(0, nameCharacters).replace(/[^\w-]/g, "_")}`;
}

function cookieValue(cookies: string, name: string): string {
  const pairs = cookies.split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
}
