// /operator: the page behind the one-time link that the machine prints. Whoever opens it makes an account, or uses the one they are
// signed in with, and operates the installation from then on.
import type { Request, RequestHandler } from "express";
import { linkIsGone } from "../../../product/operators/operators.ts";
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

const title = "Operate this service";
const text = [
  "This link was printed where the service runs. Its account sees every workspace, owns those that have no owner, and does what only operators may.",
];

export function showOperator(parts: PageParts): RequestHandler {
  return async (request, response) => {
    const values = queryOf(request);
    if (await parts.accounts.isOperatorLinkOpen(values.get("link"))) {
      sendPage(parts, response, await operatorPage(parts, request, values));
    } else sendPage(parts, response, { title, note: linkIsGone, status: 404 });
  };
}

export function becomeOperator(parts: PageParts): RequestHandler {
  return formRoute(
    parts,
    async (request, response, values) => {
      const link = values.get("link");
      if (values.get("decision") === "use-account") {
        const who = await signedIn(parts, request);
        if (who === undefined) throw new NotDone("You are signed out: sign in and open the link again.", 401);
        const used = await parts.accounts.becomeOperator(link, who.accountId);
        if (used.kind !== "done") throw new NotDone(linkIsGone, 404);
        goOn(parts, response, "/");
        return;
      }
      const [email, password] = [values.get("email"), values.get("password")];
      const body = { name: values.get("name"), email, password, operatorLink: link };
      await requireDone(await parts.door.call(request, { path: "/sign-up/email", body }));
      const signIn = { path: "/sign-in/email", body: { email, password } };
      goOn(parts, response, "/", await requireDone(await parts.door.call(request, signIn)));
    },
    (values, note) => ({ ...signUpForm(parts, values), note }),
  );
}

async function operatorPage(parts: PageParts, request: Request, values: FormValues): Promise<Page> {
  const who = await signedIn(parts, request);
  if (who === undefined) return signUpForm(parts, values);
  return {
    title,
    text: [...text, `You are signed in as ${who.name}, ${who.email}.`],
    forms: [
      {
        action: hrefOf(parts, "/operator"),
        hidden: { link: values.get("link") },
        buttons: { "use-account": "Use this account" },
      },
    ],
  };
}

function signUpForm(parts: PageParts, values: FormValues): Page {
  const link = values.get("link");
  return {
    title,
    text,
    forms: [
      {
        action: hrefOf(parts, "/operator"),
        hidden: { link },
        fields: [
          { name: "name", label: "Name", type: "text", autocomplete: "name", value: values.get("name") },
          { name: "email", label: "E-mail", type: "email", autocomplete: "username", value: values.get("email") },
          { name: "password", label: "Password", type: "password", autocomplete: "new-password" },
        ],
        buttons: { "sign-up": "Create account" },
      },
    ],
    links: {
      "Sign in with an account you have": hrefOf(
        parts,
        withQuery("/sign-in", { next: withQuery("/operator", { link }) }),
      ),
    },
  };
}
