// Who belongs to a workspace, as the operator says it on the command line: somebody with an account whose address is proven joins at
// once, everybody else gets an invitation whose link makes one. An account that nobody has proven may be a stranger's with this
// address, so it counts as absent. People of the workspace do the same through the accounts library.
import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { WorkspaceRole } from "../core/workspace-roles.ts";
import type { Tables } from "../db/tables.ts";
import type { Secrets } from "./secrets.ts";
import { invitationTicket } from "./sign-up.ts";

const invitationDays = 7;

export type Membership = { readonly workspaceId: number; readonly email: string; readonly role: WorkspaceRole };

/** `ticket` is the last part of the invitation's link, for who has no account yet. */
export type Added =
  | { readonly kind: "joined" }
  | { readonly kind: "invited"; readonly ticket: string }
  | "no_workspace";

/** Whoever is a member already gets the role. */
export function addMember(
  db: Kysely<Tables>,
  secrets: Pick<Secrets, "proveInvitation">,
  membership: Membership,
): Promise<Added> {
  const email = membership.email.toLowerCase();
  return db.transaction().execute(async (transaction) => {
    const workspace = await transaction
      .selectFrom("workspace")
      .select("id")
      .where("workspace_id", "=", membership.workspaceId)
      .executeTakeFirst();
    if (workspace === undefined) return "no_workspace";
    const account = await transaction
      .selectFrom("account_user")
      .select("id")
      .where("email", "=", email)
      .where("email_verified", "=", true)
      .executeTakeFirst();
    if (account === undefined) {
      const invitation = { workspace: workspace.id, email, role: membership.role };
      return { kind: "invited", ticket: invitationTicket(secrets, await invite(transaction, invitation)) };
    }
    await transaction
      .insertInto("workspace_member")
      .values({ id: randomUUID(), workspace: workspace.id, user_id: account.id, role: membership.role })
      .onConflict((known) => known.columns(["user_id", "workspace_id"]).doUpdateSet({ role: membership.role }))
      .execute();
    return { kind: "joined" };
  });
}

/** In place of earlier invitations of the same address. */
async function invite(
  db: Kysely<Tables>,
  invitation: { readonly workspace: string; readonly email: string; readonly role: WorkspaceRole },
): Promise<string> {
  await db
    .updateTable("workspace_invitation")
    .set({ status: "canceled" })
    .where("workspace", "=", invitation.workspace)
    .where("email", "=", invitation.email)
    .where("status", "=", "pending")
    .execute();
  const id = randomUUID();
  await db
    .insertInto("workspace_invitation")
    .values({
      id,
      ...invitation,
      status: "pending",
      inviter_id: null,
      expires_at: sql<Date>`now() + make_interval(days => ${invitationDays}::integer)`,
    })
    .execute();
  return id;
}

/** False when there is no such member. The last owner cannot be removed: the database says so. */
export async function removeMember(
  db: Kysely<Tables>,
  { workspaceId, email }: Omit<Membership, "role">,
): Promise<boolean> {
  const removed = await db
    .deleteFrom("workspace_member")
    .where("workspace_id", "=", workspaceId)
    .where("user_id", "in", (accounts) =>
      accounts.selectFrom("account_user").select("id").where("email", "=", email.toLowerCase()),
    )
    .executeTakeFirst();
  return removed.numDeletedRows > 0n;
}
