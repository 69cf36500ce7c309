// Configures the accounts library (better-auth): its parts, tables and rules. It guarantees that an account's address is confirmed before
// use, that answers do not reveal which addresses have accounts, and that only an owner manages people. It receives only requests that
// http/account lets through.
import { randomUUID } from "node:crypto";
import { type BetterAuthOptions, betterAuth } from "better-auth";
import { APIError, createEmailVerificationToken } from "better-auth/api";
import { bearer } from "better-auth/plugins/bearer";
import { deviceAuthorization } from "better-auth/plugins/device-authorization";
import { organization } from "better-auth/plugins/organization";
import { memberAc, ownerAc } from "better-auth/plugins/organization/access";
import { twoFactor } from "better-auth/plugins/two-factor";
import { withStoredDigests } from "../../access/stored-digests.ts";
import { deviceClientId } from "../../core/vocabulary/access/device-client.ts";
import { productName } from "../../core/wording/product.ts";
import { LimitReached } from "../operation/caps.ts";
import { makeFounderOperator } from "../operators/operators.ts";
import { afterCall, beforeCall, type CallNotes } from "./calls.ts";
import { authoringAdapter } from "./library-authors.ts";
import { withFaultNotes } from "./library-faults.ts";
import type { MailRefusal } from "./mail-budget.ts";
import { invitationMail, resetMail, takenAddressMail, verificationMail } from "./mails.ts";
import { ownOrigins } from "./own-origins.ts";
import { type LibraryParts, linkSeconds, passwordCharactersMax, passwordCharactersMin } from "./parts.ts";
import { passkeyPlugin } from "./passkeys/passkeys.ts";
import { askAfterProof, provenSession } from "./proven-session.ts";
import { countOwned, invitationTicket, isInviterStillOwner } from "./sign-up.ts";
import {
  clientAddressHeader,
  credentialTable,
  deviceTable,
  organizationTables,
  secondFactorTables,
  sessionTable,
  userTable,
  verificationTable,
  workspaceModel,
} from "./tables.ts";
import { checkedName } from "./values.ts";

const secondsPerDay = 86_400;
const sessionDays = 14;
const membersPerWorkspaceMax = 500;
const deviceCodeLifetime = "10m";
const devicePollInterval = "5s";

export function createAccountsLibrary(parts: LibraryParts) {
  const { database, secrets, baseUrl, log } = parts;
  const notes: CallNotes = { admissions: new WeakMap(), proven: new WeakMap() };
  return betterAuth({
    appName: productName,
    // A path prefix that a proxy removes does not concern the library.
    baseURL: new URL(baseUrl).origin,
    basePath: "/api/auth",
    // By version, so that nothing of the library's own environment variables is looked at.
    secrets: [...secrets.accountSecrets],
    trustedOrigins: [...ownOrigins(baseUrl)],
    telemetry: { enabled: false },
    database: withStoredDigests(withFaultNotes(authoringAdapter(database.kysely, secrets))),
    user: userTable,
    account: { ...credentialTable, accountLinking: { enabled: false } },
    verification: { ...verificationTable, storeIdentifier: "hashed" },
    session: {
      ...sessionTable,
      expiresIn: sessionDays * secondsPerDay,
      updateAge: secondsPerDay,
      // A signed-in person may see and end all sessions of the account, however old this one is.
      freshAge: 0,
    },
    ...passwords(parts, notes),
    // http/account counts calls, by address and by account, for all addresses of the library alike.
    rateLimit: { enabled: false },
    plugins: [
      // Before the bearer plugin, which would pass on the token of a session that still lacks its code.
      // Who signs in through the issuer alone has no password to change it with.
      askAfterProof(twoFactor({ issuer: productName, schema: secondFactorTables, allowPasswordless: true })),
      provenSession(),
      passkeyPlugin(database, baseUrl),
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
    hooks: { before: beforeCall(parts, notes), after: afterCall(parts, notes) },
    databaseHooks: { user: userHooks(parts, notes) },
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
      log: (_level, message, ...details: unknown[]) =>
        log.info({ said: message, details }, "the accounts library refused a call"),
    },
  });
}

function passwords(parts: LibraryParts, { proven }: CallNotes) {
  const { database, secrets, baseUrl, post } = parts;
  const mailVerification = (email: string, token: string): void => {
    const query = new URLSearchParams({ token, callbackURL: `${baseUrl}/sign-in?confirmed` });
    post(verificationMail(email, `${baseUrl}/api/auth/verify-email?${query}`));
  };
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
      // The link came by mail, so the address is confirmed, also for an account that someone else created with it before.
      onPasswordReset: async ({ user }, request) => {
        if (request !== undefined) proven.set(request, user.email);
        await database.kysely
          .updateTable("account_user")
          .set({ email_verified: true })
          .where("id", "=", user.id)
          .execute();
      },
      // An unconfirmed account belongs to no one: signing up with its address asks for confirmation like any other.
      onExistingUserSignUp: async ({ user }) => {
        if (user.emailVerified) {
          post(takenAddressMail(user.email, { signIn: `${baseUrl}/sign-in`, reset: `${baseUrl}/forgot-password` }));
        } else {
          const token = await createEmailVerificationToken(secrets.cookieSecret, user.email, undefined, linkSeconds);
          mailVerification(user.email, token);
        }
      },
    },
    emailVerification: {
      expiresIn: linkSeconds,
      sendOnSignUp: true,
      // A sign-up with another person's address could otherwise cause mails by signing in: a new link needs a sign-up or a reset.
      sendOnSignIn: false,
      sendVerificationEmail: async ({ user, token }) => {
        if (!user.emailVerified) mailVerification(user.email, token);
      },
    },
  } satisfies BetterAuthOptions;
}

function workspaces(parts: LibraryParts) {
  const { database, secrets, baseUrl, mailBudget, invitationDays, workspacesPerAccountMax, post } = parts;
  return {
    schema: organizationTables,
    roles: { owner: ownerAc, member: memberAc, finance: memberAc, support: memberAc, viewer: memberAc },
    creatorRole: "owner",
    organizationLimit: async ({ id }) => {
      if ((await countOwned(database.kysely, id)) < workspacesPerAccountMax) return false;
      const { message } = new LimitReached("workspacesPerAccountMax", workspacesPerAccountMax);
      throw new APIError("FORBIDDEN", { code: "limit_reached", message });
    },
    membershipLimit: membersPerWorkspaceMax,
    invitationExpiresIn: invitationDays * secondsPerDay,
    cancelPendingInvitationsOnReInvite: true,
    requireEmailVerificationOnInvitation: true,
    disableOrganizationDeletion: true,
    organizationHooks: {
      beforeCreateInvitation: async ({ invitation }) => {
        refuseMail(await mailBudget.take({ to: invitation.email, workspace: invitation.organizationId }));
      },
      beforeAcceptInvitation: async ({ invitation }) => {
        if (await isInviterStillOwner(database.kysely, invitation.id)) return;
        throw new APIError("BAD_REQUEST", { code: "INVITATION_NOT_FOUND", message: "Invitation not found" });
      },
    },
    sendInvitationEmail: async ({ id, email, role, organization: workspace, inviter }) => {
      const link = `${baseUrl}/invitation?ticket=${invitationTicket(secrets, id)}`;
      post(invitationMail(email, { workspace: workspace.name, role, inviter: inviter.user.email, link }));
    },
  } satisfies Parameters<typeof organization>[0];
}

/** The inviter is signed in and learns that the mail would be one too many; that reveals nothing about the address's account. */
function refuseMail(refusal: MailRefusal | undefined): void {
  if (refusal === undefined) return;
  const { full, retryAfterSeconds } = refusal;
  throw new APIError(
    "TOO_MANY_REQUESTS",
    {
      code: "TOO_MANY_MAILS",
      message: `This ${full === "workspace" ? "workspace" : "e-mail address"} has had all its mails for now: wait ${retryAfterSeconds} s.`,
    },
    { "retry-after": String(retryAfterSeconds) },
  );
}

function userHooks({ database, secrets }: LibraryParts, { admissions }: CallNotes) {
  return {
    create: {
      before: async (user, context) => {
        checkedName(user);
        const admission = context?.request === undefined ? undefined : admissions.get(context.request);
        const founder = admission === "first";
        // Pictures are not shown; stored, they would be a place to hide data.
        return { data: { ...user, image: null, founder, emailVerified: founder || admission === "invited" } };
      },
      after: async (user) => {
        if (user.founder === true) await makeFounderOperator(database.kysely, secrets, user.id);
      },
    },
    update: {
      before: async (user) => {
        if (user.name !== undefined) checkedName(user);
        return { data: { ...user, ...(user.image === undefined ? {} : { image: null }) } };
      },
    },
  } satisfies NonNullable<BetterAuthOptions["databaseHooks"]>["user"];
}
