// What the accounts library leaves open about passkeys. The authenticator must verify its user, so a passkey is two factors and needs no code.
// Adding and removing one takes the password, or a new session where there is no password. While an account has one and no authenticator app,
// no other proof alone opens a session: every session of such an account was opened with the passkey.
import { passkey } from "@better-auth/passkey";
import type { BetterAuthPlugin } from "better-auth";
import {
  APIError,
  createAuthEndpoint,
  type createAuthMiddleware,
  getSessionFromCtx,
  isAPIError,
  sessionMiddleware,
} from "better-auth/api";
import { deleteSessionCookie } from "better-auth/cookies";
import { sql } from "kysely";
import { z } from "zod";
import { storedDigest } from "../../../access/stored-digests.ts";
import { productName } from "../../../core/wording/product.ts";
import type { Database } from "../../../engine/postgres/database.ts";
import { passkeyTable } from "../tables.ts";
import { refuseOthers, textOf, usableName } from "../values.ts";
import {
  passkeyNameCharactersMax,
  passkeyNotVerified,
  passkeyPaths,
  passkeysPerAccountMax,
  passkeyWays,
} from "./passkey-calls.ts";
import { noPasskeysHere, type PasskeySite, passkeySiteOf } from "./passkey-site.ts";

type CallContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** How new the session of an account without a password must be. */
const newSessionMinutes = 15;
const millisecondsPerMinute = 60_000;
/** Those of the standard have at most 1023 bytes. */
const credentialIdCharactersMax = 1400;

export function passkeyPlugin(database: Database, baseUrl: string) {
  const library = libraryPlugin(database, baseUrl);
  return {
    ...library,
    endpoints: {
      ...library.endpoints,
      // The library's own call asks for no proof, so it has no address here.
      beginPasskeyRegistration: createAuthEndpoint(
        passkeyPaths.beginRegistration,
        { method: "POST", body: z.object({ password: z.string().optional() }), use: [sessionMiddleware] },
        async (context) => {
          await requireProof(database, context, context.body.password);
          await requireRoom(database, context);
          const { response, headers } = await library.endpoints.generatePasskeyRegistrationOptions({
            ...{ method: "GET", headers: context.headers ?? new Headers(), context: context.context },
            returnHeaders: true,
          });
          for (const cookie of headers.getSetCookie()) context.responseHeaders.append("set-cookie", cookie);
          return context.json(response);
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}

function libraryPlugin({ kysely }: Database, baseUrl: string) {
  const site: PasskeySite = passkeySiteOf(baseUrl) ?? {
    domain: new URL(baseUrl).hostname,
    origin: new URL(baseUrl).origin,
  };
  return passkey({
    rpID: site.domain,
    rpName: productName,
    origin: site.origin,
    schema: passkeyTable,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    advanced: { webAuthnChallengeCookie: "passkey" },
    registration: {
      afterVerification: async ({ verification: { registrationInfo } }) => {
        if (registrationInfo?.userVerified !== true) throw userNotVerified();
        const { rows } = await sql`
          select 1 from account_passkey where credential_id = ${registrationInfo.credential.id}`.execute(kysely);
        if (rows.length === 0) return;
        throw new APIError("BAD_REQUEST", { code: "PASSKEY_KNOWN", message: "This passkey was added already." });
      },
    },
    authentication: {
      afterVerification: ({ verification }) => {
        if (!verification.authenticationInfo.userVerified) throw userNotVerified();
      },
    },
  });
}

function userNotVerified(): APIError {
  return new APIError("UNAUTHORIZED", {
    code: "USER_NOT_VERIFIED",
    message: "The passkey must check who you are: by a fingerprint, your face or a PIN.",
  });
}

/** Before the library sees the call. */
export async function judgePasskeyCall(database: Database, baseUrl: string, context: CallContext): Promise<void> {
  const { path, body } = context;
  if (passkeyWays.has(path) && passkeySiteOf(baseUrl) === undefined) {
    throw new APIError("BAD_REQUEST", { code: "PASSKEYS_UNAVAILABLE", message: noPasskeysHere });
  }
  switch (path) {
    case passkeyPaths.signIn: {
      const id = textOf(responseIn(body), "id");
      if (id === undefined || id.length > credentialIdCharactersMax) throw notVerified();
      return;
    }
    case passkeyPaths.beginRegistration:
      refuseOthers(body, ["password"]);
      return;
    case passkeyPaths.register:
      refuseOthers(body, ["response", "name"]);
      checkPasskeyName(textOf(body, "name"));
      return requireRoom(database, context);
    case passkeyPaths.rename:
      refuseOthers(body, ["id", "name"]);
      checkPasskeyName(textOf(body, "name"));
      return;
    case passkeyPaths.remove:
      refuseOthers(body, ["id", "password"]);
      return requireProof(database, context, textOf(body, "password"));
    default:
      return;
  }
}

/** The password of the account; without one, a session that is new. */
async function requireProof({ kysely }: Database, context: CallContext, password: string | undefined): Promise<void> {
  const session = await getSessionFromCtx(context);
  if (session === null) return;
  const { rows } = await sql<{ password: string }>`
    select password from account_credential where user_id = ${session.user.id} and password is not null`.execute(
    kysely,
  );
  const [credential] = rows;
  if (credential === undefined) {
    const age = Date.now() - session.session.createdAt.getTime();
    if (age <= newSessionMinutes * millisecondsPerMinute) return;
    throw new APIError("FORBIDDEN", {
      code: "SESSION_NOT_NEW",
      message: `Sign in again first: this takes a session that is at most ${newSessionMinutes} minutes old.`,
    });
  }
  const isRight =
    password !== undefined && (await context.context.password.verify({ hash: credential.password, password }));
  if (isRight) return;
  throw new APIError("BAD_REQUEST", { code: "INVALID_PASSWORD", message: "The password is wrong." });
}

async function requireRoom({ kysely }: Database, context: CallContext): Promise<void> {
  const session = await getSessionFromCtx(context);
  if (session === null) return;
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from account_passkey where user_id = ${session.user.id}`.execute(kysely);
  if ((rows[0]?.count ?? 0) < passkeysPerAccountMax) return;
  throw new APIError("BAD_REQUEST", {
    code: "LIMIT_REACHED",
    message: `An account has at most ${passkeysPerAccountMax} passkeys: remove one first.`,
  });
}

function checkPasskeyName(name: string | undefined): void {
  if (name !== undefined && name.length <= passkeyNameCharactersMax && usableName(name) !== undefined) return;
  throw new APIError("BAD_REQUEST", {
    code: "INVALID_NAME",
    message: `A passkey's name must have 1 to ${passkeyNameCharactersMax} characters, none of them a control character, and no address in it.`,
  });
}

function responseIn(body: unknown): unknown {
  return typeof body === "object" && body !== null && "response" in body ? body.response : undefined;
}

function notVerified(): APIError {
  return new APIError("BAD_REQUEST", passkeyNotVerified);
}

/** The library does not ask the authenticator to verify its user. */
export async function askForVerification(context: CallContext) {
  const { returned } = context.context;
  if (typeof returned !== "object" || returned === null || isAPIError(returned)) return;
  return context.json({ ...returned, userVerification: "required" });
}

/** Earlier sessions were opened without a second factor, if this passkey is the first. */
export async function endRegistration({ kysely }: Database, context: CallContext): Promise<void> {
  const session = isAPIError(context.context.returned) ? null : await getSessionFromCtx(context);
  if (session === null) return;
  const { id } = session.user;
  const own = storedDigest(session.session.token);
  await sql`
    delete from account_session s using account_user u
     where s.user_id = ${id} and s.token <> ${own} and u.id = s.user_id and not u.second_factor
       and (select count(*) from account_passkey where user_id = ${id}) = 1`.execute(kysely);
}

/** As the answer to a password: the library's own shows all that it knows of the account. */
export function answerSignIn(context: CallContext) {
  const session = isAPIError(context.context.returned) ? null : context.context.newSession;
  if (session === null) return;
  const { id, name, email, emailVerified, image, createdAt, updatedAt } = session.user;
  const user = { id, name, email, emailVerified, image, createdAt, updatedAt };
  return context.json({ redirect: false, token: session.session.token, user });
}

/**
 * After another proof: an account whose second factor is a passkey gets no session by it. Where people sign in through the issuer alone, a
 * passkey opens nothing, so one from before is no second factor either and is removed.
 */
export async function askForPasskey({ kysely }: Database, context: CallContext, isIssuerOnlyWay: boolean) {
  const { newSession, internalAdapter } = context.context;
  if (newSession === null || newSession.user.twoFactorEnabled === true) return;
  const accountId = newSession.user.id;
  if (isIssuerOnlyWay) {
    await sql`delete from account_passkey where user_id = ${accountId}`.execute(kysely);
    return;
  }
  const { rows } = await sql`select 1 from account_passkey where user_id = ${accountId} limit 1`.execute(kysely);
  if (rows.length === 0) return;
  deleteSessionCookie(context, true);
  await internalAdapter.deleteSession(newSession.session.token);
  context.context.setNewSession(null);
  return context.json({ passkeyRedirect: true });
}
