// Workspaces, to which programs belong, and the people in them, as the operator sees to them. People make and share their own
// through the accounts library.
import { z } from "zod";
import { aboutRoles, workspaceRoles } from "../../core/vocabulary/access/workspace-roles.ts";
import { emailCharactersMax } from "../../core/vocabulary/facts.ts";
import { id, name as nameField, oneOf, rule, words, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { defineList } from "../operation/list-operation.ts";
import { accounts, answerOf, defineOperation, inWorkspace, type Operation, operators } from "../operation/operation.ts";
import { Refusal } from "../operation/refusal.ts";
import { createWorkspace } from "../programs/change.ts";
import { leftBehindLine } from "./left-behind-read.ts";
import { invitationLine, listInvitations } from "./list.ts";
import { addMember, cancelInvitation, removeMember } from "./members.ts";
import { listMembers, memberLine, workspaceLine } from "./workspaces-list.ts";

const workspaceId = id("The workspace");
const rolesInWords = workspaceRoles.map((role) => `${role}: ${aboutRoles[role].about}`).join(" ");
const path = "/workspaces/:workspace_id";
const email = z
  .email(rule("must be an e-mail address"))
  .max(emailCharactersMax, rule("is too long"))
  .meta({ description: "The address of the account", flag: { placeholder: "address" } });

export const operations: readonly Operation[] = [
  defineOperation({
    name: "workspaces.create",
    description: "Programs belong to a workspace, and so do the people who may see them.",
    access: operators,
    changes: true,
    command: { example: 'workspaces create --name "Acme"' },
    input: { name: nameField("Name people see") },
    output: answerOf(z.strictObject({ workspace_id: workspaceId, name: words("Name people see") })),
    run: async ({ database }, { name }) => ({ data: { workspace_id: await createWorkspace(database, name), name } }),
  }),
  defineList({
    name: "workspaces.list",
    description: "Your workspaces with your role in each; for operators all of them.",
    access: accounts,
    http: { method: "get", path: "/workspaces" },
    row: workspaceLine,
    table: ["workspace_id", "name", "role", "created_at"],
    filters: {},
    example: "workspaces list",
    read: ({ reads, actor }, page) => reads.workspaces(actor, page),
  }),
  defineOperation({
    name: "members.add",
    description:
      "An operator adds people with a proven account at once; everyone else is invited. An owner invites people, and changes the role of a member. Where no mail server is configured only operators invite: the link is in the answer, for them to hand over.",
    access: inWorkspace("people"),
    http: {
      method: "post",
      path: `${path}/members`,
      example: { email: "bob@acme.example", role: "member" },
    },
    errors: ["rate_limited"],
    changes: true,
    command: { example: "members add --workspace 1 --email ann@acme.example --role owner" },
    input: {
      workspace_id: workspaceId,
      email,
      role: oneOf(workspaceRoles, rolesInWords),
    },
    output: answerOf(
      z.strictObject({
        workspace_id: workspaceId,
        email: words("The address of the account"),
        role: z.enum(workspaceRoles).meta({ description: "Their role" }),
        status: z.enum(["joined", "invited"]).meta({ description: "invited: until the invitation is accepted" }),
        invitation_url: wordsOrNull("Where the invitation is accepted; null for who joined, and where it went by mail"),
        message: words("What happens next, in a sentence"),
      }),
    ),
    run: async (call, { workspace_id, email, role }) => {
      const { database, secrets, baseUrl, mailInvitation, invitationDays, actor } = call;
      const membership = { workspaceId: workspace_id, email, role };
      const invited = { ...membership, sendsMail: mailInvitation !== null, invitationDays };
      const added = await addMember(database.kysely, secrets, invited, actor);
      if (added === "no_workspace") throw new Refusal("not_found", `There is no workspace ${workspace_id}.`);
      if (added === "last_owner") throw lastOwner();
      if (added === "no_mail") {
        const why = "This installation sends no mail, so nothing shows whose an address is: an operator invites here.";
        throw new Refusal("forbidden", why);
      }
      const said = { workspace_id, email: email.toLowerCase(), role, status: added.kind };
      if (added.kind === "joined") {
        return { data: { ...said, invitation_url: null, message: "They belong to the workspace now." } };
      }
      const link = `${baseUrl}/invitation?ticket=${added.ticket}`;
      if (mailInvitation === null || actor.kind === "operator") {
        const days = invitationDays === 1 ? "a day" : `${invitationDays} days`;
        const message = `No mail was sent: send this link to the person you invite. It is valid for ${days}.`;
        return { data: { ...said, invitation_url: link, message } };
      }
      const refusal = await mailInvitation({ ...membership, link, actor });
      if (refusal !== undefined) {
        const { full, retryAfterSeconds } = refusal;
        const whose = full === "workspace" ? "workspace" : "e-mail address";
        throw new Refusal("rate_limited", `This ${whose} has reached its limit of mails. Try again later.`, {
          retryAfterSeconds,
        });
      }
      return { data: { ...said, invitation_url: null, message: "The invitation is on its way by mail." } };
    },
  }),
  defineOperation({
    name: "members.remove",
    description:
      "Takes effect at once on every process. A workspace's last owner stays. For you to review, the answer lists what they set up and still works. That is endpoints, exports, notice channels, connections, links to partners' pages, the program's key, agent keys and tokens.",
    access: inWorkspace("people"),
    http: { method: "post", path: `${path}/members/remove`, example: { email: "bob@acme.example" } },
    changes: true,
    command: { example: "members remove --workspace 1 --email ann@acme.example" },
    input: { workspace_id: workspaceId, email },
    output: answerOf(
      z.strictObject({
        workspace_id: workspaceId,
        email: words("The address of the account"),
        status: z.literal("removed"),
        left_behind: z
          .array(leftBehindLine)
          .readonly()
          .meta({ description: "What they set up in the workspace's programs and still works" }),
      }),
    ),
    run: async ({ database, secrets, actor }, { workspace_id, email }) => {
      const removed = await removeMember(database.kysely, secrets, { workspaceId: workspace_id, email }, actor);
      if (removed.kind === "no_member") {
        throw new Refusal("not_found", `Workspace ${workspace_id} has no member ${email}.`);
      }
      if (removed.kind === "last_owner") throw lastOwner();
      const { leftBehind: left_behind } = removed;
      return { data: { workspace_id, email: email.toLowerCase(), status: "removed" as const, left_behind } };
    },
  }),
  defineList({
    name: "members.list",
    description: "All members with their roles.",
    access: inWorkspace("people"),
    http: { method: "get", path: `${path}/members` },
    row: memberLine,
    table: ["email", "name", "role", "second_factor", "joined_at"],
    filters: { workspace_id: workspaceId },
    example: "members list --workspace 1",
    read: ({ reads, actor }, page, { workspace_id }) =>
      reads.ofWorkspace(actor, workspace_id, "people", (db) => listMembers(db, workspace_id, page)),
  }),
  defineList({
    name: "invitations.list",
    description: "Invitations that are not accepted yet.",
    access: inWorkspace("people"),
    http: { method: "get", path: `${path}/invitations` },
    row: invitationLine,
    table: ["email", "role", "invited_by", "expires_at"],
    filters: { workspace_id: workspaceId },
    example: "invitations list --workspace 1",
    read: ({ reads, actor }, page, { workspace_id }) =>
      reads.ofWorkspace(actor, workspace_id, "people", (db) => listInvitations(db, workspace_id, page)),
  }),
  defineOperation({
    name: "invitations.cancel",
    description: "Its link stops working.",
    access: inWorkspace("people"),
    http: { method: "post", path: `${path}/invitations/cancel`, example: { email: "bob@acme.example" } },
    command: { example: "invitations cancel --workspace 1 --email bob@acme.example" },
    changes: true,
    input: { workspace_id: workspaceId, email },
    output: answerOf(
      z.strictObject({
        workspace_id: workspaceId,
        email: words("The address that was invited"),
        status: z.literal("cancelled"),
      }),
    ),
    run: async ({ database, actor }, { workspace_id, email }) => {
      const isCancelled = await cancelInvitation(database.kysely, { workspaceId: workspace_id, email }, actor);
      if (!isCancelled) throw new Refusal("not_found", `Workspace ${workspace_id} has not invited ${email}.`);
      return { data: { workspace_id, email: email.toLowerCase(), status: "cancelled" as const } };
    },
  }),
];

function lastOwner(): Refusal {
  return new Refusal("invalid_request", "A workspace needs an owner: make another member an owner first.");
}
