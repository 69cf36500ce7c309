// Who may do what: an account by its membership of the program's workspace, an agent's key as a member of its workspace, a workspace's token
// by its scopes, and the operator, as a role or on the command line, everything. Checked inside the transaction of the change, and the membership or key stays locked until
// it ends: revoking a role meanwhile either waits for it or prevents it. From then on the transaction knows its actor. A stranger gets the
// same answer as for a program that does not exist.
import {
  operatorSettings,
  ownerSettings,
  payoutSettings,
  type Settings,
} from "../core/rules/events/settings/settings.ts";
import { type TokenRole, tokenRoles } from "../core/vocabulary/access/token-scopes.ts";
import {
  hasRight,
  isWorkspaceRole,
  neededFor,
  type WorkspaceRight,
  type WorkspaceRole,
} from "../core/vocabulary/access/workspace-roles.ts";
import type { Session } from "../engine/postgres/driver/session.ts";
import type { Statement } from "../engine/postgres/driver/statement.ts";
import { AccessRefused } from "./access-refused.ts";
import { sayWhoActs } from "./acting.ts";
import { endedToken, roleOfTokenInProgram, roleOfTokenInWorkspace } from "./token-right.ts";

export type Actor =
  | { readonly kind: "operator" }
  | { readonly kind: "account"; readonly accountId: string }
  | { readonly kind: "agent"; readonly agentKeyId: number }
  | { readonly kind: "token"; readonly tokenId: number };

/** A command that can open the database. */
export const operator: Actor = { kind: "operator" };

/** The required right, which the caller's role has or has not; `operator` is for everyone who operates the installation. */
export type Right = WorkspaceRight | "operator";

/** A caller's role: an operator may do more than an owner, in every workspace. */
export type Role = WorkspaceRole | "operator";

/** A member's, or that a second factor is missing: then there is no right until the account has one. Of a token, its role where it has the scope. */
export type FoundRole = Role | "lacks_second_factor" | `token:${TokenRole}` | "token_without_scope";

/** Of the account `u`. With a passkey, no session is opened by the password alone. */
export const hasSecondFactor = "(u.second_factor or exists (select 1 from account_passkey pk where pk.user_id = u.id))";
/** Of the member `m` of the workspace `w`, with the account `u`. */
export const lacksSecondFactor = `coalesce(w.second_factor_from <= now() and not ${hasSecondFactor}, false)`;
const memberRole = `case when ${lacksSecondFactor} then 'lacks_second_factor' else m.role end`;

/** `$1` is the program, `$2` the account, the agent's key or the token, for which `$3` is the right. Asked in the snapshot that is read from. */
export const roleInProgram = {
  account: `select case when o.user_id is null then ${memberRole} else 'operator' end as role
           from program p
           left join workspace_member m on m.workspace_id = p.workspace_id and m.user_id = $2
           left join workspace w on w.workspace_id = m.workspace_id
           left join account_user u on u.id = m.user_id
           left join operator_account o on o.user_id = $2
          where p.program_id = $1 and (m.role is not null or o.user_id is not null)`,
  agent: `select 'member' as role
           from program p
           join agent_key k on k.workspace_id = p.workspace_id and k.agent_key_id = $2 and k.revoked_at is null
          where p.program_id = $1`,
  token: roleOfTokenInProgram,
} as const;

/** `$2` is the account, or null for the operator on the command line. */
export const roleInWorkspace = `
  select case when $2::text is null or o.user_id is not null then 'operator' else ${memberRole} end as role
    from workspace w
    left join workspace_member m on m.workspace_id = w.workspace_id and m.user_id = $2
    left join account_user u on u.id = m.user_id
    left join operator_account o on o.user_id = $2
   where w.workspace_id = $1 and ($2::text is null or m.role is not null or o.user_id is not null)`;

/** The same two ways with a lock on what gives the right. */
const roleInProgramStatement: Statement = {
  name: "role_in_program",
  text: `select ${memberRole} as role
           from program p
           join workspace_member m on m.workspace_id = p.workspace_id and m.user_id = $2
           join workspace w on w.workspace_id = m.workspace_id
           join account_user u on u.id = m.user_id
          where p.program_id = $1
            for share of m`,
};

const operatorOfProgramStatement: Statement = {
  name: "operator_of_program",
  text: `select 'operator' as role
           from program p
           join operator_account o on o.user_id = $2
          where p.program_id = $1
            for share of o`,
};

const operatorOfWorkspaceStatement: Statement = {
  name: "operator_of_workspace",
  text: `select 'operator' as role
           from workspace w
           join operator_account o on o.user_id = $2
          where w.workspace_id = $1
            for share of o`,
};

export const operatorAccount = "select user_id from operator_account where user_id = $1";

const operatorAccountStatement: Statement = { name: "operator_account", text: `${operatorAccount} for share` };

const roleInWorkspaceStatement: Statement = {
  name: "role_in_workspace",
  text: `select ${memberRole} as role
           from workspace_member m
           join workspace w on w.workspace_id = m.workspace_id
           join account_user u on u.id = m.user_id
          where m.workspace_id = $1 and m.user_id = $2
            for share of m`,
};

const agentInProgramStatement: Statement = { name: "agent_in_program", text: `${roleInProgram.agent} for share of k` };

const agentInWorkspaceStatement: Statement = {
  name: "agent_in_workspace",
  text: `select 'member' as role
           from agent_key
          where workspace_id = $1 and agent_key_id = $2 and revoked_at is null
            for share`,
};

const tokenInProgramStatement: Statement = { name: "token_in_program", text: `${roleInProgram.token} for share of t` };

const tokenInWorkspaceStatement: Statement = {
  name: "token_in_workspace",
  text: `${roleOfTokenInWorkspace} for share of t`,
};

const tokenHasEndedStatement: Statement = { name: "token_has_ended", text: endedToken };

const agentSetsTermsStatement: Statement = {
  name: "agent_sets_terms",
  text: "select 1 from agent_key where agent_key_id = $1 and 'programs:terms' = any(scopes)",
};

export const revokedAgent = "select agent_key_id from agent_key where agent_key_id = $1 and revoked_at is not null";

const agentIsRevokedStatement: Statement = { name: "agent_is_revoked", text: revokedAgent };

export async function requireProgramRight(
  session: Session,
  actor: Actor,
  programId: number,
  right: Right,
): Promise<void> {
  sayWhoActs(session, actor);
  if (actor.kind === "operator") return;
  const role = await findRole(session, actor, programId, right, {
    account: [roleInProgramStatement, operatorOfProgramStatement],
    agent: agentInProgramStatement,
    token: tokenInProgramStatement,
  });
  if (role === undefined) await refuseRevoked(session, actor);
  judgeProgramRole(role, programId, right);
}

export async function requireWorkspaceRight(
  session: Session,
  actor: Actor,
  workspaceId: number,
  right: Right,
): Promise<void> {
  sayWhoActs(session, actor);
  if (actor.kind === "operator") return;
  const role = await findRole(session, actor, workspaceId, right, {
    account: [roleInWorkspaceStatement, operatorOfWorkspaceStatement],
    agent: agentInWorkspaceStatement,
    token: tokenInWorkspaceStatement,
  });
  if (role === undefined) await refuseRevoked(session, actor);
  judgeWorkspaceRole(role, workspaceId, right);
}

/** What concerns no program and no workspace. */
export async function requireOperator(session: Session, actor: Actor): Promise<void> {
  sayWhoActs(session, actor);
  if (actor.kind === "operator") return;
  const found = actor.kind === "account" ? await session.query(operatorAccountStatement, [actor.accountId]) : [];
  if (found.length === 0) throw notTheOperator();
}

export function notTheOperator(): AccessRefused {
  return new AccessRefused("forbidden", "Only the operator of this service may do this.");
}

/** Of what gives a role, as statements over where it is asked and who asks. */
type Ways = {
  readonly account: readonly [member: Statement, operator: Statement];
  readonly agent: Statement;
  readonly token: Statement;
};

/** The operator role is checked only if membership of the workspace is not enough. */
async function findRole(
  session: Session,
  actor: Exclude<Actor, { kind: "operator" }>,
  where: number,
  right: Right,
  ways: Ways,
): Promise<FoundRole | undefined> {
  if (actor.kind === "agent") return ask(session, ways.agent, [where, actor.agentKeyId]);
  if (actor.kind === "token") return ask(session, ways.token, [where, actor.tokenId, right]);
  const [asMember, asOperator] = ways.account;
  const role = await ask(session, asMember, [where, actor.accountId]);
  if (role !== undefined && isEnough(role, right)) return role;
  return (await ask(session, asOperator, [where, actor.accountId])) ?? role;
}

async function ask(session: Session, statement: Statement, values: readonly unknown[]): Promise<FoundRole | undefined> {
  const [found] = await session.query<{ role: FoundRole }>(statement, [...values]);
  return found?.role;
}

/** Checked after the right to the program, so that a stranger learns nothing. Naming such a setting is refused, with any value. */
export function requireSettingsRight(actor: Actor, settings: Partial<Settings>): void {
  if (actor.kind === "operator") return;
  if (actor.kind === "agent" && payoutSettings.some((name) => settings[name] !== undefined)) {
    throw new AccessRefused(
      "forbidden",
      "An agent key cannot change how payouts are approved, limited or scheduled. An owner of the workspace can.",
    );
  }
  const own = operatorSettings.filter((name) => settings[name] !== undefined);
  if (own.length === 0) return;
  throw new AccessRefused("forbidden", `Only the operator of this service sets ${own.join(", ")}.`);
}

/** Whether a change is of what decides who is paid, how much and for what, or of where links lead and whether they work. */
export function changesTerms(change: {
  readonly status: string | null;
  readonly settings: Partial<Settings>;
}): boolean {
  return change.status !== null || ownerSettings.some((name) => change.settings[name] !== undefined);
}

/** Not a member's, so that no member pays itself; an agent's key needs the scope `programs:terms`. */
export async function requireTermsRight(session: Session, actor: Actor, programId: number): Promise<void> {
  if (actor.kind !== "agent") return requireProgramRight(session, actor, programId, "terms");
  await requireProgramRight(session, actor, programId, "programs");
  const found = await session.query(agentSetsTermsStatement, [actor.agentKeyId]);
  if (found.length === 0) {
    throw new AccessRefused(
      "forbidden",
      "This changes a program's terms, links or status: an agent key needs the scope programs:terms for it.",
    );
  }
}

/** A key that was revoked while its call was under way: its holder must not look for a program that is there. */
async function refuseRevoked(session: Session, actor: Actor): Promise<void> {
  if (actor.kind === "agent") {
    const revoked = await session.query(agentIsRevokedStatement, [actor.agentKeyId]);
    if (revoked.length > 0) throw agentKeyRevoked();
  }
  if (actor.kind === "token") {
    const ended = await session.query(tokenHasEndedStatement, [actor.tokenId]);
    if (ended.length > 0) throw tokenEnded();
  }
}

export function tokenEnded(): AccessRefused {
  return new AccessRefused(
    "unauthorized",
    "This token was revoked or has expired. An owner of the workspace creates a new one.",
  );
}

export function agentKeyRevoked(): AccessRefused {
  return new AccessRefused(
    "unauthorized",
    "This agent key was revoked. The operator of this service issues a new one.",
  );
}

/** Undefined is no role at all. */
export function judgeProgramRole(role: FoundRole | undefined, programId: number, right: Right): void {
  if (role === undefined) throw new AccessRefused("not_found", `There is no program ${programId}.`);
  judgeRole(role, right);
}

export function judgeWorkspaceRole(role: FoundRole | undefined, workspaceId: number, right: Right): void {
  if (role === undefined) throw new AccessRefused("not_found", `There is no workspace ${workspaceId}.`);
  judgeRole(role, right);
}

export const secondFactorMissing =
  "This workspace requires a second factor, and your account has none: set one up at /account/second-factor or add a passkey at /account/passkeys.";

function judgeRole(role: FoundRole, right: Right): void {
  if (isEnough(role, right)) return;
  if (role === "lacks_second_factor") throw new AccessRefused("second_factor_required", secondFactorMissing);
  if (right === "operator") throw notTheOperator();
  if (role.startsWith("token")) throw scopeMissing(right);
  throw new AccessRefused("forbidden", `${neededFor(right)} Your role is ${role}.`);
}

export function scopeMissing(right: WorkspaceRight): AccessRefused {
  return new AccessRefused("insufficient_scope", `This needs the scope ${right}, which the token lacks.`, {
    required_scope: right,
  });
}

function isEnough(role: FoundRole, right: Right): boolean {
  if (role === "lacks_second_factor") return false;
  const ofToken = tokenRoles.find((one) => role === `token:${one}`);
  if (ofToken !== undefined) return right !== "operator" && hasRight(ofToken, right);
  return role === "operator" || (isWorkspaceRole(role) && right !== "operator" && hasRight(role, right));
}
