// The workspaces of the installation or of one account, by id, and the members of one.
import type { Kysely } from "kysely";
import type { WorkspaceRole } from "../core/workspace-roles.ts";
import type { Tables } from "../db/tables.ts";
import { keyset, numberKey, type Page, type PageRequest, textKey } from "./page.ts";

export type WorkspaceLine = { readonly workspace_id: number; readonly name: string; readonly created_at: Date };

const byWorkspaceId = keyset("workspaces", numberKey);

export async function listWorkspaces(db: Kysely<Tables>, request: PageRequest): Promise<Page<WorkspaceLine>> {
  const [afterWorkspaceId] = byWorkspaceId.after(request, [0]);
  const rows = await db
    .selectFrom("workspace")
    .select(["workspace_id", "name", "created_at"])
    .where("workspace_id", ">", afterWorkspaceId)
    .orderBy("workspace_id")
    .limit(request.limit + 1)
    .execute();
  return byWorkspaceId.page(rows, request, (workspace) => [workspace.workspace_id]);
}

export type OwnWorkspaceLine = WorkspaceLine & { readonly role: WorkspaceRole };

/** With what the account is in each. */
export async function listWorkspacesOf(
  db: Kysely<Tables>,
  accountId: string,
  request: PageRequest,
): Promise<Page<OwnWorkspaceLine>> {
  const [afterWorkspaceId] = byWorkspaceId.after(request, [0]);
  const rows = await db
    .selectFrom("workspace_member as m")
    .innerJoin("workspace as w", "w.workspace_id", "m.workspace_id")
    .select(["w.workspace_id", "w.name", "m.role", "w.created_at"])
    .where("m.user_id", "=", accountId)
    .where("m.workspace_id", ">", afterWorkspaceId)
    .orderBy("m.workspace_id")
    .limit(request.limit + 1)
    .execute();
  return byWorkspaceId.page(rows, request, (workspace) => [workspace.workspace_id]);
}

export type MemberLine = {
  readonly email: string;
  readonly name: string;
  readonly role: WorkspaceRole;
  readonly joined_at: Date;
};

const byEmail = keyset("members", textKey);

export async function listMembers(
  db: Kysely<Tables>,
  workspaceId: number,
  request: PageRequest,
): Promise<Page<MemberLine>> {
  const [afterEmail] = byEmail.after(request, [""]);
  const rows = await db
    .selectFrom("workspace_member as m")
    .innerJoin("account_user as u", "u.id", "m.user_id")
    .select(["u.email", "u.name", "m.role", "m.created_at as joined_at"])
    .where("m.workspace_id", "=", workspaceId)
    .where("u.email", ">", afterEmail)
    .orderBy("u.email")
    .limit(request.limit + 1)
    .execute();
  return byEmail.page(rows, request, (member) => [member.email]);
}
