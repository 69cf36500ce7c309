// /sign-in/passkey: signing in with a passkey, alone or as the second factor after a password or the issuer.
import type { Request, RequestHandler, Response } from "express";
import { passkeyPaths } from "../../../product/accounts/passkeys/passkey-calls.ts";
import { noPasskeysHere, passkeySiteOf } from "../../../product/accounts/passkeys/passkey-site.ts";
import type { Page } from "../pages/form-page.ts";
import {
  type FormValues,
  formRoute,
  goOn,
  hrefOf,
  type PageParts,
  pathOrHome,
  queryOf,
  requireDone,
  withQuery,
} from "./form.ts";
import { sendPage } from "./page.ts";
import { credentialIn, passkeyForm, passkeyScripts } from "./passkey-form.ts";

export const passkeySignInPath = "/sign-in/passkey";

/** The button of the sign-in page; none where browsers have no passkeys for this address. */
export function passkeyWay(parts: Pick<PageParts, "baseUrl">, next: string): Readonly<Record<string, string>> {
  if (passkeySiteOf(parts.baseUrl) === undefined) return {};
  return { "Sign in with a passkey": hrefOf(parts, withQuery(passkeySignInPath, { next })) };
}

export function showPasskeySignIn(parts: PageParts): RequestHandler {
  return async (request, response) => sendPage(parts, response, await signInPage(parts, request, response));
}

export function signInByPasskey(parts: PageParts): RequestHandler {
  return formRoute(
    parts,
    async (request, response, values) => {
      const body = { response: credentialIn(values) };
      const answer = await requireDone(await parts.door.call(request, { path: passkeyPaths.signIn, body }));
      goOn(parts, response, pathOrHome(values.get("next")), answer);
    },
    (values, note) => ({ ...retryPage(parts, values), note }),
  );
}

async function signInPage(parts: PageParts, request: Request, response: Response): Promise<Page> {
  const values = queryOf(request);
  if (passkeySiteOf(parts.baseUrl) === undefined) return { ...unavailable(parts), status: 400 };
  const begun = await requireDone(await parts.door.call(request, { path: passkeyPaths.beginSignIn }));
  response.setHeader("Set-Cookie", begun.headers.getSetCookie());
  response.setHeader("Cache-Control", "no-store");
  const isSecond = values.get("second") === "yes";
  return {
    title: "Sign in with a passkey",
    text: [
      isSecond
        ? "Your account has a passkey, so the first step alone does not sign you in. Confirm with the passkey."
        : "Confirm with your fingerprint, your face or your screen lock.",
    ],
    content: passkeyForm(parts, {
      does: "use",
      options: await begun.json(),
      action: passkeySignInPath,
      hidden: { next: values.get("next") },
      button: "Use a passkey",
    }),
    scripts: passkeyScripts,
    links: { "Sign in another way": hrefOf(parts, withQuery("/sign-in", { next: values.get("next") })) },
  };
}

/** A challenge counts once, so another one is needed. */
function retryPage(parts: PageParts, values: FormValues): Page {
  const next = values.get("next");
  return {
    title: "Sign in with a passkey",
    ways: { "Try again": hrefOf(parts, withQuery(passkeySignInPath, { next })) },
    links: { "Sign in another way": hrefOf(parts, withQuery("/sign-in", { next })) },
  };
}

function unavailable(parts: PageParts): Page {
  return {
    title: "Sign in with a passkey",
    text: [noPasskeysHere],
    links: { "Sign in another way": hrefOf(parts, "/sign-in") },
  };
}
