// Every address of accounts: the accounts library's calls under /api/auth, and the pages for people.
import type { Express, RequestHandler } from "express";
import { callbackPath } from "../../../product/accounts/oidc/oidc-sign-in.ts";
import { clientAddress } from "../guard/client-address.ts";
import { protectForm } from "../guard/page-protection.ts";
import type { RateLimits } from "../guard/rate-limits.ts";
import { onlyMethods } from "../methods.ts";
import { decideDevice, showDevice } from "./device-page.ts";
import type { PageParts } from "./form.ts";
import { libraryRoute } from "./library-route.ts";
import { beginOidc, beginPath, finishOidc, showOnlyWay } from "./oidc-pages.ts";
import { becomeOperator, showOperator } from "./operator-page.ts";
import { passkeySignInPath, showPasskeySignIn, signInByPasskey } from "./passkey-sign-in-page.ts";
import { changePasskeys, passkeysPath, showPasskeys } from "./passkeys-page.ts";
import { forgotPassword, resetPassword, showForgotPassword, showResetPassword } from "./password-pages.ts";
import { enterCode, setSecondFactor, showCode, showSecondFactor } from "./second-factor-page.ts";
import { endSessions, sessionsPath, showSessions } from "./sessions-page.ts";
import { showAccount, showSignIn, signIn, signOut } from "./sign-in-page.ts";
import { acceptInvitation, showInvitation, showSignUp, signUp } from "./sign-up-page.ts";

type Methods = { readonly get?: RequestHandler; readonly post?: RequestHandler };

/** Their addresses hold a secret that is looked up, so trying one after another is counted before the database is asked. */
const pagesOfSecrets: ReadonlySet<string> = new Set(["/invitation", "/operator"]);

export function addAccounts(
  app: Express,
  parts: PageParts,
  limits: Pick<RateLimits, "unknownLink" | "signIn" | "stranger">,
): void {
  app.route("/api/auth/*path").all(libraryRoute(parts.door, parts.bodyBytesMax));
  const pages: Readonly<Record<string, Methods>> = {
    "/sign-in": { get: showSignIn(parts), post: signIn(parts) },
    "/sign-in/code": { get: showCode(parts), post: enterCode(parts) },
    ...oidcPages(parts, limits),
    "/sign-up": { get: showOnlyWay(parts, showSignUp(parts)), post: signUp(parts) },
    "/sign-out": { post: signOut(parts) },
    "/account": { get: showAccount(parts) },
    [sessionsPath]: { get: showSessions(parts), post: endSessions(parts) },
    [passkeySignInPath]: {
      get: showOnlyWay(parts, showPasskeySignIn(parts)),
      post: signInByPasskey(parts),
    },
    [passkeysPath]: { get: showPasskeys(parts), post: changePasskeys(parts) },
    "/account/second-factor": { get: showSecondFactor(parts), post: setSecondFactor(parts) },
    "/forgot-password": { get: showOnlyWay(parts, showForgotPassword(parts)), post: forgotPassword(parts) },
    "/reset-password": { get: showOnlyWay(parts, showResetPassword(parts)), post: resetPassword(parts) },
    "/invitation": { get: showInvitation(parts), post: acceptInvitation(parts) },
    "/operator": { get: showOperator(parts), post: becomeOperator(parts) },
    "/device": { get: showDevice(parts), post: decideDevice(parts) },
  };
  const limited: RequestHandler = async (request, _response, next) => {
    await limits.unknownLink.take(clientAddress(request));
    next();
  };
  for (const [path, { get, post }] of Object.entries(pages)) {
    const route = app.route(path).all(protectForm);
    if (pagesOfSecrets.has(path)) route.all(limited);
    if (get !== undefined) route.get(get);
    if (post !== undefined) route.post(post);
    route.all(onlyMethods(...(get === undefined ? [] : ["GET", "HEAD"]), ...(post === undefined ? [] : ["POST"])));
  }
}

function oidcPages(
  parts: PageParts,
  limits: Pick<RateLimits, "signIn" | "stranger">,
): Readonly<Record<string, Methods>> {
  const { oidc } = parts.accounts;
  if (oidc === null) return {};
  return {
    [beginPath]: { get: beginOidc({ ...parts, oidc, limits }) },
    [callbackPath]: { get: finishOidc({ ...parts, oidc, limits }) },
  };
}
