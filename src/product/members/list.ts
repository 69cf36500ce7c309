// The open invitations of a workspace, by address.
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { workspaceRoles } from "../../core/vocabulary/access/workspace-roles.ts";
import { time, words, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { keyset, type Page, type PageRequest, textKey } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

export const invitationLine = z.strictObject({
  email: words("The address that is invited"),
  role: z.enum(workspaceRoles).meta({ description: "Their role after joining" }),
  invited_by: wordsOrNull("The e-mail of who invited; null for the operator"),
  expires_at: time("Until then it can be accepted"),
  created_at: time("When it was made"),
});

export type InvitationLine = z.output<typeof invitationLine>;

const byEmail = keyset("invitations", textKey);

export async function listInvitations(
  db: Kysely<Tables>,
  workspaceId: number,
  request: PageRequest,
): Promise<Page<InvitationLine>> {
  const [afterEmail] = byEmail.after(request, [""]);
  const rows = await db
    .selectFrom("workspace_invitation as i")
    .leftJoin("account_user as u", "u.id", "i.inviter_id")
    .select(["i.email", "i.role", "u.email as invited_by", "i.expires_at", "i.created_at"])
    .where("i.workspace", "=", String(workspaceId))
    .where("i.status", "=", "pending")
    .where("i.expires_at", ">", sql<Date>`now()`)
    .where("i.email", ">", afterEmail)
    .orderBy("i.email")
    .limit(request.limit + 1)
    .execute();
  return byEmail.page(rows, request, ({ email }) => [email]);
}
