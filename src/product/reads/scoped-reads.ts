// Reads on behalf of an account, an agent or a token: the right to a program is checked in the same snapshot that its data is read from, so a
// membership that ends meanwhile held for all of it or for none. All their reads go through here: the queries themselves know programs and
// no readers.
import { CompiledQuery, type Kysely } from "kysely";
import {
  type Actor,
  agentKeyRevoked,
  type FoundRole,
  judgeProgramRole,
  judgeWorkspaceRole,
  notTheOperator,
  operatorAccount,
  type Right,
  revokedAgent,
  roleInProgram,
  roleInWorkspace,
  scopeMissing,
  tokenEnded,
} from "../../access/permission.ts";
import { endedToken, roleOfTokenInWorkspace, tokenThatReads } from "../../access/token-right.ts";
import type { Page, PageRequest } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import {
  listWorkspaceOfToken,
  listWorkspaces,
  listWorkspacesOf,
  type WorkspaceLine,
} from "../members/workspaces-list.ts";
import { listPrograms, type ProgramLine } from "../programs/list.ts";

type Account = Extract<Actor, { kind: "account" }>;
type Agent = Extract<Actor, { kind: "agent" }>;
type Token = Extract<Actor, { kind: "token" }>;

export type ScopedReads = {
  /** An agent's key names its workspace: others are hidden. */
  workspaces(actor: Actor, request: PageRequest): Promise<Page<WorkspaceLine>>;
  programs(
    actor: Actor,
    request: PageRequest,
    filter: { readonly workspace_id?: number | undefined },
  ): Promise<Page<ProgramLine>>;
  /** Rejects with `AccessRefused` when the actor may not see the program. */
  ofProgram<Answer>(
    actor: Actor,
    programId: number,
    right: Right,
    query: (db: Kysely<Tables>) => Promise<Answer>,
  ): Promise<Answer>;
  /** Of all programs that the actor sees, the first `programsMax` by id. */
  ofPrograms<Answer>(
    actor: Actor,
    programsMax: number,
    query: (db: Kysely<Tables>, programIds: readonly number[]) => Promise<Answer>,
  ): Promise<Answer>;
  /** The same of a workspace. */
  ofWorkspace<Answer>(
    actor: Actor,
    workspaceId: number,
    right: Right,
    query: (db: Kysely<Tables>) => Promise<Answer>,
  ): Promise<Answer>;
  /** What concerns no program and no workspace, for operators alone. */
  ofInstallation<Answer>(actor: Actor, query: (db: Kysely<Tables>) => Promise<Answer>): Promise<Answer>;
};

/** Each read in a snapshot of its own. */
export type Snapshots = <Answer>(read: (snapshot: Kysely<Tables>) => Promise<Answer>) => Promise<Answer>;

export function snapshotsOf(db: Kysely<Tables>): Snapshots {
  return (read) => db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(read);
}

export function openScopedReads(db: Kysely<Tables>): ScopedReads {
  return scopedReadsIn(snapshotsOf(db));
}

export function scopedReadsIn(inSnapshot: Snapshots): ScopedReads {
  return {
    workspaces: async (actor, request) => {
      switch (actor.kind) {
        case "operator":
          return inSnapshot((snapshot) => listWorkspaces(snapshot, null, request));
        case "account":
          return inSnapshot(async (snapshot) =>
            (await isOperator(snapshot, actor))
              ? listWorkspaces(snapshot, actor.accountId, request)
              : listWorkspacesOf(snapshot, actor.accountId, request),
          );
        case "agent":
          return { data: [], next: null };
        case "token":
          return inSnapshot(async (snapshot) => {
            await requireReadScope(snapshot, actor);
            return listWorkspaceOfToken(snapshot, actor.tokenId, request);
          });
      }
    },
    programs: (actor, request, filter) => inSnapshot((snapshot) => listSeen(snapshot, actor, request, filter)),
    ofPrograms: (actor, programsMax, query) =>
      inSnapshot(async (snapshot) => {
        const { data } = await listSeen(snapshot, actor, { limit: programsMax, cursor: null }, {});
        const programIds = data.map(({ program_id }) => program_id);
        return query(snapshot, programIds);
      }),
    ofProgram: (actor, programId, right, query) =>
      inSnapshot(async (snapshot) => {
        const role =
          actor.kind === "operator"
            ? await findAny(snapshot, programId)
            : await findRole(snapshot, actor, programId, right);
        if (role === undefined) await refuseEnded(snapshot, actor);
        judgeProgramRole(role, programId, right);
        return query(snapshot);
      }),
    ofWorkspace: (actor, workspaceId, right, query) =>
      inSnapshot(async (snapshot) => {
        const role = await findRoleInWorkspace(snapshot, actor, workspaceId, right);
        if (role === undefined) await refuseEnded(snapshot, actor);
        judgeWorkspaceRole(role, workspaceId, right);
        return query(snapshot);
      }),
    ofInstallation: (actor, query) =>
      inSnapshot(async (snapshot) => {
        const isAllowed =
          actor.kind === "operator" || (actor.kind === "account" && (await isOperator(snapshot, actor)));
        if (!isAllowed) throw notTheOperator();
        return query(snapshot);
      }),
  };
}

/** Those that the actor sees. */
async function listSeen(
  db: Kysely<Tables>,
  actor: Actor,
  request: PageRequest,
  filter: { readonly workspace_id?: number | undefined },
): Promise<Page<ProgramLine>> {
  if (actor.kind === "operator") return listPrograms(db, request, filter);
  if (actor.kind === "account") {
    const accountId = (await isOperator(db, actor)) ? undefined : actor.accountId;
    return listPrograms(db, request, { ...filter, accountId });
  }
  await refuseEnded(db, actor);
  if (actor.kind === "agent") return listPrograms(db, request, { ...filter, agentKeyId: actor.agentKeyId });
  await requireReadScope(db, actor);
  return listPrograms(db, request, { ...filter, tokenId: actor.tokenId });
}

/** Of a key or a token that ended while its call was under way. */
async function refuseEnded(db: Kysely<Tables>, actor: Actor): Promise<void> {
  if (actor.kind === "agent") {
    const { rows } = await db.executeQuery(CompiledQuery.raw(revokedAgent, [actor.agentKeyId]));
    if (rows.length > 0) throw agentKeyRevoked();
  }
  if (actor.kind === "token") {
    const { rows } = await db.executeQuery(CompiledQuery.raw(endedToken, [actor.tokenId]));
    if (rows.length > 0) throw tokenEnded();
  }
}

/** Of a list that names no program and no workspace. */
async function requireReadScope(db: Kysely<Tables>, { tokenId }: Token): Promise<void> {
  const { rows } = await db.executeQuery(CompiledQuery.raw(tokenThatReads, [tokenId]));
  if (rows.length === 0) throw scopeMissing("read");
}

async function isOperator(db: Kysely<Tables>, { accountId }: Account): Promise<boolean> {
  const { rows } = await db.executeQuery(CompiledQuery.raw(operatorAccount, [accountId]));
  return rows.length > 0;
}

/** The operator may do everything, in a program that there is. */
async function findAny(db: Kysely<Tables>, programId: number): Promise<FoundRole | undefined> {
  const found = await db
    .selectFrom("program")
    .select("program_id")
    .where("program_id", "=", programId)
    .executeTakeFirst();
  return found === undefined ? undefined : "operator";
}

/** By the rule that changes are held to. */
async function findRole(
  db: Kysely<Tables>,
  reader: Account | Agent | Token,
  programId: number,
  right: Right,
): Promise<FoundRole | undefined> {
  const asked = CompiledQuery.raw(roleInProgram[reader.kind], [programId, ...idsOf(reader, right)]);
  const { rows } = await db.executeQuery<{ role: FoundRole }>(asked);
  return rows[0]?.role;
}

function idsOf(reader: Account | Agent | Token, right: Right): readonly unknown[] {
  switch (reader.kind) {
    case "account":
      return [reader.accountId];
    case "agent":
      return [reader.agentKeyId];
    case "token":
      return [reader.tokenId, right];
  }
}

/** No agent has anything to see there. */
async function findRoleInWorkspace(
  db: Kysely<Tables>,
  actor: Actor,
  workspaceId: number,
  right: Right,
): Promise<FoundRole | undefined> {
  if (actor.kind === "agent") return undefined;
  const asked =
    actor.kind === "token"
      ? CompiledQuery.raw(roleOfTokenInWorkspace, [workspaceId, actor.tokenId, right])
      : CompiledQuery.raw(roleInWorkspace, [workspaceId, actor.kind === "account" ? actor.accountId : null]);
  const { rows } = await db.executeQuery<{ role: FoundRole }>(asked);
  return rows[0]?.role;
}
