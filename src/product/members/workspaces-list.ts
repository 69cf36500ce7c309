// The workspaces of the installation or of one account, by id, and the members of one.

import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { hasSecondFactor, lacksSecondFactor } from "../../access/permission.ts";
import { workspaceRoles } from "../../core/vocabulary/access/workspace-roles.ts";
import { flag, id, time, timeOrNull, words } from "../../core/vocabulary/fields.ts";
import { keyset, numberKey, type Page, type PageRequest, textKey } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

export const workspaceLine = z.strictObject({
  workspace_id: id("The workspace"),
  name: words("Name people see"),
  role: z.enum(workspaceRoles).nullable().meta({ description: "Your role in it; null if only as an operator" }),
  is_operator: flag("You operate the installation, regardless of your role here"),
  second_factor_from: timeOrNull("From then on its members need a second factor; null where none is required"),
  lacks_second_factor: flag("You see nothing of it until your account has a second factor"),
  created_at: time("When it was made"),
});

export type WorkspaceLine = z.output<typeof workspaceLine>;

const byWorkspaceId = keyset("workspaces", numberKey);

/** All there are; null is the operator on the command line. */
export async function listWorkspaces(
  db: Kysely<Tables>,
  accountId: string | null,
  request: PageRequest,
): Promise<Page<WorkspaceLine>> {
  const [afterWorkspaceId] = byWorkspaceId.after(request, [0]);
  const rows = await db
    .selectFrom("workspace as w")
    .leftJoin("workspace_member as m", (join) =>
      join.onRef("m.workspace_id", "=", "w.workspace_id").on("m.user_id", "=", accountId),
    )
    .select(["w.workspace_id", "w.name", "m.role", "w.second_factor_from", "w.created_at"])
    .where("w.workspace_id", ">", afterWorkspaceId)
    .orderBy("w.workspace_id")
    .limit(request.limit + 1)
    .execute();
  const lines = rows.map((row) => ({ ...row, is_operator: true, lacks_second_factor: false }));
  return byWorkspaceId.page(lines, request, (workspace) => [workspace.workspace_id]);
}

/** With what the account is in each. */
export async function listWorkspacesOf(
  db: Kysely<Tables>,
  accountId: string,
  request: PageRequest,
): Promise<Page<WorkspaceLine>> {
  const [afterWorkspaceId] = byWorkspaceId.after(request, [0]);
  const rows = await db
    .selectFrom("workspace_member as m")
    .innerJoin("workspace as w", "w.workspace_id", "m.workspace_id")
    .innerJoin("account_user as u", "u.id", "m.user_id")
    .select(["w.workspace_id", "w.name", "m.role", "w.second_factor_from", "w.created_at"])
    .select(sql<boolean>`${sql.raw(lacksSecondFactor)}`.as("lacks_second_factor"))
    .where("m.user_id", "=", accountId)
    .where("m.workspace_id", ">", afterWorkspaceId)
    .orderBy("m.workspace_id")
    .limit(request.limit + 1)
    .execute();
  const lines = rows.map((row) => ({ ...row, is_operator: false }));
  return byWorkspaceId.page(lines, request, (workspace) => [workspace.workspace_id]);
}

/** The one that the token opens; it needs no second factor. */
export async function listWorkspaceOfToken(
  db: Kysely<Tables>,
  tokenId: number,
  request: PageRequest,
): Promise<Page<WorkspaceLine>> {
  const [afterWorkspaceId] = byWorkspaceId.after(request, [0]);
  const rows = await db
    .selectFrom("workspace_token as t")
    .innerJoin("workspace as w", "w.workspace_id", "t.workspace_id")
    .select(["w.workspace_id", "w.name", "t.role", "w.second_factor_from", "w.created_at"])
    .where("t.token_id", "=", tokenId)
    .where("w.workspace_id", ">", afterWorkspaceId)
    .execute();
  const lines = rows.map((row) => ({ ...row, is_operator: false, lacks_second_factor: false }));
  return byWorkspaceId.page(lines, request, (workspace) => [workspace.workspace_id]);
}

export const memberLine = z.strictObject({
  email: words("The address of the account"),
  name: words("The person's name"),
  role: z.enum(workspaceRoles).meta({ description: "Their role" }),
  second_factor: flag("Their account has a second factor: an authenticator app or a passkey"),
  joined_at: time("When they became a member"),
});

export type MemberLine = z.output<typeof memberLine>;

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
    .select(sql<boolean>`${sql.raw(hasSecondFactor)}`.as("second_factor"))
    .where("m.workspace_id", "=", workspaceId)
    .where("u.email", ">", afterEmail)
    .orderBy("u.email")
    .limit(request.limit + 1)
    .execute();
  return byEmail.page(rows, request, (member) => [member.email]);
}
