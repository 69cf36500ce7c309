// /partners/sign-in, /partners/link and /partners/sign-out: a partner signs in by a mailed link. The page says the same whether or not an
// address belongs to a partner. Opening the link shows a button: mail scanners open links too, and must not use them up.
import type { Request, RequestHandler } from "express";
import { linkMinutes } from "../../../product/portal/sessions.ts";
import { formRoute, hrefOf, NotDone, queryOf } from "../account/form.ts";
import { sendPage } from "../account/page.ts";
import { clientAddress } from "../guard/client-address.ts";
import type { Page } from "../pages/form-page.ts";
import { emailIn, goTo, noteFor, type PortalParts, personOf, takeMail } from "./portal-parts.ts";
import { spoken, wordsFor } from "./reader.ts";
import { endedPartnerCookie, newPartnerCookie, partnerCookieOf } from "./session-cookie.ts";

export function showSignIn(parts: PortalParts): RequestHandler {
  return async (request, response) => {
    if ((await personOf(parts, request)) !== undefined) goTo(parts, response, "/partners");
    else {
      const isOut = new URL(request.originalUrl, "http://service").searchParams.has("out");
      const note = isOut ? wordsFor(request).say("signedOut") : undefined;
      sendPage(parts, response, signInPage(parts, request, { note }));
    }
  };
}

export function askForLink(parts: PortalParts): RequestHandler {
  return formRoute(
    parts,
    async (request, response, values) => {
      const words = wordsFor(request);
      const email = emailIn(values.get("email"), words);
      await takeMail(parts, request, email);
      parts.partnerPortal.ask(email, null, words);
      sendPage(parts, response, checkMailPage(parts, request, words.say("signInLinkSent", { email })));
    },
    (values, note, request) => signInPage(parts, request, { email: values.get("email"), note }),
    noteFor,
  );
}

export function checkMailPage(parts: PortalParts, request: Request, said: string): Page {
  const { say } = wordsFor(request);
  return {
    title: say("checkMail"),
    spoken: spoken(request),
    text: [said, say("checkMailText", { minutes: linkMinutes })],
    links: { [say("useAnotherEmail")]: hrefOf(parts, "/partners/sign-in") },
  };
}

type SignInState = { readonly email?: string; readonly note?: string | undefined; readonly status?: number };

function signInPage(parts: PortalParts, request: Request, { email = "", note, status = 200 }: SignInState): Page {
  const { say } = wordsFor(request);
  return {
    title: say("signInAsPartner"),
    spoken: spoken(request),
    note,
    status,
    text: [say("noPassword")],
    forms: [
      {
        action: hrefOf(parts, "/partners/sign-in"),
        fields: [{ name: "email", label: say("email"), type: "email", autocomplete: "email", value: email }],
        buttons: { send: say("mailMeALink") },
      },
    ],
    links: { [say("brandSignIn")]: hrefOf(parts, "/sign-in") },
  };
}

export function showLink(parts: PortalParts): RequestHandler {
  return async (request, response) => {
    await parts.limits.browser.take(`partner page ${clientAddress(request)}`);
    const token = queryOf(request).get("token");
    const isOpen = await parts.partnerPortal.isLinkOpen(token);
    sendPage(parts, response, isOpen ? linkPage(parts, request, token) : gonePage(parts, request));
  };
}

export function signInByLink(parts: PortalParts): RequestHandler {
  return formRoute(
    parts,
    async (request, response, values) => {
      await parts.limits.signIn.take(clientAddress(request));
      const session = await parts.partnerPortal.openByLink(values.get("token"), clientAddress(request));
      if (session === undefined) throw new NotDone(wordsFor(request).say("linkGone"), 410);
      response.append("Set-Cookie", newPartnerCookie(parts, session));
      goTo(parts, response, "/partners");
    },
    (_values, note, request) => signInPage(parts, request, { note }),
    noteFor,
  );
}

function gonePage(parts: PortalParts, request: Request): Page {
  return signInPage(parts, request, { note: wordsFor(request).say("linkGone"), status: 410 });
}

function linkPage(parts: PortalParts, request: Request, token: string): Page {
  const { say } = wordsFor(request);
  return {
    title: say("signInAsPartner"),
    spoken: spoken(request),
    text: [say("oneMoreStep")],
    forms: [{ action: hrefOf(parts, "/partners/link"), hidden: { token }, buttons: { "sign-in": say("signIn") } }],
  };
}

export function signOut(parts: PortalParts): RequestHandler {
  return formRoute(
    parts,
    async (request, response) => {
      await parts.partnerPortal.signOut(partnerCookieOf(request));
      response.append("Set-Cookie", endedPartnerCookie(parts));
      goTo(parts, response, "/partners/sign-in?out");
    },
    (_values, note, request) => signInPage(parts, request, { note }),
    noteFor,
  );
}
