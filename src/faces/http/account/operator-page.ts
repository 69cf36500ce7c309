// /operator: the page behind the printed one-time link. Its visitor creates an account, or uses the one that is signed in, and becomes an
// operator of the installation.
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
  signedIn,
  withQuery,
} from "./form.ts";
import { createAccount, firstAccountTitle, newAccountFields } from "./new-account.ts";
import { issuerWays } from "./oidc-pages.ts";
import { sendPage } from "./page.ts";

const title = "Operate this service";
const text = [
  "This link was printed where the service runs. Its account operates the service: it sees every workspace and owns those without an owner.",
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
      const { answer } = await createAccount(parts, request, values, { operatorLink: link });
      goOn(parts, response, "/", answer);
    },
    async (values, note) => ({ ...(await signUpForm(parts, values)), note }),
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

async function signUpForm(parts: PageParts, values: FormValues): Promise<Page> {
  const link = values.get("link");
  const isFirst = (await parts.accounts.firstAccount()).kind !== "exists";
  const next = withQuery("/operator", { link });
  const ways = issuerWays(parts, next);
  if (parts.accounts.oidc?.isOnlyWay === true) return { title, text, ways };
  const form = {
    title: isFirst ? firstAccountTitle : title,
    text,
    forms: [
      {
        action: hrefOf(parts, "/operator"),
        hidden: { link },
        fields: newAccountFields(values),
        buttons: { "sign-up": "Create account" },
      },
    ],
  };
  if (isFirst) return { ...form, ways };
  return {
    ...form,
    links: { "Sign in with an account you have": hrefOf(parts, withQuery("/sign-in", { next })) },
  };
}
