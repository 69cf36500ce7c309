// Members of a workspace, as the operator sets them on the command line: a person with a confirmed account joins at once, everyone else
// gets an invitation whose link creates one. An unconfirmed account may be a stranger's with this address, so it counts as absent. Members
// of the workspace do the same through the accounts library.
import { randomUUID } from "node:crypto";
import { CompiledQuery, type Kysely, sql } from "kysely";
import { sayWhoActsIn } from "../../access/acting.ts";
import {
  type Actor,
  type FoundRole,
  judgeWorkspaceRole,
  roleInWorkspace,
  scopeMissing,
} from "../../access/permission.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import type { ChangeSigner } from "../../access/signed/signed-changes.ts";
import { newestAccessChange, signPeople } from "../../access/signed/signed-people.ts";
import { roleOfTokenInWorkspace } from "../../access/token-right.ts";
import type { WorkspaceRole } from "../../core/vocabulary/access/workspace-roles.ts";
import { isRaisedAs } from "../../engine/postgres/faults.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { invitationTicket } from "../accounts/sign-up.ts";
import { type LeftBehind, readLeftBehind } from "./left-behind-read.ts";

const restrictViolation = "23001";

export type Membership = { readonly workspaceId: number; readonly email: string; readonly role: WorkspaceRole };

export type InvitationRules = {
  readonly sendsMail: boolean;
  /** How long one is good for. */
  readonly invitationDays: number;
};

/** `ticket` is the last part of the invitation's link, for who has no account yet. */
export type Added =
  | { readonly kind: "joined" }
  | { readonly kind: "invited"; readonly ticket: string }
  | "no_workspace"
  | "no_mail"
  | "last_owner";

/** `operator`: by the command line or an operator's account. Owners only invite: an existing account decides for itself. */
export type Standing = { readonly isOperator: boolean; readonly inviterId: string | null };

/**
 * An existing member gets the role. An operator adds confirmed accounts directly; an owner never learns whether an account exists, and
 * invites no one where no mail is sent.
 */
export function addMember(
  db: Kysely<Tables>,
  secrets: Pick<Secrets, "proveInvitation"> & ChangeSigner,
  { sendsMail, invitationDays, ...membership }: Membership & InvitationRules,
  actor: Actor,
): Promise<Added> {
  const email = membership.email.toLowerCase();
  const added = db.transaction().execute<Added>(async (transaction) => {
    const workspace = await transaction
      .selectFrom("workspace")
      .select("id")
      .where("workspace_id", "=", membership.workspaceId)
      .executeTakeFirst();
    if (workspace === undefined) return "no_workspace";
    const { isOperator, inviterId } = await requireOwner(transaction, membership.workspaceId, actor);
    const since = await newestAccessChange(transaction);
    const account = await transaction
      .selectFrom("account_user as u")
      .leftJoin("workspace_member as m", (join) =>
        join.onRef("m.user_id", "=", "u.id").on("m.workspace_id", "=", membership.workspaceId),
      )
      .select(["u.id", "m.role"])
      .where("u.email", "=", email)
      .where("u.email_verified", "=", true)
      .executeTakeFirst();
    if (account === undefined || (account.role === null && !isOperator)) {
      // Only a mailbox proves whose address it is. A link given to an owner could create an account with anyone's address.
      if (!isOperator && !sendsMail) return "no_mail";
      const { role } = membership;
      const invitation = { workspace: workspace.id, email, role, inviter_id: inviterId, days: invitationDays };
      return { kind: "invited", ticket: invitationTicket(secrets, await invite(transaction, invitation)) };
    }
    await transaction
      .insertInto("workspace_member")
      .values({ id: randomUUID(), workspace: workspace.id, user_id: account.id, role: membership.role })
      .onConflict((known) => known.columns(["user_id", "workspace_id"]).doUpdateSet({ role: membership.role }))
      .execute();
    await signPeople(transaction, secrets, since, actor);
    return { kind: "joined" };
  });
  return added.catch(asLastOwner);
}

/** A workspace's last owner stays one: the database says so. */
function asLastOwner(error: unknown): "last_owner" {
  if (isRaisedAs(error, restrictViolation)) return "last_owner";
  throw error;
}

/** What gives the right stays locked until the change is made. */
export async function requireOwner(db: Kysely<Tables>, workspaceId: number, actor: Actor): Promise<Standing> {
  await sayWhoActsIn(db, actor);
  if (actor.kind === "operator") return { isOperator: true, inviterId: null };
  if (actor.kind === "token") return requireByToken(db, workspaceId, actor.tokenId);
  const accountId = actor.kind === "account" ? actor.accountId : "";
  await sql`
    select role from workspace_member where workspace_id = ${workspaceId} and user_id = ${accountId} for share`.execute(
    db,
  );
  await sql`select user_id from operator_account where user_id = ${accountId} for share`.execute(db);
  const { rows } = await db.executeQuery<{ role: FoundRole }>(
    CompiledQuery.raw(roleInWorkspace, [workspaceId, accountId]),
  );
  const role = rows[0]?.role;
  judgeWorkspaceRole(role, workspaceId, "people");
  return { isOperator: role === "operator", inviterId: role === "operator" ? null : accountId };
}

/** None manages people, which its holder learns of its own workspace alone. */
async function requireByToken(db: Kysely<Tables>, workspaceId: number, tokenId: number): Promise<never> {
  const { rows } = await db.executeQuery<{ role: FoundRole }>(
    CompiledQuery.raw(roleOfTokenInWorkspace, [workspaceId, tokenId, "people"]),
  );
  judgeWorkspaceRole(rows[0]?.role, workspaceId, "people");
  throw scopeMissing("people");
}

/** In place of earlier invitations of the same address. */
async function invite(
  db: Kysely<Tables>,
  {
    days,
    ...invitation
  }: {
    readonly workspace: string;
    readonly email: string;
    readonly role: WorkspaceRole;
    readonly inviter_id: string | null;
    readonly days: number;
  },
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
      expires_at: sql<Date>`now() + make_interval(days => ${days}::integer)`,
    })
    .execute();
  return id;
}

export type Removed =
  | { readonly kind: "removed"; readonly leftBehind: readonly LeftBehind[] }
  | { readonly kind: "no_member" }
  | { readonly kind: "last_owner" };

/** A workspace's last owner stays: the database says so. */
export async function removeMember(
  db: Kysely<Tables>,
  secrets: ChangeSigner,
  { workspaceId, email }: Omit<Membership, "role">,
  actor: Actor,
): Promise<Removed> {
  try {
    return await db.transaction().execute(async (transaction) => {
      await requireOwner(transaction, workspaceId, actor);
      const since = await newestAccessChange(transaction);
      const removed = await transaction
        .deleteFrom("workspace_member")
        .where("workspace_id", "=", workspaceId)
        .where("user_id", "in", (accounts) =>
          accounts.selectFrom("account_user").select("id").where("email", "=", email.toLowerCase()),
        )
        .returning("user_id")
        .executeTakeFirst();
      if (removed === undefined) return { kind: "no_member" };
      await signPeople(transaction, secrets, since, actor);
      return { kind: "removed", leftBehind: await readLeftBehind(transaction, workspaceId, removed.user_id) };
    });
  } catch (error) {
    if (isRaisedAs(error, restrictViolation)) return { kind: "last_owner" };
    throw error;
  }
}

/** False when there is no open invitation of this address. */
export function cancelInvitation(
  db: Kysely<Tables>,
  { workspaceId, email }: Omit<Membership, "role">,
  actor: Actor,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await requireOwner(transaction, workspaceId, actor);
    const cancelled = await transaction
      .updateTable("workspace_invitation")
      .set({ status: "canceled" })
      .where("workspace", "=", String(workspaceId))
      .where("email", "=", email.toLowerCase())
      .where("status", "=", "pending")
      .executeTakeFirst();
    return cancelled.numUpdatedRows > 0n;
  });
}
