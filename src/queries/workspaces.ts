// The workspaces of the installation, by id.
import type { Kysely } from "kysely";
import type { Tables } from "../db/tables.ts";
import { keyset, numberKey, type Page, type PageRequest } from "./page.ts";

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
