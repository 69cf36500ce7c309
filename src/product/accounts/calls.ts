// The service's decisions before and after the accounts library's own calls: who may sign up, whose password counts when an address is
// confirmed, which names are allowed, and which browsers an account knows from then on. The library never receives a call that is refused
// here.
import { randomBytes, randomUUID } from "node:crypto";
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from "better-auth/api";
import { verifyJWT } from "better-auth/crypto";
import { sql } from "kysely";
import { z } from "zod";
import { storedDigest } from "../../access/stored-digests.ts";
import { isWorkspaceRole, workspaceRoles } from "../../core/vocabulary/access/workspace-roles.ts";
import { emailCharactersMax } from "../../core/vocabulary/facts.ts";
import { readLeftBehind } from "../members/left-behind-read.ts";
import { firstAccountNeedsLink, isLinkOpen, linkIsGone, signUpByLink } from "../operators/operators.ts";
import type { DeviceCookie } from "./known-devices.ts";
import { type LibraryParts, linkSeconds } from "./parts.ts";
import { passkeyPaths, passkeyWays } from "./passkeys/passkey-calls.ts";
import {
  answerSignIn,
  askForPasskey,
  askForVerification,
  endRegistration,
  judgePasskeyCall,
} from "./passkeys/passkeys.ts";
import { provenPath } from "./proven-session.ts";
import { claimCode, endEarlierSessions } from "./second-factor.ts";
import { type Admission, admit } from "./sign-up.ts";
import { findUnproven, takeOver } from "./unproven.ts";
import { checkedName, field, refuseOthers, textOf } from "./values.ts";

/** In the browser that signed up: its link confirms the password that was chosen there. */
const signUpCookie = "sign_up";
const resetTokenBytes = 24;
const millisecondsPerSecond = 1000;

export type CallNotes = {
  /**
   * How each sign-up under way was admitted. Asked before the library opens its transaction: asked within, every sign-up would
   * hold two connections, and as many at once as there are connections would wait for each other.
   */
  readonly admissions: WeakMap<Request, Admission>;
  /** Whose mailbox each password reset under way has proven. */
  readonly proven: WeakMap<Request, string>;
};

type CallContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** Where a password is chosen: the library's own words say that it is too short, and not how long it should be. */
const passwordPaths: ReadonlySet<string> = new Set(["/sign-up/email", "/reset-password", "/change-password"]);

/** The library would also trust a browser for a month, or answer without a session. */
const factorFields: Readonly<Record<string, readonly string[]>> = {
  "/two-factor/enable": ["password"],
  "/two-factor/verify-totp": ["code"],
  "/two-factor/verify-backup-code": ["code"],
};

/** Each opens an account by a password, or leads to one. */
const passwordWays: ReadonlySet<string> = new Set([
  ...["/sign-up/email", "/sign-in/email", "/verify-email", "/send-verification-email"],
  ...["/request-password-reset", "/reset-password", "/change-password"],
]);

export function beforeCall(parts: LibraryParts, notes: CallNotes) {
  return createAuthMiddleware(async (context) => {
    const body: unknown = context.body;
    if (parts.oidc?.isOnlyWay === true && (passwordWays.has(context.path) || passkeyWays.has(context.path))) {
      throw onlyByIssuer(parts.oidc.name);
    }
    if (passwordPaths.has(context.path)) {
      const password = textOf(body, context.path === "/sign-up/email" ? "password" : "newPassword");
      if (password !== undefined) checkedPassword(context, password);
    }
    const fields = factorFields[context.path];
    if (fields !== undefined) refuseOthers(body, fields);
    await judgePasskeyCall(parts.database, parts.baseUrl, context);
    switch (context.path) {
      case "/sign-up/email":
        return judgeSignUp(parts, notes, context);
      case "/verify-email":
        return askForPassword(parts, context);
      // A new password locks out everyone who knew the old one.
      case "/change-password":
        return { context: { body: { ...context.body, revokeOtherSessions: true } } };
      case "/two-factor/verify-totp":
        return claimCode(parts.database, context);
      // A workspace has only a name: the library's own clients also send a slug, which is not used.
      case "/organization/create":
        refuseOthers(body, ["name", "slug"]);
        return { context: { body: { name: checkedName(body), slug: randomUUID() } } };
      case "/organization/update":
        refuseOthers(field(body, "data"), ["name"]);
        checkedName(field(body, "data"));
        return;
      case "/organization/invite-member":
      case "/organization/update-member-role":
        if (!isWorkspaceRole(field(body, "role"))) {
          throw new APIError("BAD_REQUEST", {
            code: "UNKNOWN_ROLE",
            message: `role must be one of ${workspaceRoles.join(", ")}.`,
          });
        }
        return;
      default:
        return;
    }
  });
}

export function afterCall(parts: LibraryParts, notes: CallNotes) {
  const { devices } = parts;
  return createAuthMiddleware(async (context) => {
    const remember = ({ name, value, maxAgeSeconds }: DeviceCookie) => {
      context.setCookie(name, value, context.context.createAuthCookie("known", { maxAge: maxAgeSeconds }).attributes);
    };
    const cookies = context.headers?.get("cookie") ?? undefined;
    switch (context.path) {
      case "/sign-up/email": {
        const accountId = textOf(field(context.context.returned, "user"), "id");
        // Also for a taken address, with a made-up id: the answer must not reveal it.
        if (accountId === undefined) return;
        const { name, attributes } = context.context.createAuthCookie(signUpCookie, { maxAge: linkSeconds });
        await context.setSignedCookie(name, accountId, context.context.secret, attributes);
        return;
      }
      case "/sign-in/email": {
        const signedIn = context.context.newSession?.user.email;
        if (signedIn !== undefined) remember(devices.remember(cookies, signedIn));
        return askForPasskey(parts.database, context, false);
      }
      case provenPath:
        return askForPasskey(parts.database, context, parts.oidc?.isOnlyWay === true);
      case passkeyPaths.beginSignIn:
        return askForVerification(context);
      case passkeyPaths.signIn:
        return answerSignIn(context);
      case passkeyPaths.register:
        return endRegistration(parts.database, context);
      case "/reset-password": {
        const email = context.request === undefined ? undefined : notes.proven.get(context.request);
        if (email !== undefined) remember(devices.remember(cookies, email));
        return;
      }
      case "/revoke-session":
      case "/revoke-other-sessions":
        return endListed(parts, context);
      case "/two-factor/verify-totp":
        return endEarlierSessions(parts.database, context);
      case "/organization/remove-member":
      case "/organization/leave":
        return nameLeftBehind(parts, context);
      // With everybody who is invited: an owner's, as the lists of the API are. Who asks is known only once the library has answered.
      case "/organization/get-full-organization":
      case "/organization/list-invitations":
        return requireOwner(parts, context);
      default:
        return;
    }
  });
}

/** Behind the library's answer, whose member is gone by then. */
async function nameLeftBehind({ database }: LibraryParts, context: CallContext) {
  const { returned } = context.context;
  if (typeof returned !== "object" || returned === null || isAPIError(returned)) return;
  const member = field(returned, "member") ?? returned;
  const workspaceId = Number(textOf(member, "organizationId"));
  const accountId = textOf(member, "userId");
  if (accountId === undefined || !Number.isSafeInteger(workspaceId)) return;
  return context.json({
    ...returned,
    left_behind: await readLeftBehind(database.kysely, workspaceId, accountId),
  });
}

/** An invitation's link proves the mailbox, so its holder takes the address from an account that only claimed it. */
async function judgeSignUp(parts: LibraryParts, { admissions }: CallNotes, context: CallContext) {
  const { database, secrets } = parts;
  const body: unknown = context.body;
  const operatorLink = textOf(body, "operatorLink");
  if (operatorLink !== undefined) return signUpAsOperator(parts, context, operatorLink);
  const email = textOf(body, "email") ?? "";
  const admission = await admit(database.kysely, secrets, parts, {
    email,
    invitation: textOf(body, "invitation") ?? null,
  });
  if (context.request !== undefined) admissions.set(context.request, admission);
  if (admission === "needs_link") {
    throw new APIError("FORBIDDEN", { code: "FIRST_ACCOUNT_NEEDS_LINK", message: firstAccountNeedsLink });
  }
  if (admission === "closed") {
    throw new APIError("FORBIDDEN", {
      code: "SIGN_UP_CLOSED",
      message: "Sign-up is closed here: ask to be invited.",
    });
  }
  if (admission !== "invited") return;
  const accountId = await findUnproven(database.kysely, email);
  if (accountId === undefined) return;
  const name = checkedName(body);
  const passwordHash = await context.context.password.hash(checkedPassword(context, textOf(body, "password") ?? ""));
  if (!(await takeOver(database.kysely, { accountId, name, passwordHash }))) return;
  const user = { id: accountId, name, email: email.toLowerCase(), emailVerified: true, image: null };
  return context.json({ token: null, user: { ...user, createdAt: new Date(), updatedAt: new Date() } });
}

/** A stranger is refused by the library itself, in its words. */
async function requireOwner({ database }: LibraryParts, context: CallContext): Promise<void> {
  const session = isAPIError(context.context.returned) ? null : await getSessionFromCtx(context);
  if (session === null) return;
  const active = textOf(session.session, "activeOrganizationId");
  const workspace = textOf(context.query, "organizationId") ?? active;
  if (workspace === undefined) return;
  const found = await database.kysely
    .selectFrom("workspace_member")
    .select("role")
    .where("workspace", "=", workspace)
    .where("user_id", "=", session.user.id)
    .executeTakeFirst();
  if (found === undefined || found.role === "owner") return;
  throw new APIError("FORBIDDEN", { code: "OWNERS_ONLY", message: "Only an owner of the workspace may do this." });
}

/** The link was printed by the service itself, so its holder is trusted to name an address. */
async function signUpAsOperator({ database, secrets }: LibraryParts, context: CallContext, link: string) {
  const name = checkedName(context.body);
  const email = z.email().max(emailCharactersMax).safeParse(textOf(context.body, "email")).data?.toLowerCase();
  if (email === undefined) throw new APIError("BAD_REQUEST", { code: "INVALID_EMAIL", message: "Invalid email" });
  const password = checkedPassword(context, textOf(context.body, "password") ?? "");
  // Before the password costs a hash.
  if (!(await isLinkOpen(database.kysely, link))) throw linkGone();
  const account = { name, email, passwordHash: await context.context.password.hash(password) };
  const used = await signUpByLink(database.kysely, secrets, link, account);
  if (used.kind === "gone") throw linkGone();
  if (used.kind === "taken") {
    const message = "There is an account with this e-mail: sign in with it and open the link again.";
    throw new APIError("BAD_REQUEST", { code: "SIGN_IN_FIRST", message });
  }
  const times = { createdAt: new Date(), updatedAt: new Date() };
  return context.json({
    token: null,
    user: { id: used.accountId, name, email, emailVerified: true, image: null, ...times },
  });
}

function onlyByIssuer(name: string): APIError {
  return new APIError("FORBIDDEN", { code: "OIDC_ONLY", message: `People sign in with ${name} alone here.` });
}

function linkGone(): APIError {
  return new APIError("FORBIDDEN", { code: "LINK_IS_GONE", message: linkIsGone });
}

function checkedPassword(context: CallContext, password: string): string {
  const { minPasswordLength, maxPasswordLength } = context.context.password.config;
  if (password.length < minPasswordLength) {
    const message = `The password must have at least ${minPasswordLength} characters.`;
    throw new APIError("BAD_REQUEST", { code: "PASSWORD_TOO_SHORT", message });
  }
  if (password.length > maxPasswordLength) {
    const message = `The password must have at most ${maxPasswordLength} characters.`;
    throw new APIError("BAD_REQUEST", { code: "PASSWORD_TOO_LONG", message });
  }
  return password;
}

/**
 * The link that confirms an address says who reads its mail, and nothing of who chose the password. Opened elsewhere than where
 * that was done, it leads to the page that sets one.
 */
async function askForPassword({ database, baseUrl }: LibraryParts, context: CallContext) {
  const { secret, internalAdapter, createAuthCookie } = context.context;
  const email = textOf(await verifyJWT(textOf(context.query, "token") ?? "", secret), "email");
  const accountId = email === undefined ? undefined : await findUnproven(database.kysely, email);
  if (accountId === undefined) return;
  if ((await context.getSignedCookie(createAuthCookie(signUpCookie).name, secret)) === accountId) return;
  const token = randomBytes(resetTokenBytes).toString("base64url");
  await internalAdapter.createVerificationValue({
    identifier: `reset-password:${token}`,
    value: accountId,
    expiresAt: new Date(Date.now() + linkSeconds * millisecondsPerSecond),
  });
  throw context.redirect(`${baseUrl}/reset-password?token=${token}&confirm`);
}

/**
 * The library ends sessions by what it lists them with, which are digests here and open nothing, so they are ended by that as well.
 * After its own answer, when it has seen that the call is the account's and comes from no other site's page.
 */
async function endListed({ database }: LibraryParts, context: CallContext): Promise<void> {
  const session = isAPIError(context.context.returned) ? null : await getSessionFromCtx(context);
  if (session === null) return;
  const own = storedDigest(session.session.token);
  const listed = textOf(context.body, "token") ?? "";
  const which = context.path === "/revoke-session" ? sql`token = ${listed}` : sql`token <> ${own}`;
  await sql`delete from account_session where user_id = ${session.user.id} and ${which}`.execute(database.kysely);
}
