// The calls of the accounts library that are let through, and how often: every one is named here, and what is not named is not
// there. Who tries to get into accounts is counted by address, by the account it is for, and by where mails would go, so that
// neither one address nor many can try passwords or send mails without end. Text that PostgreSQL cannot keep never gets further.
// Answers are the library's own, in its own shape.
import type { Request } from "express";
import { emailCharactersMax } from "../../../core/vocabulary/facts.ts";
import { findUnstorableText } from "../../../core/vocabulary/text.ts";
import type { Accounts } from "../../../product/accounts/accounts.ts";
import type { KnownDevices } from "../../../product/accounts/known-devices.ts";
import type { CountedMail, MailBudget } from "../../../product/accounts/mail-budget.ts";
import { passkeyPaths } from "../../../product/accounts/passkeys/passkey-calls.ts";
import { clientAddressHeader } from "../../../product/accounts/tables.ts";
import { Refusal } from "../../../product/operation/refusal.ts";
import { clientAddress } from "../guard/client-address.ts";
import { type RateLimits, tooManyRequests } from "../guard/rate-limits.ts";
import type { JsonBody } from "../json-body.ts";
import { openSignInGate, type SignInFigures } from "./sign-in-gate.ts";

/**
 * `attempt`: a caller without a session may be guessing. `sign_in`: failures count longer. `mail`: one may go to `email`. `invitation`: one
 * goes to `email`, counted where the workspace is known. `plain`: useless without a session.
 */
type Kind = "plain" | "attempt" | "sign_in" | "mail" | "invitation";

type Call = { readonly method: "GET" | "POST"; readonly kind: Kind; readonly query?: readonly string[] };

const get = (...query: readonly string[]): Call => ({ method: "GET", kind: "plain", query });
const post = (kind: Kind = "plain"): Call => ({ method: "POST", kind });

/** By their path under /api/auth. */
export const libraryCalls: Readonly<Record<string, Call>> = {
  "/sign-up/email": post("mail"),
  "/sign-in/email": post("sign_in"),
  "/sign-out": post(),
  "/get-session": get(),
  "/list-sessions": get(),
  "/revoke-session": post(),
  "/revoke-sessions": post(),
  "/revoke-other-sessions": post(),
  "/verify-email": { method: "GET", kind: "attempt", query: ["token", "callbackURL"] },
  "/send-verification-email": post("mail"),
  "/request-password-reset": post("mail"),
  "/reset-password": post("attempt"),
  "/change-password": post("attempt"),
  "/update-user": post(),
  "/two-factor/enable": post("attempt"),
  "/two-factor/disable": post("attempt"),
  "/two-factor/verify-totp": post("attempt"),
  "/two-factor/verify-backup-code": post("attempt"),
  "/two-factor/generate-backup-codes": post("attempt"),
  [passkeyPaths.beginSignIn]: { method: "GET", kind: "attempt" },
  [passkeyPaths.signIn]: post("attempt"),
  [passkeyPaths.beginRegistration]: post("attempt"),
  [passkeyPaths.register]: post("attempt"),
  [passkeyPaths.list]: get(),
  [passkeyPaths.rename]: post(),
  [passkeyPaths.remove]: post("attempt"),
  "/device/code": post("attempt"),
  "/device/token": post(),
  "/device": { method: "GET", kind: "attempt", query: ["user_code"] },
  "/device/approve": post("attempt"),
  "/device/deny": post("attempt"),
  "/organization/create": post(),
  "/organization/update": post(),
  "/organization/list": get(),
  "/organization/set-active": post(),
  "/organization/get-full-organization": get("organizationId"),
  "/organization/list-members": get("organizationId", "limit", "offset"),
  "/organization/get-active-member": get(),
  "/organization/update-member-role": post(),
  "/organization/remove-member": post(),
  "/organization/leave": post(),
  "/organization/invite-member": post("invitation"),
  "/organization/cancel-invitation": post(),
  "/organization/accept-invitation": post("attempt"),
  "/organization/reject-invitation": post("attempt"),
  "/organization/get-invitation": get("id"),
  "/organization/list-invitations": get("organizationId"),
  "/organization/list-user-invitations": get(),
};

export type LibraryCall = {
  readonly path: string;
  readonly query?: URLSearchParams;
  readonly body?: JsonBody;
};

export type LibraryDoor = {
  /** On behalf of the sender of `request`, with its cookie or token; throws `rate_limited`. */
  call(request: Request, call: LibraryCall): Promise<globalThis.Response>;
};

type DoorParts = {
  readonly accounts: Pick<Accounts, "handle">;
  readonly devices: Pick<KnownDevices, "find">;
  readonly mailBudget: MailBudget;
  readonly limits: RateLimits;
  readonly figures: SignInFigures;
  /** The public address, without a slash at its end. */
  readonly baseUrl: string;
  /** In milliseconds. */
  readonly now: () => number;
};

export function openLibraryDoor(parts: DoorParts): LibraryDoor {
  const { accounts, devices, mailBudget, limits, figures, baseUrl, now } = parts;
  const { origin } = new URL(baseUrl);
  const gate = openSignInGate(limits, figures, now);

  async function takeMail(mail: CountedMail): Promise<void> {
    const refusal = await mailBudget.take(mail);
    if (refusal !== undefined) throw tooManyRequests(refusal.retryAfterSeconds);
  }

  return {
    async call(request, call) {
      const { method, kind } = libraryCalls[call.path] ?? { method: "GET", kind: "attempt" };
      const address = clientAddress(request);
      const account = typeof call.body?.email === "string" ? call.body.email.toLowerCase() : "";
      const device = devices.find(request.headers.cookie, account);
      judgeValues(call);
      await limits.stranger.take(address);
      if (account.length > emailCharactersMax) throw addressTooLong();
      if (kind !== "plain" && !(kind === "sign_in" && device !== undefined)) await limits.signIn.take(address);
      if (kind === "mail" || kind === "invitation") await limits.mailCall.take(address);
      if (kind === "mail") await takeMail({ to: account, device });
      const url = new URL(`/api/auth${call.path}`, origin);
      if (call.query !== undefined) url.search = call.query.toString();
      const run = () =>
        accounts.handle(
          new globalThis.Request(url, {
            method,
            headers: headersFor(request, call.body !== undefined),
            ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
          }),
        );
      return kind === "sign_in" ? gate.pass({ address, account, device }, run) : run();
    },
  };
}

function addressTooLong(): Refusal {
  return new Refusal("invalid_request", `An e-mail address has at most ${emailCharactersMax} characters.`);
}

const countPattern = /^\d{1,9}$/;

/** The library hands these to the database as they come. */
function judgeValues({ query = new URLSearchParams(), body }: LibraryCall): void {
  for (const name of ["limit", "offset"]) {
    if (query.getAll(name).some((value) => !countPattern.test(value))) {
      throw new Refusal("invalid_request", `${name} must be a whole number of at most 9 digits.`);
    }
  }
  // A name may be there twice, and in the body as well.
  const named = [...query].map(([name, value]) => ({ [name]: value }));
  const path = [...named, body].map((part) => findUnstorableText(part)).find((found) => found !== undefined);
  if (path === undefined) return;
  throw new Refusal("invalid_request", `${path} contains a NUL character or half of a surrogate pair.`);
}

const headersKept = ["origin", "referer", "user-agent"];
/** Browsers send all of them. Node's fetch sends one alone, and would be taken for a browser that hides its origin. */
const browserHeaders = ["sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest"];

/** Of a caller, only what the library needs. If a token is sent, cookies are ignored. */
export function headersFor(request: Request, hasBody: boolean): Headers {
  const headers = new Headers({ [clientAddressHeader]: request.ip ?? "" });
  const credential = request.headers.authorization === undefined ? "cookie" : "authorization";
  const isBrowser = request.get("sec-fetch-site") !== undefined;
  for (const name of [...headersKept, ...(isBrowser ? browserHeaders : []), credential]) {
    const value = request.get(name);
    if (value !== undefined) headers.set(name, value);
  }
  if (hasBody) headers.set("content-type", "application/json");
  return headers;
}
