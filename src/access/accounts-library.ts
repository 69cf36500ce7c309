// The accounts library (better-auth) as this service uses it: which of its parts, on which tables, under which rules.
// It guarantees that an account's address was proven before it can be used, that answers do not tell which addresses have
// accounts, and that roles are owner and member. It never sees a request that was not let through by http/account.
import { randomUUID } from "node:crypto";
import { type BetterAuthOptions, betterAuth } from "better-auth";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { bearer } from "better-auth/plugins/bearer";
import { deviceAuthorization } from "better-auth/plugins/device-authorization";
import { organization } from "better-auth/plugins/organization";
import { memberAc, ownerAc } from "better-auth/plugins/organization/access";
import type { Logger } from "pino";
import { deviceClientId } from "../core/device-client.ts";
import { isWorkspaceRole } from "../core/workspace-roles.ts";
import type { Database } from "../db/database.ts";
import type { Mail } from "../mail/mailer.ts";
import { invitationMail, resetMail, takenAddressMail, verificationMail } from "./account-mails.ts";
import {
  clientAddressHeader,
  credentialTable,
  deviceTable,
  organizationTables,
  sessionTable,
  userTable,
  verificationTable,
  workspaceModel,
} from "./account-tables.ts";
import { ownOrigins } from "./own-origins.ts";
import type { Secrets } from "./secrets.ts";
import { type Admission, admit, giveFirstWorkspace, invitationTicket, type SignUpRule } from "./sign-up.ts";

const secondsPerDay = 86_400;
const sessionDays = 14;
const invitationDays = 7;
const linkSeconds = 3600;
const nameCharactersMax = 255;
const passwordCharactersMin = 8;
const passwordCharactersMax = 128;
const workspacesPerAccountMax = 50;
const membersPerWorkspaceMax = 500;
const deviceCodeLifetime = "10m";
const devicePollInterval = "5s";

export type LibraryParts = {
  readonly database: Database;
  readonly secrets: Pick<Secrets, "cookieSecret" | "proveInvitation">;
  /** The public address, without a slash at its end. */
  readonly baseUrl: string;
  readonly signUp: SignUpRule;
  readonly log: Logger;
  /** Takes the mail over; failing to send it is logged and not told to the caller, who must not learn whom we write to. */
  readonly post: (mail: Mail) => void;
  /** Work that goes on behind an answer. */
  readonly inBackground: (work: Promise<unknown>) => void;
};

/**
 * How each sign-up under way was admitted. Asked before the library opens its transaction: asked within, every sign-up would
 * hold two connections, and as many at once as there are connections would wait for each other.
 */
type Admissions = WeakMap<Request, Admission>;

export function createAccountsLibrary(parts: LibraryParts) {
  const { database, secrets, baseUrl, log } = parts;
  const admissions: Admissions = new WeakMap();
  return betterAuth({
    appName: "svc",
    // The path in front of the service, where a proxy takes one off, is none of the library's.
    baseURL: new URL(baseUrl).origin,
    basePath: "/api/auth",
    // By version, so that nothing of the library's own environment variables is looked at.
    secrets: [{ version: 1, value: secrets.cookieSecret }],
    trustedOrigins: [...ownOrigins(baseUrl)],
    telemetry: { enabled: false },
    database: { db: database.kysely, type: "postgres", transaction: true },
    user: userTable,
    account: { ...credentialTable, accountLinking: { enabled: false } },
    verification: { ...verificationTable, storeIdentifier: "hashed" },
    session: {
      ...sessionTable,
      expiresIn: sessionDays * secondsPerDay,
      updateAge: secondsPerDay,
      // Whoever is signed in may see and end all sessions of the account, however old this one is.
      freshAge: 0,
    },
    ...passwords(parts),
    // http/account counts calls, by address and by account, for all addresses of the library alike.
    rateLimit: { enabled: false },
    plugins: [
      bearer(),
      organization(workspaces(parts)),
      deviceAuthorization({
        expiresIn: deviceCodeLifetime,
        interval: devicePollInterval,
        verificationUri: `${baseUrl}/device`,
        validateClient: (clientId) => clientId === deviceClientId,
        schema: deviceTable,
      }),
    ],
    hooks: { before: beforeCall(parts, admissions) },
    databaseHooks: { user: userHooks(parts, admissions) },
    advanced: {
      cookiePrefix: "svc",
      // Explicit, since the library would take a test's environment for a reason not to look.
      disableCSRFCheck: false,
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
      backgroundTasks: { handler: parts.inBackground },
      database: {
        generateId: ({ model }) => (model === workspaceModel ? false : randomUUID()),
        validateSchema: false,
      },
    },
    onAPIError: { throw: true },
    logger: {
      level: "error",
      disableColors: true,
      // Most of what it calls an error is a stranger's wrong call; what really failed is thrown and logged by our own code.
      log: (_level, message, ...details: unknown[]) => log.info({ details }, `accounts: ${message}`),
    },
  });
}

function passwords(parts: LibraryParts) {
  const { database, baseUrl, post } = parts;
  return {
    emailAndPassword: {
      enabled: true,
      minPasswordLength: passwordCharactersMin,
      maxPasswordLength: passwordCharactersMax,
      requireEmailVerification: true,
      resetPasswordTokenExpiresIn: linkSeconds,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) =>
        post(resetMail(user.email, `${baseUrl}/reset-password?token=${encodeURIComponent(token)}`)),
      // The link came by mail, so the address is proven: also of an account somebody else had made with it before.
      onPasswordReset: async ({ user }) => {
        await database.kysely
          .updateTable("account_user")
          .set({ email_verified: true })
          .where("id", "=", user.id)
          .execute();
      },
      onExistingUserSignUp: async ({ user }) =>
        post(takenAddressMail(user.email, { signIn: `${baseUrl}/sign-in`, reset: `${baseUrl}/forgot-password` })),
    },
    emailVerification: {
      expiresIn: linkSeconds,
      sendOnSignUp: true,
      sendOnSignIn: true,
      sendVerificationEmail: async ({ user, token }) => {
        if (user.emailVerified) return;
        const query = new URLSearchParams({ token, callbackURL: `${baseUrl}/sign-in?confirmed` });
        post(verificationMail(user.email, `${baseUrl}/api/auth/verify-email?${query}`));
      },
    },
  } satisfies BetterAuthOptions;
}

function workspaces({ secrets, baseUrl, post }: LibraryParts) {
  return {
    schema: organizationTables,
    roles: { owner: ownerAc, member: memberAc },
    creatorRole: "owner",
    organizationLimit: workspacesPerAccountMax,
    membershipLimit: membersPerWorkspaceMax,
    invitationExpiresIn: invitationDays * secondsPerDay,
    cancelPendingInvitationsOnReInvite: true,
    requireEmailVerificationOnInvitation: true,
    disableOrganizationDeletion: true,
    sendInvitationEmail: async ({ id, email, role, organization: workspace, inviter }) => {
      const link = `${baseUrl}/invitation?ticket=${invitationTicket(secrets, id)}`;
      post(invitationMail(email, { workspace: workspace.name, role, inviter: inviter.user.name, link }));
    },
  } satisfies Parameters<typeof organization>[0];
}

function beforeCall({ database, secrets, signUp }: LibraryParts, admissions: Admissions) {
  return createAuthMiddleware(async (context) => {
    const body: unknown = context.body;
    switch (context.path) {
      case "/sign-up/email": {
        const admission = await admit(database.kysely, secrets, signUp, readSignUp(body));
        if (context.request !== undefined) admissions.set(context.request, admission);
        if (admission === "closed") {
          throw new APIError("FORBIDDEN", {
            code: "SIGN_UP_CLOSED",
            message: "Sign-up is closed here: ask to be invited.",
          });
        }
        return;
      }
      // Who changes a password means that whoever knew the old one is out.
      case "/change-password":
        return { context: { body: { ...context.body, revokeOtherSessions: true } } };
      // A name is all a workspace has: the library's own clients send a slug with it, for which nobody asks.
      case "/organization/create":
        refuseOthers(body, ["name", "slug"]);
        return { context: { body: { name: checkedName(body), slug: randomUUID() } } };
      case "/organization/update":
        refuseOthers(context.body?.data, ["name"]);
        checkedName(context.body?.data);
        return;
      case "/organization/invite-member":
      case "/organization/update-member-role":
        if (!isWorkspaceRole(context.body?.role)) {
          throw new APIError("BAD_REQUEST", { code: "UNKNOWN_ROLE", message: "role must be owner or member." });
        }
        return;
      default:
        return;
    }
  });
}

function userHooks({ database }: LibraryParts, admissions: Admissions) {
  return {
    create: {
      before: async (user, context) => {
        checkedName(user);
        const admission = context?.request === undefined ? undefined : admissions.get(context.request);
        // Nobody shows pictures; kept, they would be a place to put things.
        return { data: { ...user, image: null, emailVerified: admission === "first" || admission === "invited" } };
      },
      after: async (user) => giveFirstWorkspace(database.kysely, user, randomUUID),
    },
    update: {
      before: async (user) => {
        if (user.name !== undefined) checkedName(user);
        return { data: { ...user, ...(user.image === undefined ? {} : { image: null }) } };
      },
    },
  } satisfies NonNullable<BetterAuthOptions["databaseHooks"]>["user"];
}

/** Of a person or a workspace. */
function checkedName(of: unknown): string {
  const name = textOf(of, "name") ?? "";
  if (name.trim() !== "" && name.length <= nameCharactersMax && !/\p{Cc}|:\/\//u.test(name)) return name;
  throw new APIError("BAD_REQUEST", {
    code: "INVALID_NAME",
    message: `name must have 1 to ${nameCharactersMax} characters, none of them a control character, and no address in it.`,
  });
}

function refuseOthers(of: unknown, known: readonly string[]): void {
  const strange = Object.keys(typeof of === "object" && of !== null ? of : {}).filter((name) => !known.includes(name));
  if (strange.length === 0) return;
  throw new APIError("BAD_REQUEST", { code: "UNKNOWN_FIELD", message: `Not known: ${strange.join(", ")}.` });
}

function readSignUp(body: unknown) {
  return { email: textOf(body, "email") ?? "", invitation: textOf(body, "invitation") ?? null };
}

function textOf(body: unknown, field: string): string | undefined {
  if (typeof body !== "object" || body === null || !(field in body)) return undefined;
  const value = (body as Readonly<Record<string, unknown>>)[field];
  return typeof value === "string" ? value : undefined;
}
