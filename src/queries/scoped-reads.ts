// Reads on behalf of an account or an agent: whether it may see a program is asked in the same snapshot that its data is read
// from, so a membership that ends meanwhile either was still there for all of it or for none.
// Nothing is read for either in any other way: the queries themselves know programs and nobody who reads them.
import { CompiledQuery, type Kysely } from "kysely";
import {
  type Actor,
  agentKeyRevoked,
  judgeProgramRole,
  type Right,
  revokedAgent,
  roleInProgram,
} from "../access/permission.ts";
import type { WorkspaceRole } from "../core/workspace-roles.ts";
import type { Tables } from "../db/tables.ts";
import type { Page, PageRequest } from "./page.ts";
import { listPrograms, type ProgramLine } from "./programs.ts";
import { listWorkspaces, listWorkspacesOf, type WorkspaceLine } from "./workspaces.ts";

type Account = Extract<Actor, { kind: "account" }>;
type Agent = Extract<Actor, { kind: "agent" }>;

export type ScopedReads = {
  /** An agent's key names its workspace: it is told no others. */
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
};

export function openScopedReads(db: Kysely<Tables>): ScopedReads {
  return {
    workspaces: async (actor, request) => {
      switch (actor.kind) {
        case "operator":
          return listWorkspaces(db, request);
        case "account":
          return listWorkspacesOf(db, actor.accountId, request);
        case "agent":
          return { data: [], next: null };
      }
    },
    programs: (actor, request, filter) => {
      if (actor.kind === "agent") return inSnapshot(db, (snapshot) => listSeen(snapshot, actor, request, filter));
      return listSeen(db, actor, request, filter);
    },
    ofPrograms: (actor, programsMax, query) =>
      inSnapshot(db, async (snapshot) => {
        const { data } = await listSeen(snapshot, actor, { limit: programsMax, cursor: null }, {});
        const programIds = data.map(({ program_id }) => program_id);
        return query(snapshot, programIds);
      }),
    ofProgram: (actor, programId, right, query) =>
      inSnapshot(db, async (snapshot) => {
        const role =
          actor.kind === "operator" ? await findAny(snapshot, programId) : await findRole(snapshot, actor, programId);
        if (role === undefined && actor.kind === "agent") await refuseRevoked(snapshot, actor);
        judgeProgramRole(role, programId, right);
        return query(snapshot);
      }),
  };
}

function inSnapshot<Answer>(db: Kysely<Tables>, read: (snapshot: Kysely<Tables>) => Promise<Answer>): Promise<Answer> {
  return db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(read);
}

/** Those that the actor sees. */
async function listSeen(
  db: Kysely<Tables>,
  actor: Actor,
  request: PageRequest,
  filter: { readonly workspace_id?: number | undefined },
): Promise<Page<ProgramLine>> {
  if (actor.kind === "operator") return listPrograms(db, request, filter);
  if (actor.kind === "account") return listPrograms(db, request, { ...filter, accountId: actor.accountId });
  await refuseRevoked(db, actor);
  return listPrograms(db, request, { ...filter, agentKeyId: actor.agentKeyId });
}

/** Revoked while its call was under way. */
async function refuseRevoked(db: Kysely<Tables>, { agentKeyId }: Agent): Promise<void> {
  const { rows } = await db.executeQuery(CompiledQuery.raw(revokedAgent, [agentKeyId]));
  if (rows.length > 0) throw agentKeyRevoked();
}

/** The operator may do everything, in a program that there is. */
async function findAny(db: Kysely<Tables>, programId: number): Promise<WorkspaceRole | undefined> {
  const found = await db
    .selectFrom("program")
    .select("program_id")
    .where("program_id", "=", programId)
    .executeTakeFirst();
  return found === undefined ? undefined : "owner";
}

/** By the rule that changes are held to. */
async function findRole(
  db: Kysely<Tables>,
  reader: Account | Agent,
  programId: number,
): Promise<WorkspaceRole | undefined> {
  const id = reader.kind === "agent" ? reader.agentKeyId : reader.accountId;
  const asked = CompiledQuery.raw(roleInProgram[reader.kind], [programId, id]);
  const { rows } = await db.executeQuery<{ role: WorkspaceRole }>(asked);
  return rows[0]?.role;
}
