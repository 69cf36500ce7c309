// What the accounts library takes and answers, in its own shapes. Of its answers the fields that callers use are named; it may add
// more.
import { z } from "zod";
import { deviceClientId } from "../../../core/vocabulary/access/device-client.ts";
import { workspaceRoles } from "../../../core/vocabulary/access/workspace-roles.ts";
import { emailCharactersMax } from "../../../core/vocabulary/facts.ts";
import { flag, oneOf, words, wordsOrNull } from "../../../core/vocabulary/fields.ts";
import { leftBehindLine } from "../../../product/members/left-behind-read.ts";

const email = z
  .string()
  .max(emailCharactersMax)
  .meta({ description: "E-mail", examples: ["ann@acme.example"] });
const password = words("Password");
const workspaceId = words("The workspace's number, as text");
const invitationId = words("The invitation");
const role = oneOf(workspaceRoles, "The member's role");
const at = (description: string) => z.iso.datetime().meta({ description });

const user = z
  .looseObject({
    id: words("The account"),
    name: words("Name people see"),
    email,
    emailVerified: flag("The e-mail is proven"),
    twoFactorEnabled: flag("The account has a second factor").optional(),
  })
  .meta({ description: "The account" });
const session = z
  .looseObject({
    id: words("The session"),
    userId: words("Its account"),
    expiresAt: at("Until then it counts"),
  })
  .meta({ description: "The session" });
const workspace = z.looseObject({
  id: workspaceId,
  name: words("Name people see"),
});
const member = z
  .looseObject({ id: words("The membership"), userId: words("The account"), role })
  .meta({ description: "The membership" });
const leftBehind = z
  .array(leftBehindLine)
  .meta({ description: "What they set up in the workspace's programs and still works" });
const invitation = z
  .looseObject({
    id: words("The invitation"),
    email,
    role,
    status: words("pending until it is accepted, rejected or canceled"),
    expiresAt: at("Until then it can be accepted"),
  })
  .meta({ description: "The invitation" });
const passkey = z
  .looseObject({
    id: words("The passkey"),
    name: words("Its name"),
    backedUp: flag("It is kept on several devices"),
    createdAt: at("When it was added"),
  })
  .meta({ description: "The passkey" });
const passkeyId = words("As /passkey/list-user-passkeys shows it");
const passkeyResponse = z
  .looseObject({ id: words("The credential's id, as base64url") })
  .meta({ description: "The browser's answer, its bytes as base64url (PublicKeyCredential.toJSON)" });
const status = z.looseObject({ status: flag("Whether it was done") });
const success = z.looseObject({ success: flag("Whether it was done") });

export const accountError = z
  .union([
    z.looseObject({ code: words("The code for programs").optional(), message: words("In a sentence") }),
    z
      .looseObject({ error: words("The code for programs"), error_description: words("In a sentence") })
      .meta({ description: "Of the login of a command line (RFC 8628)" }),
  ])
  .meta({ description: "How the accounts library refuses a call" });

export const accountAnswers = {
  signedUp: z.looseObject({ token: wordsOrNull("The session's token; null until the e-mail is proven"), user }),
  signedInOrWaiting: z.union([
    z.looseObject({ token: words("The session's token, for Authorization: Bearer"), user }),
    z.looseObject({
      twoFactorRedirect: z
        .literal(true)
        .meta({ description: "A code is needed: /two-factor/verify-totp with the cookie" }),
      twoFactorMethods: z.array(z.string()).meta({ description: "How it is given: totp" }),
    }),
    z.looseObject({
      passkeyRedirect: z.literal(true).meta({ description: "The account's passkey is needed" }),
    }),
  ]),
  secondFactor: z.looseObject({
    totpURI: words("For the authenticator app"),
    backupCodes: z.array(z.string()).meta({ description: "Recovery codes, shown this once" }),
  }),
  passkeyOptions: z.looseObject({ challenge: words("What the authenticator signs, as base64url") }),
  passkey,
  passkeys: z.array(passkey),
  passkeyRenamed: z.looseObject({ passkey }),
  recoveryCodes: z.looseObject({
    backupCodes: z.array(z.string()).meta({ description: "Recovery codes, shown this once" }),
  }),
  signedIn: z.looseObject({ token: words("The session's token, for Authorization: Bearer"), user }),
  session: z.looseObject({ session, user }).nullable().meta({ description: "null for who is not signed in" }),
  sessions: z.array(session),
  status,
  success,
  passwordChanged: z.looseObject({ token: wordsOrNull("The token of the session that goes on"), user }),
  deviceCode: z.looseObject({
    device_code: words("For the command line"),
    user_code: words("For the person, who types it at /device"),
    verification_uri: words("The page where it is typed"),
    expires_in: z.int().meta({ description: "Seconds" }),
    interval: z.int().meta({ description: "Seconds between two questions" }),
  }),
  deviceToken: z.looseObject({ access_token: words("The session's token"), token_type: words("Bearer") }),
  device: z.looseObject({ user_code: words("The code"), status: words("pending, approved or denied") }),
  workspace,
  activeWorkspace: workspace.nullable(),
  workspaces: z.array(workspace),
  fullWorkspace: workspace
    .extend({
      members: z.array(member).meta({ description: "Its people" }),
      invitations: z.array(invitation).meta({ description: "Those that were sent" }),
    })
    .nullable(),
  members: z.looseObject({
    members: z.array(member).meta({ description: "Its people" }),
    total: z.int().meta({ description: "How many" }),
  }),
  member: member.nullable(),
  membership: z.looseObject({ member, left_behind: leftBehind }),
  left: z.looseObject({ id: words("The membership"), userId: words("The account"), role, left_behind: leftBehind }),
  invitation,
  invitations: z.array(invitation),
  accepted: z.looseObject({ invitation, member }),
  rejected: z.looseObject({ invitation }),
} as const;

export const accountBodies = {
  signUp: z.object({
    name: words("Name people see"),
    email,
    password,
    invitation: words("The ticket of an invitation's link").optional(),
  }),
  signIn: z.object({ email, password }),
  email: z.object({ email }),
  password: z.object({ password: words("Password; left out for an account that has none").optional() }),
  passkeyUsed: z.object({ response: passkeyResponse }),
  passkeyMade: z.object({ response: passkeyResponse, name: words("Its name") }),
  passkeyName: z.object({ id: passkeyId, name: words("The new name") }),
  passkeyRemoved: z.object({
    id: passkeyId,
    password: words("Password; left out for an account that has none").optional(),
  }),
  code: z.object({ code: words("The code") }),
  nothing: z.object({}),
  token: z.object({ token: words("As /list-sessions shows it") }),
  resetPassword: z.object({ token: words("Of the link in the mail"), newPassword: password }),
  changePassword: z.object({ currentPassword: password, newPassword: password }),
  updateUser: z.object({ name: words("Name people see") }),
  deviceCode: z.object({ client_id: z.literal(deviceClientId) }),
  deviceToken: z.object({
    grant_type: z.literal("urn:ietf:params:oauth:grant-type:device_code"),
    device_code: words("As /device/code answered it"),
    client_id: z.literal(deviceClientId),
  }),
  userCode: z.object({ userCode: words("As the person typed it") }),
  newWorkspace: z.object({ name: words("Name people see") }),
  changeWorkspace: z.object({
    organizationId: workspaceId,
    data: z.object({ name: words("Name people see") }).meta({ description: "The new values" }),
  }),
  workspace: z.object({ organizationId: workspaceId }),
  role: z.object({ organizationId: workspaceId, memberId: words("The membership"), role }),
  memberToRemove: z.object({ organizationId: workspaceId, memberIdOrEmail: words("The membership, or the e-mail") }),
  invite: z.object({ organizationId: workspaceId, email, role }),
  invitation: z.object({ invitationId }),
} as const;

export const accountQueries: Readonly<Record<string, z.ZodType>> = {
  token: words("Of the link in the mail"),
  callbackURL: words("A page of the service's own to go on to").optional(),
  user_code: words("The code"),
  organizationId: workspaceId.optional(),
  limit: z.int().min(0).optional().meta({ description: "Members at most" }),
  offset: z.int().min(0).optional().meta({ description: "Members to pass over" }),
  id: invitationId,
};
