// /forgot-password and /reset-password: a new password for who can read the account's mail.
import type { RequestHandler } from "express";
import type { Page } from "../pages/form-page.ts";
import { type FormValues, formRoute, goOn, hrefOf, type PageParts, queryOf, requireDone } from "./form.ts";
import { newPasswordField } from "./new-account.ts";
import { sendPage } from "./page.ts";

const whyNow =
  "One more step: this link was opened in another browser than the one the account was created in. Choose the password of your account; it replaces the one from before.";

const onItsWay = {
  title: "Check your mail",
  text: ["If there is an account with this e-mail, a link to set its password is on its way."],
};

const notSent = {
  title: "Ask for the link",
  text: [
    "No mail server is configured. If an account with this e-mail exists, the link to set its password is in the log of the service: ask the operator.",
  ],
};

export function showForgotPassword(parts: PageParts): RequestHandler {
  return (request, response) => sendPage(parts, response, forgotPage(parts, queryOf(request), undefined));
}

export function forgotPassword(parts: PageParts): RequestHandler {
  return formRoute(
    parts,
    async (request, response, values) => {
      const body = { email: values.get("email") };
      await requireDone(await parts.door.call(request, { path: "/request-password-reset", body }));
      sendPage(parts, response, parts.sendsMail ? onItsWay : notSent);
    },
    (values, note) => forgotPage(parts, values, note),
  );
}

function forgotPage(parts: PageParts, values: FormValues, note: string | undefined): Page {
  return {
    title: "Forgot your password?",
    note,
    forms: [
      {
        action: hrefOf(parts, "/forgot-password"),
        fields: [
          { name: "email", label: "E-mail", type: "email", autocomplete: "username", value: values.get("email") },
        ],
        buttons: { send: "Send a link" },
      },
    ],
  };
}

export function showResetPassword(parts: PageParts): RequestHandler {
  return (request, response) => {
    const isConfirming = new URL(request.originalUrl, "http://service").searchParams.has("confirm");
    sendPage(parts, response, resetPage(parts, queryOf(request), isConfirming ? whyNow : undefined));
  };
}

export function resetPassword(parts: PageParts): RequestHandler {
  return formRoute(
    parts,
    async (request, response, values) => {
      const body = { token: values.get("token"), newPassword: values.get("password") };
      const answer = await requireDone(await parts.door.call(request, { path: "/reset-password", body }));
      goOn(parts, response, "/sign-in?reset", answer);
    },
    (values, note) => resetPage(parts, values, note),
  );
}

function resetPage(parts: PageParts, values: FormValues, note: string | undefined): Page {
  return {
    title: "Set a new password",
    note,
    forms: [
      {
        action: hrefOf(parts, "/reset-password"),
        hidden: { token: values.get("token") },
        fields: [newPasswordField("New password")],
        buttons: { set: "Set password" },
      },
    ],
    links: { "Send a new link": hrefOf(parts, "/forgot-password") },
  };
}
