// /sign-up and /invitation: creating an account, and joining a workspace by invitation. The page says the same whether or not an e-mail has
// an account; an invitation's link shows its own e-mail, since only its recipient has it.
import type { Request, RequestHandler, Response } from "express";
import type { FirstAccount, Invitation } from "../../../product/accounts/sign-up.ts";
import type { Page } from "../pages/form-page.ts";
import {
  type FormValues,
  formRoute,
  goOn,
  hrefOf,
  NotDone,
  type PageParts,
  pathOrHome,
  queryOf,
  requireDone,
  signedIn,
  withQuery,
} from "./form.ts";
import { createAccount, firstAccountTitle, needsLinkPage, newAccountFields } from "./new-account.ts";
import { issuerWays } from "./oidc-pages.ts";
import { sendPage } from "./page.ts";

const gone = "This invitation is no longer valid. Ask for a new one.";

export function showSignUp(parts: PageParts): RequestHandler {
  return async (request, response) => {
    const query = queryOf(request);
    const invitation = await parts.accounts.invitationOf(query.get("ticket"));
    const first = await parts.accounts.firstAccount();
    const needsLink = first.kind === "by_link" && !first.canSignUp && invitation === undefined;
    const email = invitation?.email ?? query.get("email");
    sendPage(parts, response, needsLink ? needsLinkPage(parts, first) : signUpPage(parts, query, { email, first }));
  };
}

export function signUp(parts: PageParts): RequestHandler {
  return formRoute(
    parts,
    async (request, response, values) => {
      const ticket = values.get("ticket");
      const { kind, answer } = await createAccount(parts, request, values, ticket === "" ? {} : { invitation: ticket });
      const next = ticket === "" ? values.get("next") : withQuery("/invitation", { ticket });
      const signIn = withQuery("/sign-in", { next, email: values.get("email") });
      const path = kind === "signed_in" ? pathOrHome(next) : `${signIn}&${parts.sendsMail ? "welcome" : "unsent"}`;
      goOn(parts, response, path, answer);
    },
    async (values, note) => {
      const first = await parts.accounts.firstAccount();
      return { ...signUpPage(parts, values, { email: values.get("email"), first }), note };
    },
  );
}

type SignUpFacts = { readonly email: string; readonly first: FirstAccount };

function signUpPage(parts: PageParts, values: FormValues, { email, first }: SignUpFacts): Page {
  const isFirst = first.kind === "anyone";
  return {
    title: isFirst ? firstAccountTitle : "Create account",
    text: isFirst ? ["It operates this installation: it sees everything and invites the others."] : [],
    forms: [
      {
        action: hrefOf(parts, "/sign-up"),
        hidden: { next: values.get("next"), ticket: values.get("ticket") },
        fields: newAccountFields(values, email),
        buttons: { "sign-up": "Create account" },
      },
    ],
    links: isFirst ? {} : { "Sign in instead": hrefOf(parts, withQuery("/sign-in", { next: values.get("next") })) },
  };
}

export function showInvitation(parts: PageParts): RequestHandler {
  return async (request, response) => {
    const ticket = queryOf(request).get("ticket");
    const invitation = await parts.accounts.invitationOf(ticket);
    if (invitation === undefined) sendPage(parts, response, { title: "Invitation", note: gone, status: 404 });
    else sendPage(parts, response, await invitationPage(parts, request, ticket, invitation));
  };
}

export function acceptInvitation(parts: PageParts): RequestHandler {
  return formRoute(
    parts,
    async (request: Request, response: Response, values: FormValues) => {
      const invitation = await parts.accounts.invitationOf(values.get("ticket"));
      if (invitation === undefined) throw new NotDone(gone, 404);
      const body = { invitationId: invitation.invitationId };
      await requireDone(await parts.door.call(request, { path: "/organization/accept-invitation", body }));
      sendPage(parts, response, {
        title: "Welcome",
        text: [`You belong to the workspace ${invitation.workspaceName} now, as ${invitation.role}.`],
        links: { "Open the console": hrefOf(parts, "/") },
      });
    },
    (_values, note) => ({ title: "Invitation", note }),
  );
}

async function invitationPage(
  parts: PageParts,
  request: Request,
  ticket: string,
  invitation: Invitation,
): Promise<Page> {
  const who = await signedIn(parts, request);
  const text = [`You are invited to the workspace ${invitation.workspaceName} as ${invitation.role}.`];
  const title = "Invitation";
  if (who?.email === invitation.email) {
    const form = { action: hrefOf(parts, "/invitation"), hidden: { ticket }, buttons: { accept: "Accept" } };
    return { title, text, forms: [form] };
  }
  const next = withQuery("/invitation", { ticket });
  const other =
    who === undefined ? [] : [`You are signed in as ${who.email}; the invitation is for ${invitation.email}.`];
  if (parts.accounts.oidc?.isOnlyWay === true) {
    return { title, text: [...text, ...other], ways: issuerWays(parts, next) };
  }
  return {
    title,
    text: [...text, ...other],
    links: {
      "Sign in": hrefOf(parts, withQuery("/sign-in", { next, email: invitation.email })),
      "Create account": hrefOf(parts, withQuery("/sign-up", { ticket })),
    },
  };
}
