// Who may do what: an account by its membership of the workspace a program belongs to, an agent's key as a member of the
// workspace it was made for, the operator everything.
// Asked inside the transaction that does it, and the membership or the key stays locked until that ends: a role that is taken
// away meanwhile either waits for it or prevents it. A stranger hears the same as if the program did not exist.
import { operatorSettings, type Settings } from "../core/settings.ts";
import type { WorkspaceRole } from "../core/workspace-roles.ts";
import type { Session } from "../db/session.ts";
import type { Statement } from "../db/statement.ts";

export type Actor =
  | { readonly kind: "operator" }
  | { readonly kind: "account"; readonly accountId: string }
  | { readonly kind: "agent"; readonly agentKeyId: number };

/** Whoever may open the database with a command. */
export const operator: Actor = { kind: "operator" };

export class AccessRefused extends Error {
  override readonly name = "AccessRefused";
  readonly kind: "not_found" | "forbidden" | "unauthorized";

  constructor(kind: AccessRefused["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** What is asked for: `member` is everybody who belongs to the workspace. */
export type Right = WorkspaceRole;

/** `$1` is the program, `$2` the account or the agent's key. Asked here with a lock, and by reads in the snapshot they read from. */
export const roleInProgram = {
  account: `select m.role
           from program p
           join workspace_member m on m.workspace_id = p.workspace_id and m.user_id = $2
          where p.program_id = $1`,
  agent: `select 'member' as role
           from program p
           join agent_key k on k.workspace_id = p.workspace_id and k.agent_key_id = $2 and k.revoked_at is null
          where p.program_id = $1`,
} as const;

const roleInProgramStatement: Statement = { name: "role_in_program", text: `${roleInProgram.account} for share of m` };

const roleInWorkspaceStatement: Statement = {
  name: "role_in_workspace",
  text: "select role from workspace_member where workspace_id = $1 and user_id = $2 for share",
};

const agentInProgramStatement: Statement = { name: "agent_in_program", text: `${roleInProgram.agent} for share of k` };

const agentInWorkspaceStatement: Statement = {
  name: "agent_in_workspace",
  text: `select 'member' as role
           from agent_key
          where workspace_id = $1 and agent_key_id = $2 and revoked_at is null
            for share`,
};

export const revokedAgent = "select agent_key_id from agent_key where agent_key_id = $1 and revoked_at is not null";

const agentIsRevokedStatement: Statement = { name: "agent_is_revoked", text: revokedAgent };

export async function requireProgramRight(
  session: Session,
  actor: Actor,
  programId: number,
  right: Right,
): Promise<void> {
  if (actor.kind === "operator") return;
  const [statement, id] =
    actor.kind === "agent"
      ? ([agentInProgramStatement, actor.agentKeyId] as const)
      : ([roleInProgramStatement, actor.accountId] as const);
  const [found] = await session.query<{ role: WorkspaceRole }>(statement, [programId, id]);
  if (found === undefined) await refuseRevoked(session, actor);
  judgeProgramRole(found?.role, programId, right);
}

export async function requireWorkspaceRight(
  session: Session,
  actor: Actor,
  workspaceId: number,
  right: Right,
): Promise<void> {
  if (actor.kind === "operator") return;
  const [statement, id] =
    actor.kind === "agent"
      ? ([agentInWorkspaceStatement, actor.agentKeyId] as const)
      : ([roleInWorkspaceStatement, actor.accountId] as const);
  const [found] = await session.query<{ role: WorkspaceRole }>(statement, [workspaceId, id]);
  if (found === undefined) {
    await refuseRevoked(session, actor);
    throw new AccessRefused("not_found", `There is no workspace ${workspaceId}.`);
  }
  judgeRole(found.role, right);
}

/** Asked behind the right to the program: a stranger hears nothing of it. Naming such a setting is refused whatever its value. */
export function requireSettingsRight(actor: Actor, settings: Partial<Settings>): void {
  if (actor.kind === "operator") return;
  const own = operatorSettings.filter((name) => settings[name] !== undefined);
  if (own.length === 0) return;
  throw new AccessRefused("forbidden", `Only the operator of this service sets ${own.join(", ")}.`);
}

/** A key that was revoked while its call was under way: its holder must not look for a program that is there. */
async function refuseRevoked(session: Session, actor: Actor): Promise<void> {
  if (actor.kind !== "agent") return;
  const revoked = await session.query(agentIsRevokedStatement, [actor.agentKeyId]);
  if (revoked.length > 0) throw agentKeyRevoked();
}

export function agentKeyRevoked(): AccessRefused {
  return new AccessRefused(
    "unauthorized",
    "This agent key was revoked. The operator of this service issues a new one.",
  );
}

/** Undefined is no role at all. */
export function judgeProgramRole(role: WorkspaceRole | undefined, programId: number, right: Right): void {
  if (role === undefined) throw new AccessRefused("not_found", `There is no program ${programId}.`);
  judgeRole(role, right);
}

function judgeRole(role: WorkspaceRole, right: Right): void {
  if (right === "member" || role === "owner") return;
  throw new AccessRefused("forbidden", "Only an owner of the workspace may do this.");
}
