// Second factors as owners and operators handle them: whether a workspace requires one, and the reset of one that was lost. Each change is
// kept with its author. An owner does not reset a member who also belongs to workspaces of others: one made for that would open theirs.
import { type Kysely, sql } from "kysely";
import { sayWhoActsIn } from "../../access/acting.ts";
import { type Actor, hasSecondFactor, notTheOperator } from "../../access/permission.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { requireOwner } from "./members.ts";

export type Requirement = {
  readonly workspaceId: number;
  /** From now on; null where none is required. */
  readonly graceDays: number | null;
};

/** `set_up_first`: an owner without a second factor would be the first to lose the workspace. */
export type RequirementSet =
  | { readonly kind: "set"; readonly from: Date | null }
  | { readonly kind: "no_workspace" }
  | { readonly kind: "set_up_first" };

export function setRequirement(
  db: Kysely<Tables>,
  { workspaceId, graceDays }: Requirement,
  actor: Actor,
): Promise<RequirementSet> {
  return db.transaction().execute(async (transaction) => {
    const { isOperator } = await requireOwner(transaction, workspaceId, actor);
    if (graceDays !== null && !isOperator && actor.kind === "account") {
      const own = await sql`
        select 1 from account_user u where u.id = ${actor.accountId} and ${sql.raw(hasSecondFactor)}`.execute(
        transaction,
      );
      if (own.rows.length === 0) return { kind: "set_up_first" };
    }
    const { rows } = await sql<{ second_factor_from: Date | null }>`
      update workspace set second_factor_from = now() + make_interval(days => ${graceDays}::integer)
       where workspace_id = ${workspaceId}
       returning second_factor_from`.execute(transaction);
    const [row] = rows;
    return row === undefined ? { kind: "no_workspace" } : { kind: "set", from: row.second_factor_from };
  });
}

export type FactorReset = "reset" | "no_account" | "none" | "own" | "trusted_elsewhere";

/** Of an account, by an operator; of a member, by an owner where `workspaceId` is given. Its sessions end. */
export function resetFactor(
  db: Kysely<Tables>,
  { email, workspaceId }: { readonly email: string; readonly workspaceId: number | null },
  actor: Actor,
): Promise<FactorReset> {
  return db.transaction().execute(async (transaction) => {
    let isOperator = true;
    if (workspaceId === null) await requireAnOperator(transaction, actor);
    else ({ isOperator } = await requireOwner(transaction, workspaceId, actor));
    const account = await findAccount(transaction, email, workspaceId);
    if (account === undefined) return "no_account";
    if (!isOperator && actor.kind === "account") {
      if (account.id === actor.accountId) return "own";
      if (await isTrustedElsewhere(transaction, account.id, actor.accountId)) return "trusted_elsewhere";
    }
    const passkeys = await sql`delete from account_passkey where user_id = ${account.id}`.execute(transaction);
    if (!account.second_factor && passkeys.numAffectedRows === 0n) return "none";
    await sql`delete from account_second_factor where user_id = ${account.id}`.execute(transaction);
    await sql`update account_user set second_factor = false where id = ${account.id}`.execute(transaction);
    await sql`delete from account_session where user_id = ${account.id}`.execute(transaction);
    return "reset";
  });
}

async function requireAnOperator(db: Kysely<Tables>, actor: Actor): Promise<void> {
  await sayWhoActsIn(db, actor);
  if (actor.kind === "operator") return;
  const accountId = actor.kind === "account" ? actor.accountId : "";
  const { rows } = await sql`select 1 from operator_account where user_id = ${accountId} for share`.execute(db);
  if (rows.length === 0) throw notTheOperator();
}

/** Locked until the reset is made. */
async function findAccount(db: Kysely<Tables>, email: string, workspaceId: number | null) {
  let query = db
    .selectFrom("account_user")
    .select(["id", "second_factor"])
    .where("email", "=", email.toLowerCase())
    .where("email_verified", "=", true)
    .forUpdate();
  if (workspaceId !== null) {
    query = query.where("id", "in", (members) =>
      members.selectFrom("workspace_member").select("user_id").where("workspace_id", "=", workspaceId),
    );
  }
  return query.executeTakeFirst();
}

/** Operates the installation, or belongs to a workspace that this owner does not own. */
async function isTrustedElsewhere(db: Kysely<Tables>, accountId: string, ownerId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from operator_account where user_id = ${accountId}
     union all
    select 1
      from workspace_member m
     where m.user_id = ${accountId}
       and not exists (select 1 from workspace_member o
                        where o.workspace_id = m.workspace_id and o.user_id = ${ownerId} and o.role = 'owner')
     limit 1`.execute(db);
  return rows.length > 0;
}
