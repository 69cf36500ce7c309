// /partners/sign-in, /partners/link and /partners/sign-out: a partner signs in by a mailed link. The page says the same whether or not an
// address belongs to a partner. Opening the link shows a button: mail scanners open links too, and must not use them up.
import type { RequestHandler } from "express";
import { linkMinutes } from "../../../product/portal/sessions.ts";
import { formRoute, hrefOf, NotDone, queryOf } from "../account/form.ts";
import { sendPage } from "../account/page.ts";
import { clientAddress } from "../guard/client-address.ts";
import type { Page } from "../pages/form-page.ts";
import { emailIn, goTo, type PortalParts, personOf, takeMail } from "./portal-parts.ts";
import { endedPartnerCookie, newPartnerCookie, partnerCookieOf } from "./session-cookie.ts";

const linkGone =
  "This link was used already, or its time is over: it works once, and not for long. Ask for a new one below.";

export function showSignIn(parts: PortalParts): RequestHandler {
  return async (request, response) => {
    if ((await personOf(parts, request)) !== undefined) goTo(parts, response, "/partners");
    else {
      const isOut = new URL(request.originalUrl, "http://service").searchParams.has("out");
      sendPage(parts, response, signInPage(parts, "", isOut ? "You are signed out." : undefined));
    }
  };
}

export function askForLink(parts: PortalParts): RequestHandler {
  return formRoute(
    parts,
    async (request, response, values) => {
      const email = emailIn(values.get("email"));
      await takeMail(parts, request, email);
      parts.partnerPortal.ask(email, null);
      sendPage(parts, response, checkMailPage(parts, `If ${email} is a partner's, a link to sign in is on its way.`));
    },
    (values, note) => signInPage(parts, values.get("email"), note),
  );
}

export function checkMailPage(parts: PortalParts, said: string): Page {
  return {
    title: "Check your mail",
    text: [
      said,
      `It works once, within ${linkMinutes} minutes. Nothing there? Look into the folder for spam, or ask the brand which e-mail it has of you.`,
    ],
    links: { "Use another e-mail": hrefOf(parts, "/partners/sign-in") },
  };
}

function signInPage(parts: PortalParts, email: string, note: string | undefined, status = 200): Page {
  return {
    title: "Sign in as a partner",
    note,
    status,
    text: ["You need no password: a link to sign in comes to your mail."],
    forms: [
      {
        action: hrefOf(parts, "/partners/sign-in"),
        fields: [{ name: "email", label: "E-mail", type: "email", autocomplete: "email", value: email }],
        buttons: { send: "Mail me a link" },
      },
    ],
    links: { "You are a brand? Sign in here": hrefOf(parts, "/sign-in") },
  };
}

export function showLink(parts: PortalParts): RequestHandler {
  return async (request, response) => {
    await parts.limits.browser.take(`partner page ${clientAddress(request)}`);
    const token = queryOf(request).get("token");
    const isOpen = await parts.partnerPortal.isLinkOpen(token);
    sendPage(parts, response, isOpen ? linkPage(parts, token) : gonePage(parts));
  };
}

export function signInByLink(parts: PortalParts): RequestHandler {
  return formRoute(
    parts,
    async (request, response, values) => {
      await parts.limits.signIn.take(clientAddress(request));
      const session = await parts.partnerPortal.openByLink(values.get("token"));
      if (session === undefined) throw new NotDone(linkGone, 410);
      response.setHeader("Set-Cookie", newPartnerCookie(parts, session));
      goTo(parts, response, "/partners");
    },
    (_values, note) => signInPage(parts, "", note),
  );
}

function gonePage(parts: PortalParts): Page {
  return signInPage(parts, "", linkGone, 410);
}

function linkPage(parts: PortalParts, token: string): Page {
  return {
    title: "Sign in as a partner",
    text: ["One more step: it shows that a person opened the link, and not a program that looks into mail."],
    forms: [{ action: hrefOf(parts, "/partners/link"), hidden: { token }, buttons: { "sign-in": "Sign in" } }],
  };
}

export function signOut(parts: PortalParts): RequestHandler {
  return formRoute(
    parts,
    async (request, response) => {
      await parts.partnerPortal.signOut(partnerCookieOf(request));
      response.setHeader("Set-Cookie", endedPartnerCookie(parts));
      goTo(parts, response, "/partners/sign-in?out");
    },
    (_values, note) => signInPage(parts, "", note),
  );
}
