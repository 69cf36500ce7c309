// /sign-in/code and /account/second-factor: the code of an authenticator app at sign-in, and setting that up. The secret and the recovery
// codes are shown once, in the answer to the password, and are in no address.
import type { Request, RequestHandler } from "express";
import { z } from "zod";
import { type Html, html, ready } from "../../../core/wording/html.ts";
import type { SignedIn } from "../../../product/accounts/accounts.ts";
import type { SecondFactor } from "../../../product/accounts/second-factor-asked.ts";
import type { Form, Page } from "../pages/form-page.ts";
import { qrCodeSvg } from "../pages/qr-code.ts";
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
import { sendPage } from "./page.ts";
import { passkeySignInPath } from "./passkey-sign-in-page.ts";

const codePattern = /^\d{6}$/;
const path = "/account/second-factor";

/** Where the second factor is given that is asked for next, or where to go on without one. */
export function afterFirstProof(asked: SecondFactor | null, next: string): string {
  switch (asked) {
    case "code":
      return withQuery("/sign-in/code", { next });
    case "passkey":
      return withQuery(passkeySignInPath, { next, second: "yes" });
    case null:
      return next;
  }
}

export function showCode(parts: PageParts): RequestHandler {
  return (request, response) => sendPage(parts, response, codePage(parts, queryOf(request), undefined));
}

export function enterCode(parts: PageParts): RequestHandler {
  return formRoute(
    parts,
    async (request, response, values) => {
      const code = values.get("code").trim();
      const isOfApp = codePattern.test(code.replaceAll(" ", ""));
      const answer = await requireDone(
        await parts.door.call(request, {
          path: isOfApp ? "/two-factor/verify-totp" : "/two-factor/verify-backup-code",
          body: { code: isOfApp ? code.replaceAll(" ", "") : code },
        }),
      );
      goOn(parts, response, pathOrHome(values.get("next")), answer);
    },
    (values, note) => codePage(parts, values, note),
  );
}

function codePage(parts: PageParts, values: FormValues, note: string | undefined): Page {
  return {
    title: "Enter your code",
    note,
    forms: [
      {
        action: hrefOf(parts, "/sign-in/code"),
        hidden: { next: values.get("next") },
        fields: [
          {
            ...{ name: "code", label: "Code", type: "text", autocomplete: "one-time-code", isCode: true },
            hint: "Six digits from your authenticator app, or one of your recovery codes.",
          },
        ],
        buttons: { "sign-in": "Sign in" },
      },
    ],
    links: { "Sign in as someone else": hrefOf(parts, "/sign-in") },
  };
}

export function showSecondFactor(parts: PageParts): RequestHandler {
  return async (request, response) => {
    const who = await signedIn(parts, request);
    if (who === undefined) goOn(parts, response, `/sign-in?next=${encodeURIComponent(path)}`);
    else sendPage(parts, response, await factorPage(parts, who, undefined));
  };
}

export function setSecondFactor(parts: PageParts): RequestHandler {
  return formRoute(
    parts,
    async (request, response, values) => {
      switch (values.get("decision")) {
        case "set-up":
          return sendPage(parts, response, await setUp(parts, request, values));
        case "confirm": {
          const body = { code: values.get("code").replaceAll(" ", "") };
          const answer = await requireDone(await parts.door.call(request, { path: "/two-factor/verify-totp", body }));
          return goOn(parts, response, path, answer);
        }
        case "new-codes":
          return sendPage(parts, response, await newCodes(parts, request, values));
        case "turn-off": {
          const body = passwordIn(values);
          const answer = await requireDone(await parts.door.call(request, { path: "/two-factor/disable", body }));
          return goOn(parts, response, path, answer);
        }
        default:
          return goOn(parts, response, path);
      }
    },
    async (values, note, request) => {
      if (values.get("decision") === "confirm") return { ...confirmPage(parts), note };
      const who = await signedIn(parts, request);
      if (who === undefined) return { title: "Second factor", note };
      return factorPage(parts, who, note);
    },
  );
}

async function factorPage(parts: PageParts, who: SignedIn, note: string | undefined): Promise<Page> {
  const { hasSecondFactor: isOn, accountId } = who;
  const hasPassword = await parts.accounts.hasPassword(accountId);
  const fields = [{ name: "password", label: "Password", type: "password", autocomplete: "current-password" }] as const;
  const buttons: Form["buttons"] = isOn
    ? { "new-codes": "New recovery codes", "turn-off": "Turn off" }
    : { "set-up": "Set up" };
  return {
    title: "Second factor",
    note,
    text: [
      isOn
        ? "It is on: signing in also takes a code from your authenticator app."
        : "Signing in then also takes a code from an authenticator app on your phone. Your other sessions end when you turn it on.",
    ],
    forms: [{ action: hrefOf(parts, path), ...(hasPassword ? { fields } : {}), buttons }],
    links: { "Your account": hrefOf(parts, "/account") },
  };
}

/** None is asked for of an account that only the issuer opens. */
function passwordIn(values: FormValues): { readonly password?: string } {
  const password = values.get("password");
  return password === "" ? {} : { password };
}

const enabled = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) });

async function setUp(parts: PageParts, request: Request, values: FormValues): Promise<Page> {
  const body = passwordIn(values);
  const answer = await requireDone(await parts.door.call(request, { path: "/two-factor/enable", body }));
  const { totpURI, backupCodes } = enabled.parse(await answer.json());
  const secret = new URL(totpURI).searchParams.get("secret") ?? "";
  return {
    ...confirmPage(parts),
    content: html`<p>1. Scan this code with your authenticator app, or type the key below it.</p>
<div class="qr">${ready(qrCodeSvg(totpURI, "QR code of the key"))}</div>
<p><code class="key">${secret}</code></p>
<p>2. Keep these recovery codes where you find them without your phone. Each signs you in once. They are shown only now.</p>
${recoveryCodes(backupCodes)}`,
  };
}

function recoveryCodes(codes: readonly string[]): Html {
  return html`<ul class="recovery-codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
`;
}

function confirmPage(parts: PageParts): Page {
  return {
    title: "Set up your second factor",
    forms: [
      {
        action: hrefOf(parts, path),
        fields: [
          {
            ...{ name: "code", label: "Code", type: "text", autocomplete: "one-time-code", isCode: true },
            hint: "The six digits that the app shows now.",
          },
        ],
        buttons: { confirm: "Turn on" },
      },
    ],
    links: { Cancel: hrefOf(parts, path) },
  };
}

const renewed = z.object({ backupCodes: z.array(z.string()) });

async function newCodes(parts: PageParts, request: Request, values: FormValues): Promise<Page> {
  const body = passwordIn(values);
  const path = "/two-factor/generate-backup-codes";
  const answer = await requireDone(await parts.door.call(request, { path, body }));
  const { backupCodes } = renewed.parse(await answer.json());
  return {
    title: "Your recovery codes",
    text: ["The earlier ones no longer work. Each signs you in once. They are shown only now."],
    content: recoveryCodes(backupCodes),
    links: { "Your account": hrefOf(parts, "/account") },
  };
}
