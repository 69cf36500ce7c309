// The allowed calls of the accounts library, described, with an example body. http/account/library-calls.ts decides which are allowed.

import type { z } from "zod";
import { passkeyPaths } from "../../../product/accounts/passkeys/passkey-calls.ts";
import { accountAnswers as answers, accountBodies as bodies } from "./account-schemas.ts";

export type AccountCall = {
  readonly summary: string;
  readonly description?: string;
  readonly body?: z.ZodType;
  readonly example?: Readonly<Record<string, unknown>>;
  readonly answer: z.ZodType;
  /** Needs no session. */
  readonly isOpen?: true;
  /** Answers with a redirect too. */
  readonly redirects?: true;
};

const email = "ann@acme.example";
const password = "correct horse battery";
const organizationId = "1";
const passkeyId = "1f0c2a4e-8a1b-4a51-9d1c-6f3f3a1f0f0e";
const passkeyUsed = {
  ...{ id: "Zm9vYmFy", rawId: "Zm9vYmFy", type: "public-key", clientExtensionResults: {} },
  response: { clientDataJSON: "e30", authenticatorData: "SZYN", signature: "MEUC" },
};
const passkeyMade = {
  ...{ id: "Zm9vYmFy", rawId: "Zm9vYmFy", type: "public-key", clientExtensionResults: {} },
  response: { clientDataJSON: "e30", attestationObject: "o2Nm", transports: ["internal"] },
};
const deviceClient = { client_id: "svc-cli" };

export const accountCalls: Readonly<Record<string, AccountCall>> = {
  "/sign-up/email": {
    summary: "Create an account",
    description:
      "A taken e-mail is answered like any other. The account counts once the link in the mail was opened, in the browser that signed up; `SVC_SIGN_UP` says who may.",
    body: bodies.signUp,
    example: { name: "Ann", email, password },
    answer: answers.signedUp,
    isOpen: true,
  },
  "/sign-in/email": {
    summary: "Sign in",
    description: "Sets the session's cookie and answers its token.",
    body: bodies.signIn,
    example: { email, password },
    answer: answers.signedInOrWaiting,
    isOpen: true,
  },
  "/sign-out": {
    summary: "End this session",
    body: bodies.nothing,
    example: {},
    answer: answers.success,
    isOpen: true,
  },
  "/get-session": { summary: "Show who is signed in", answer: answers.session, isOpen: true },
  "/list-sessions": { summary: "List one's sessions", answer: answers.sessions },
  "/revoke-session": {
    summary: "End a session",
    body: bodies.token,
    example: { token: "as-list-sessions-shows-it" },
    answer: answers.status,
  },
  "/revoke-sessions": { summary: "End all sessions", body: bodies.nothing, example: {}, answer: answers.status },
  "/revoke-other-sessions": {
    summary: "End all sessions but this one",
    body: bodies.nothing,
    example: {},
    answer: answers.status,
  },
  "/verify-email": {
    summary: "Open the link that confirms an e-mail",
    description: "Redirects to a page of the service.",
    answer: answers.status,
    isOpen: true,
    redirects: true,
  },
  "/send-verification-email": {
    summary: "Send the link that confirms an e-mail again",
    body: bodies.email,
    example: { email },
    answer: answers.status,
    isOpen: true,
  },
  "/request-password-reset": {
    summary: "Send a link that sets a new password",
    description: "The answer does not reveal whether the e-mail has an account.",
    body: bodies.email,
    example: { email },
    answer: answers.status,
    isOpen: true,
  },
  "/reset-password": {
    summary: "Set a new password with the link's token",
    description: "Ends every session of the account.",
    body: bodies.resetPassword,
    example: { token: "token-of-the-link", newPassword: "another horse battery" },
    answer: answers.status,
    isOpen: true,
  },
  "/change-password": {
    summary: "Change one's password",
    description: "Ends every other session.",
    body: bodies.changePassword,
    example: { currentPassword: password, newPassword: "another horse battery" },
    answer: answers.passwordChanged,
  },
  "/update-user": {
    summary: "Change one's name",
    body: bodies.updateUser,
    example: { name: "Ann Lee" },
    answer: answers.status,
  },
  "/two-factor/enable": {
    summary: "Begin to set a second factor up",
    description: "It is on once /two-factor/verify-totp took a code of the app.",
    body: bodies.password,
    example: { password },
    answer: answers.secondFactor,
  },
  "/two-factor/disable": {
    summary: "Turn one's second factor off",
    body: bodies.password,
    example: { password },
    answer: answers.status,
  },
  "/two-factor/verify-totp": {
    summary: "Give a code of the authenticator app",
    description: "At sign-in with the cookie that it set, or to turn the second factor on. A code counts once.",
    body: bodies.code,
    example: { code: "123456" },
    answer: answers.signedIn,
    isOpen: true,
  },
  "/two-factor/verify-backup-code": {
    summary: "Give a recovery code at sign-in",
    body: bodies.code,
    example: { code: "abcde-fghij" },
    answer: answers.signedIn,
    isOpen: true,
  },
  "/two-factor/generate-backup-codes": {
    summary: "Replace one's recovery codes",
    body: bodies.password,
    example: { password },
    answer: answers.recoveryCodes,
  },
  [passkeyPaths.beginSignIn]: {
    summary: "Begin a sign-in with a passkey",
    description:
      "For the browser's navigator.credentials.get. A challenge counts once, for five minutes, with the cookie.",
    answer: answers.passkeyOptions,
    isOpen: true,
  },
  [passkeyPaths.signIn]: {
    summary: "Sign in with a passkey",
    body: bodies.passkeyUsed,
    example: { response: passkeyUsed },
    answer: answers.signedIn,
    isOpen: true,
  },
  [passkeyPaths.beginRegistration]: {
    summary: "Begin to add a passkey",
    description:
      "For the browser's navigator.credentials.create. Without a password it takes a session of the last 15 minutes.",
    body: bodies.password,
    example: { password },
    answer: answers.passkeyOptions,
  },
  [passkeyPaths.register]: {
    summary: "Add a passkey",
    description: "The first one of an account without an authenticator app ends every other session.",
    body: bodies.passkeyMade,
    example: { name: "Ann's laptop", response: passkeyMade },
    answer: answers.passkey,
  },
  [passkeyPaths.list]: { summary: "List one's passkeys", answer: answers.passkeys },
  [passkeyPaths.rename]: {
    summary: "Rename a passkey",
    body: bodies.passkeyName,
    example: { id: passkeyId, name: "Ann's phone" },
    answer: answers.passkeyRenamed,
  },
  [passkeyPaths.remove]: {
    summary: "Remove a passkey",
    description: "Without a password it takes a session of the last 15 minutes.",
    body: bodies.passkeyRemoved,
    example: { id: passkeyId, password },
    answer: answers.status,
  },
  "/device/code": {
    summary: "Begin the login of a command line",
    description: "RFC 8628: the person types the user code at /device.",
    body: bodies.deviceCode,
    example: deviceClient,
    answer: answers.deviceCode,
    isOpen: true,
  },
  "/device/token": {
    summary: "Ask whether the login was approved",
    description: "Until then 400 with `authorization_pending`. It is asked every `interval` seconds.",
    body: bodies.deviceToken,
    example: {
      grant_type: "urn:ietf:params:oauth:grant-type:device_code",
      device_code: "as-device-code-answered-it",
      ...deviceClient,
    },
    answer: answers.deviceToken,
    isOpen: true,
  },
  "/device": { summary: "Show the status of a command line's login", answer: answers.device },
  "/device/approve": {
    summary: "Approve the login of a command line",
    body: bodies.userCode,
    example: { userCode: "ABCDEFGH" },
    answer: answers.success,
  },
  "/device/deny": {
    summary: "Refuse the login of a command line",
    body: bodies.userCode,
    example: { userCode: "ABCDEFGH" },
    answer: answers.success,
  },
  "/organization/create": {
    summary: "Create a workspace and own it",
    body: bodies.newWorkspace,
    example: { name: "Acme" },
    answer: answers.workspace,
  },
  "/organization/update": {
    summary: "Rename a workspace",
    body: bodies.changeWorkspace,
    example: { organizationId, data: { name: "Acme Ltd" } },
    answer: answers.workspace,
  },
  "/organization/list": { summary: "List one's workspaces", answer: answers.workspaces },
  "/organization/set-active": {
    summary: "Choose the workspace of this session",
    description: "It counts for the calls of accounts that name none.",
    body: bodies.workspace,
    example: { organizationId },
    answer: answers.activeWorkspace,
  },
  "/organization/get-full-organization": {
    summary: "Show a workspace with its members and invitations",
    answer: answers.fullWorkspace,
  },
  "/organization/list-members": { summary: "List a workspace's members", answer: answers.members },
  "/organization/get-active-member": {
    summary: "Show one's membership in the session's workspace",
    answer: answers.member,
  },
  "/organization/update-member-role": {
    summary: "Change a member's role",
    description: "For owners. A workspace keeps at least one owner.",
    body: bodies.role,
    example: { organizationId, memberId: "membership-id", role: "owner" },
    answer: answers.member,
  },
  "/organization/remove-member": {
    summary: "Remove a member from a workspace",
    description: "For owners. `left_behind` lists what the member set up and still works.",
    body: bodies.memberToRemove,
    example: { organizationId, memberIdOrEmail: "bob@acme.example" },
    answer: answers.membership,
  },
  "/organization/leave": {
    summary: "Leave a workspace",
    description: "`left_behind` names what you set and what still works.",
    body: bodies.workspace,
    example: { organizationId },
    answer: answers.left,
  },
  "/organization/invite-member": {
    summary: "Invite a member to a workspace",
    description: "For owners. The link is in the mail alone.",
    body: bodies.invite,
    example: { organizationId, email: "bob@acme.example", role: "member" },
    answer: answers.invitation,
  },
  "/organization/cancel-invitation": {
    summary: "Take an invitation back",
    body: bodies.invitation,
    example: { invitationId: "invitation-id" },
    answer: answers.invitation,
  },
  "/organization/accept-invitation": {
    summary: "Accept an invitation",
    body: bodies.invitation,
    example: { invitationId: "invitation-id" },
    answer: answers.accepted,
  },
  "/organization/reject-invitation": {
    summary: "Reject an invitation",
    body: bodies.invitation,
    example: { invitationId: "invitation-id" },
    answer: answers.rejected,
  },
  "/organization/get-invitation": { summary: "Show an invitation to oneself", answer: answers.invitation },
  "/organization/list-invitations": { summary: "List a workspace's invitations", answer: answers.invitations },
  "/organization/list-user-invitations": { summary: "List the invitations to oneself", answer: answers.invitations },
};
