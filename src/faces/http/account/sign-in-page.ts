// /sign-in, /account and /sign-out: a session for the browser, whose it is, and its end.
import type { RequestHandler } from "express";
import { secondFactorAsked } from "../../../product/accounts/second-factor-asked.ts";
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
  signedIn,
  withQuery,
} from "./form.ts";
import { needsLinkPage } from "./new-account.ts";
import { issuerWays } from "./oidc-pages.ts";
import { sendPage } from "./page.ts";
import { passkeyWay } from "./passkey-sign-in-page.ts";
import { passkeysPath } from "./passkeys-page.ts";
import { afterFirstProof } from "./second-factor-page.ts";
import { sessionsPath } from "./sessions-page.ts";

const linkFailed = "The link has expired or was used. Sign in to get a new one.";
const notes: Readonly<Record<string, string>> = {
  welcome: "If this e-mail is new here, a link to confirm it is in your mail; open it in this browser, then sign in.",
  unsent:
    "If this e-mail is new here, its account waits to be confirmed. No mail server is set up here, so no mail comes: ask the operator of this service, or the person who invited you, for a link.",
  confirmed: "Your e-mail is confirmed.",
  reset: "Your password is set. Everywhere else you are signed out.",
  out: "You are signed out.",
};

export function showSignIn(parts: PageParts): RequestHandler {
  return async (request, response) => {
    const first = await parts.accounts.firstAccount();
    if (first.kind === "anyone") {
      goOn(parts, response, "/sign-up");
      return;
    }
    if (first.kind === "by_link") {
      sendPage(parts, response, needsLinkPage(parts, first));
      return;
    }
    const given = new URL(request.originalUrl, "http://service").searchParams;
    const [, known] = Object.entries(notes).find(([name]) => given.has(name)) ?? [];
    const note = given.has("error") ? linkFailed : known;
    sendPage(parts, response, signInPage(parts, queryOf(request), note));
  };
}

export function signIn(parts: PageParts): RequestHandler {
  return formRoute(
    parts,
    async (request, response, values) => {
      const body = { email: values.get("email"), password: values.get("password") };
      const answer = await requireDone(await parts.door.call(request, { path: "/sign-in/email", body }));
      const asked = secondFactorAsked(await answer.clone().json());
      goOn(parts, response, afterFirstProof(asked, pathOrHome(values.get("next"))), answer);
    },
    (values, note) => signInPage(parts, values, note),
  );
}

function signInPage(parts: PageParts, values: FormValues, note: string | undefined): Page {
  const next = values.get("next");
  if (parts.accounts.oidc?.isOnlyWay === true) return { title: "Sign in", note, ways: issuerWays(parts, next) };
  const ways = { ...passkeyWay(parts, next), ...issuerWays(parts, next) };
  return {
    title: "Sign in",
    note,
    ways,
    forms: [
      {
        action: hrefOf(parts, "/sign-in"),
        hidden: { next },
        fields: [
          { name: "email", label: "E-mail", type: "email", autocomplete: "username", value: values.get("email") },
          { name: "password", label: "Password", type: "password", autocomplete: "current-password" },
        ],
        buttons: { "sign-in": "Sign in" },
      },
    ],
    links: {
      "Forgot your password?": hrefOf(parts, "/forgot-password"),
      "Create account": hrefOf(parts, withQuery("/sign-up", { next })),
    },
  };
}

export function showAccount(parts: PageParts): RequestHandler {
  return async (request, response) => {
    const who = await signedIn(parts, request);
    if (who === undefined) {
      goOn(parts, response, "/sign-in");
      return;
    }
    sendPage(parts, response, {
      title: "Your account",
      text: [`You are signed in as ${who.name}, ${who.email}.`],
      forms: [{ action: hrefOf(parts, "/sign-out"), buttons: { "sign-out": "Sign out" } }],
      links: {
        "Open the console": hrefOf(parts, "/"),
        Passkeys: hrefOf(parts, passkeysPath),
        "Second factor": hrefOf(parts, "/account/second-factor"),
        Sessions: hrefOf(parts, sessionsPath),
        ...(parts.accounts.oidc?.isOnlyWay === true ? {} : { "Set a new password": hrefOf(parts, "/forgot-password") }),
      },
    });
  };
}

export function signOut(parts: PageParts): RequestHandler {
  return formRoute(
    parts,
    async (request, response) => {
      const answer = await requireDone(await parts.door.call(request, { path: "/sign-out", body: {} }));
      goOn(parts, response, "/sign-in?out", answer);
    },
    (_values, note) => ({ title: "Sign out", note }),
  );
}
