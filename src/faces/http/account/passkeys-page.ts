// /account/passkeys: the passkeys of an account, by name; a new one, another name, and the end of one. A new one and an end take the password.
import type { Request, RequestHandler, Response } from "express";
import { z } from "zod";
import { type Html, html } from "../../../core/wording/html.ts";
import { minute } from "../../../core/wording/words.ts";
import type { SignedIn } from "../../../product/accounts/accounts.ts";
import { passkeyPaths } from "../../../product/accounts/passkeys/passkey-calls.ts";
import { noPasskeysHere, passkeySiteOf } from "../../../product/accounts/passkeys/passkey-site.ts";
import type { Field, Form, Page } from "../pages/form-page.ts";
import { deviceName } from "./device-name.ts";
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
import { credentialIn, passkeyForm, passkeyScripts } from "./passkey-form.ts";

export const passkeysPath = "/account/passkeys";

const notes: ReadonlyMap<string, string> = new Map([
  ["added", "The passkey was added."],
  ["renamed", "The name was changed."],
  ["removed", "The passkey was removed."],
]);

/** As the accounts library lists them. */
const listedPasskeys = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    backedUp: z.boolean(),
    createdAt: z.iso.datetime().transform((text) => new Date(text)),
  }),
);

type Passkey = z.output<typeof listedPasskeys>[number];

export function showPasskeys(parts: PageParts): RequestHandler {
  return async (request, response) => {
    const who = await signedIn(parts, request);
    if (who === undefined) return goOn(parts, response, `/sign-in?next=${encodeURIComponent(passkeysPath)}`);
    const query = queryOf(request);
    sendPage(parts, response, await pageOf(parts, request, who, query, notes.get(query.get("done"))));
  };
}

export function changePasskeys(parts: PageParts): RequestHandler {
  const call = async (request: Request, path: string, body: Record<string, unknown>) =>
    requireDone(await parts.door.call(request, { path, body: { ...body } }));
  return formRoute(
    parts,
    async (request, response, values) => {
      const [id, name] = [values.get("passkey"), values.get("name").trim()];
      switch (values.get("decision")) {
        case "begin":
          requireName(name);
          return sendPage(parts, response, await makePage(parts, request, response, values));
        case "add":
          await call(request, passkeyPaths.register, { response: credentialIn(values), name });
          return goOn(parts, response, withQuery(passkeysPath, { done: "added" }));
        case "rename":
          await call(request, passkeyPaths.rename, { id, name });
          return goOn(parts, response, withQuery(passkeysPath, { done: "renamed" }));
        case "remove":
          await call(request, passkeyPaths.remove, { id, ...passwordIn(values) });
          return goOn(parts, response, withQuery(passkeysPath, { done: "removed" }));
        default:
          return goOn(parts, response, passkeysPath);
      }
    },
    async (values, note, request) => {
      const who = await signedIn(parts, request);
      return who === undefined ? { title: "Passkeys", note } : pageOf(parts, request, who, values, note);
    },
  );
}

/** Before an authenticator keeps a passkey that is then refused. */
function requireName(name: string): void {
  if (name === "") throw new NotDone("Give the passkey a name.");
}

/** None is asked for of an account that only the issuer opens. */
function passwordIn(values: FormValues): { readonly password?: string } {
  const password = values.get("password");
  return password === "" ? {} : { password };
}

async function pageOf(
  parts: PageParts,
  request: Request,
  who: SignedIn,
  values: FormValues,
  note: string | undefined,
): Promise<Page> {
  const answer = await requireDone(await parts.door.call(request, { path: passkeyPaths.list }));
  const passkeys = listedPasskeys
    .parse(await answer.json())
    .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  const hasPassword = await parts.accounts.hasPassword(who.accountId);
  const chosen = passkeys.find(({ id }) => id === values.get("passkey"));
  if (chosen !== undefined) return { ...onePage(parts, chosen, hasPassword), note };
  const why = whyNone(parts);
  return {
    title: "Passkeys",
    note,
    text: [
      "A passkey signs you in by your fingerprint, your face or your screen lock, and counts as a second factor. While you have one and no authenticator app, the password alone does not sign you in.",
      ...(why === undefined ? [] : [why]),
    ],
    content: html`<ul class="sessions">${passkeys.map((passkey) => row(parts, passkey))}</ul>
`,
    forms: why === undefined ? [addForm(parts, request, hasPassword)] : [],
    links: { "Your account": hrefOf(parts, "/account") },
  };
}

function whyNone({ accounts, baseUrl }: PageParts): string | undefined {
  if (accounts.oidc?.isOnlyWay === true) {
    return `People sign in with ${accounts.oidc.name} alone here: no passkey is taken, and your next sign-in removes those that you have.`;
  }
  return passkeySiteOf(baseUrl) === undefined ? noPasskeysHere : undefined;
}

function row(parts: PageParts, { id, name, backedUp, createdAt }: Passkey): Html {
  const href = hrefOf(parts, withQuery(passkeysPath, { passkey: id }));
  return html`<li><div><strong>${name}</strong>
<p class="hint">Added ${minute(createdAt)} UTC. ${backedUp ? "Synced to your other devices." : "On one device."}</p></div>
<a class="button" href="${href}" aria-label="Change ${name}, added ${createdAt.toISOString()}">Change</a></li>
`;
}

function addForm(parts: PageParts, request: Request, hasPassword: boolean): Form {
  return {
    action: hrefOf(parts, passkeysPath),
    fields: [
      {
        ...{ name: "name", label: "Name of the new passkey", type: "text", autocomplete: "off" },
        value: deviceName(request.get("user-agent")),
      },
      ...passwordFields(hasPassword),
    ],
    buttons: { begin: "Add a passkey" },
  };
}

function passwordFields(hasPassword: boolean): readonly Field[] {
  return hasPassword
    ? [{ name: "password", label: "Password", type: "password", autocomplete: "current-password" }]
    : [];
}

async function makePage(parts: PageParts, request: Request, response: Response, values: FormValues): Promise<Page> {
  const path = passkeyPaths.beginRegistration;
  const begun = await requireDone(await parts.door.call(request, { path, body: passwordIn(values) }));
  response.setHeader("Set-Cookie", begun.headers.getSetCookie());
  response.setHeader("Cache-Control", "no-store");
  return {
    title: "Add a passkey",
    text: ["Your browser asks where to keep it, and who you are. Your other sessions end with your first passkey."],
    content: passkeyForm(parts, {
      does: "make",
      options: await begun.json(),
      action: passkeysPath,
      hidden: { name: values.get("name").trim(), decision: "add" },
      button: "Create the passkey",
    }),
    scripts: passkeyScripts,
    links: { Cancel: hrefOf(parts, passkeysPath) },
  };
}

function onePage(parts: PageParts, { id, name }: Passkey, hasPassword: boolean): Page {
  const action = hrefOf(parts, passkeysPath);
  const hidden = { passkey: id };
  return {
    title: name,
    text: [
      "If you remove it, also delete it where your device or password manager keeps it. A workspace that requires a second factor is closed to you while you have none.",
    ],
    forms: [
      {
        ...{ action, hidden },
        fields: [{ name: "name", label: "Name", type: "text", autocomplete: "off", value: name }],
        buttons: { rename: "Save the name" },
      },
      { ...{ action, hidden }, fields: passwordFields(hasPassword), buttons: { remove: "Remove" } },
    ],
    links: { Passkeys: action },
  };
}
