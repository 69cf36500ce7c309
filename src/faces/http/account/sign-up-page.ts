// /sign-up and /invitation: creating an account, and joining a workspace by invitation.
// The page says the same whether an e-mail has an account already or not; an invitation's link tells its own address, since
// only who received it has it.
import type { Request, RequestHandler, Response } from "express";
import type { Invitation } from "../../../product/accounts/sign-up.ts";
import type { Page } from "../pages/form-page.ts";
import {
  type FormValues,
  formRoute,
  goOn,
  hrefOf,
  NotDone,
  type PageParts,
  queryOf,
  requireDone,
  signedIn,
  withQuery,
} from "./form.ts";
import { sendPage } from "./page.ts";

const gone = "This invitation is no longer valid. Ask for a new one.";

export function showSignUp(parts: PageParts): RequestHandler {
  return async (request, response) => {
    const query = queryOf(request);
    const invitation = await parts.accounts.invitationOf(query.get("ticket"));
    sendPage(parts, response, signUpPage(parts, query, invitation?.email ?? query.get("email"), undefined));
  };
}

export function signUp(parts: PageParts): RequestHandler {
  return formRoute(
    parts,
    async (request, response, values) => {
      const ticket = values.get("ticket");
      const account = { name: values.get("name"), email: values.get("email"), password: values.get("password") };
      const body = ticket === "" ? account : { ...account, invitation: ticket };
      const answer = await requireDone(await parts.door.call(request, { path: "/sign-up/email", body }));
      const next = ticket === "" ? values.get("next") : withQuery("/invitation", { ticket });
      goOn(
        parts,
        response,
        `${withQuery("/sign-in", { next, email: account.email })}&${parts.sendsMail ? "welcome" : "unsent"}`,
        answer,
      );
    },
    (values, note) => signUpPage(parts, values, values.get("email"), note),
  );
}

function signUpPage(parts: PageParts, values: FormValues, email: string, note: string | undefined): Page {
  return {
    title: "Create account",
    note,
    forms: [
      {
        action: hrefOf(parts, "/sign-up"),
        hidden: { next: values.get("next"), ticket: values.get("ticket") },
        fields: [
          { name: "name", label: "Name", type: "text", autocomplete: "name", value: values.get("name") },
          { name: "email", label: "E-mail", type: "email", autocomplete: "username", value: email },
          { name: "password", label: "Password", type: "password", autocomplete: "new-password" },
        ],
        buttons: { "sign-up": "Create account" },
      },
    ],
    links: { "Sign in instead": hrefOf(parts, withQuery("/sign-in", { next: values.get("next") })) },
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
  return {
    title,
    text: [...text, ...other],
    links: {
      "Sign in": hrefOf(parts, withQuery("/sign-in", { next, email: invitation.email })),
      "Create account": hrefOf(parts, withQuery("/sign-up", { ticket })),
    },
  };
}
