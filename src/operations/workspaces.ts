// Workspaces, to which programs belong, and the people in them, as the operator sees to them. People make and share their own
// through the accounts library.
import { z } from "zod";
import { addMember, removeMember } from "../access/members.ts";
import { createWorkspace } from "../changes/configuration.ts";
import { emailCharactersMax } from "../core/facts.ts";
import { id, oneOf, rule, text, words, wordsOrNull } from "../core/fields.ts";
import { workspaceRoles } from "../core/workspace-roles.ts";
import { listMembers, memberLine, workspaceLine } from "../queries/workspaces.ts";
import { defineList } from "./list.ts";
import { accounts, answerOf, defineOperation, type Operation, operators } from "./operation.ts";
import { Refusal } from "./refusal.ts";

const workspaceId = id("The workspace");
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
    input: { name: text("Name people see") },
    output: answerOf(z.strictObject({ workspace_id: workspaceId, name: words("Name people see") })),
    run: async ({ database }, { name }) => ({ data: { workspace_id: await createWorkspace(database, name), name } }),
  }),
  defineList({
    name: "workspaces.list",
    description: "Your own, with what you may do in each; for the operator all there are.",
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
    description: "Who has no proven account yet gets an invitation, whose link is in the answer.",
    access: operators,
    changes: true,
    command: { example: "members add --workspace 1 --email ann@acme.example --role owner" },
    input: {
      workspace_id: workspaceId,
      email,
      role: oneOf(workspaceRoles, "An owner may do everything; a member all but keys, connections and people"),
    },
    output: answerOf(
      z.strictObject({
        workspace_id: workspaceId,
        email: words("The address of the account"),
        role: z.enum(workspaceRoles),
        status: z.enum(["joined", "invited"]),
        invitation_url: wordsOrNull("Where an account is made; null for who has one"),
      }),
    ),
    run: async ({ database, secrets, baseUrl }, { workspace_id, email, role }) => {
      const added = await addMember(database.kysely, secrets, { workspaceId: workspace_id, email, role });
      if (added === "no_workspace") throw new Refusal("not_found", `There is no workspace ${workspace_id}.`);
      const invitation_url = added.kind === "joined" ? null : `${baseUrl}/invitation?ticket=${added.ticket}`;
      return { data: { workspace_id, email: email.toLowerCase(), role, status: added.kind, invitation_url } };
    },
  }),
  defineOperation({
    name: "members.remove",
    description: "At once and everywhere. A workspace's last owner stays.",
    access: operators,
    changes: true,
    command: { example: "members remove --workspace 1 --email ann@acme.example" },
    input: { workspace_id: workspaceId, email },
    output: answerOf(
      z.strictObject({
        workspace_id: workspaceId,
        email: words("The address of the account"),
        status: z.literal("removed"),
      }),
    ),
    run: async ({ database }, { workspace_id, email }) => {
      const isRemoved = await removeMember(database.kysely, { workspaceId: workspace_id, email });
      if (!isRemoved) throw new Refusal("not_found", `Workspace ${workspace_id} has no member ${email}.`);
      return { data: { workspace_id, email: email.toLowerCase(), status: "removed" as const } };
    },
  }),
  defineList({
    name: "members.list",
    description: "Everybody with what they may do.",
    access: operators,
    row: memberLine,
    table: ["email", "name", "role", "joined_at"],
    filters: { workspace_id: workspaceId },
    example: "members list --workspace 1",
    read: ({ database }, page, { workspace_id }) => listMembers(database.kysely, workspace_id, page),
  }),
];
