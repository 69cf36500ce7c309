// /sign-in/oidc and the page that the issuer sends the browser back to. A refusal is a page with its reason and the way to try again.
import type { Request, RequestHandler, Response } from "express";
import {
  type FlowCookie,
  flowSeconds,
  type OidcRefused,
  type OidcSignIn,
} from "../../../product/accounts/oidc/oidc-sign-in.ts";
import { clientAddress } from "../guard/client-address.ts";
import type { RateLimits } from "../guard/rate-limits.ts";
import type { Page } from "../pages/form-page.ts";
import { goOn, hrefOf, type PageParts, pathOrHome, queryOf, withQuery } from "./form.ts";
import { headersFor } from "./library-calls.ts";
import { sendPage } from "./page.ts";
import { afterFirstProof } from "./second-factor-page.ts";

export const beginPath = "/sign-in/oidc";

type OidcParts = PageParts & { readonly oidc: OidcSignIn; readonly limits: Pick<RateLimits, "signIn" | "stranger"> };

/** The button of every page that leads to a sign-in; none without an issuer. */
export function issuerWays({ accounts, baseUrl }: PageParts, next: string): Readonly<Record<string, string>> {
  const { oidc } = accounts;
  if (oidc === null) return {};
  return { [`Sign in with ${oidc.name}`]: hrefOf({ baseUrl }, withQuery(beginPath, { next })) };
}

/** In place of a page with a password, where passwords are closed. */
export function showOnlyWay(parts: PageParts, otherwise: RequestHandler): RequestHandler {
  const { oidc } = parts.accounts;
  if (oidc?.isOnlyWay !== true) return otherwise;
  return (request, response) =>
    sendPage(parts, response, {
      title: "Sign in",
      text: [`People sign in with ${oidc.name} here, and have no password of this service.`],
      ways: issuerWays(parts, queryOf(request).get("next")),
    });
}

export function beginOidc(parts: OidcParts): RequestHandler {
  return async (request, response) => {
    await count(parts, request);
    const next = pathOrHome(queryOf(request).get("next"));
    const started = await parts.oidc.begin(next);
    if (started.kind === "refused") {
      sendPage(parts, response, refusedPage(parts, "unreachable", next));
      return;
    }
    response.setHeader("Set-Cookie", cookieLine(parts, started.cookie));
    response.setHeader("Cache-Control", "no-store");
    response.setHeader("Location", started.url);
    response.status(303).end();
  };
}

export function finishOidc(parts: OidcParts): RequestHandler {
  return async (request, response) => {
    await count(parts, request);
    const { searchParams } = new URL(request.originalUrl, "http://service");
    const finished = await parts.oidc.finish(searchParams.toString(), request.headers.cookie);
    const next = pathOrHome(finished.next);
    const spent = finished.spent === null ? [] : [cookieLine(parts, finished.spent)];
    if (finished.kind === "refused") {
      if (spent.length > 0) response.setHeader("Set-Cookie", spent);
      sendPage(parts, response, refusedPage(parts, finished.why, next));
      return;
    }
    const opened = await parts.accounts.openSession(finished.accountId, headersFor(request, false));
    addCookies(response, [...spent, ...opened.setCookies]);
    goOn(parts, response, afterFirstProof(opened.needs, next));
  };
}

async function count({ limits }: OidcParts, request: Request): Promise<void> {
  const address = clientAddress(request);
  await limits.stranger.take(address);
  await limits.signIn.take(address);
}

function addCookies(response: Response, cookies: readonly string[]): void {
  response.setHeader("Set-Cookie", [...cookies]);
}

/** Sent along when the issuer's page leads back here, and to nothing else of ours. */
function cookieLine({ baseUrl }: PageParts, { name, value }: FlowCookie): string {
  const secure = new URL(baseUrl).protocol === "https:" ? "; Secure" : "";
  const age = value === "" ? 0 : flowSeconds;
  return `${name}=${value}; Max-Age=${age}; Path=${hrefOf({ baseUrl }, beginPath)}; HttpOnly; SameSite=Lax${secure}`;
}

type Reason = { readonly status: number; readonly words: (issuer: string) => string };

const reasons: Readonly<Record<OidcRefused, Reason>> = {
  not_started_here: {
    status: 400,
    words: () => "This sign-in started in another browser, is already finished, or took too long. Try again.",
  },
  unreachable: { status: 503, words: (name) => `${name} does not answer now. Try again in a moment.` },
  unverified: {
    status: 403,
    words: (name) =>
      `The answer of ${name} could not be verified, so you are not signed in. The operator finds the reason in the log.`,
  },
  refused: { status: 403, words: (name) => `${name} did not sign you in.` },
  no_email: { status: 403, words: (name) => `${name} did not say your e-mail, which this service needs.` },
  email_unverified: {
    status: 403,
    words: (name) => `${name} has not verified your e-mail, so it opens no account here.`,
  },
  domain_not_configured: {
    status: 403,
    words: () => "E-mails of your domain may not sign in this way. Ask the operator of this service.",
  },
  groups_left_out: {
    status: 403,
    words: (name) => `You are in more groups than ${name} lists. Ask the operator of this service.`,
  },
  taken: {
    status: 403,
    words: (name) =>
      `The account with your e-mail belongs to another identity at ${name}. Ask the operator of this service.`,
  },
};

function refusedPage(parts: OidcParts, why: OidcRefused, next: string): Page {
  const { status, words } = reasons[why];
  const { oidc } = parts;
  return {
    title: "Sign in",
    status,
    note: words(oidc.name),
    ways: issuerWays(parts, next),
    links: oidc.isOnlyWay ? {} : { "Sign in another way": hrefOf(parts, withQuery("/sign-in", { next })) },
  };
}
