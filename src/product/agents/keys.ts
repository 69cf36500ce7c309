// Keys of agents: each opens one workspace, for what its scopes name and nothing else. Made and revoked by the operator; kept
// only as a SHA-256 digest, like a program's key.
// A key is looked up for every call and never remembered, so a revoked one is dead everywhere the moment it is revoked. What
// it changes is asked for again in the transaction that changes it.
import { randomBytes } from "node:crypto";
import { agentKeyPrefix, programKeyPrefix } from "../../access/key-mask.ts";
import { type Actor, requireWorkspaceRight } from "../../access/permission.ts";
import { findProgramByKey, hashKey } from "../../access/program-keys.ts";
import type { AgentScope } from "../../core/vocabulary/access/agent-scopes.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";

const keyRandomBytes = 24;

export type AgentKey = { readonly agentKeyId: number; readonly scopes: ReadonlySet<AgentScope> };

/** Why a key is refused, for its holder. */
export type NoAgentKey = "unknown" | "revoked" | "program_key";

export type AgentKeys = {
  /** Notes that it was used, to the minute. */
  find(key: string): Promise<AgentKey | NoAgentKey>;
};

const addKeyStatement: Statement = {
  name: "add_agent_key",
  text: `insert into agent_key (workspace_id, name, key_hash, last_four, scopes)
         select workspace_id, $2, $3, $4, $5::text[] from workspace where workspace_id = $1
         returning agent_key_id`,
};

const workspaceOfKeyStatement: Statement = {
  name: "workspace_of_agent_key",
  text: "select workspace_id from agent_key where agent_key_id = $1",
};

const revokeKeyStatement: Statement = {
  name: "revoke_agent_key",
  text: `update agent_key
            set revoked_at = coalesce(revoked_at, now())
          where agent_key_id = $1
          returning agent_key_id`,
};

const findKeyStatement: Statement = {
  name: "find_agent_key",
  text: `select agent_key_id, scopes, revoked_at is not null as is_revoked,
                last_used_at is null or last_used_at < now() - interval '1 minute' as is_use_due
           from agent_key
          where key_hash = $1`,
};

const noteUseStatement: Statement = {
  name: "note_agent_key_use",
  text: "update agent_key set last_used_at = now() where agent_key_id = $1",
};

type KeyRow = { agent_key_id: number; scopes: AgentScope[]; is_revoked: boolean; is_use_due: boolean };

/** `key` exists only in this answer. Undefined when there is no such workspace. */
export async function addAgentKey(
  database: Database,
  wanted: { readonly workspaceId: number; readonly name: string; readonly scopes: readonly AgentScope[] },
  actor: Actor,
): Promise<{ readonly agentKeyId: number; readonly key: string } | undefined> {
  const key = `${agentKeyPrefix}${randomBytes(keyRandomBytes).toString("base64url")}`;
  const [row] = await database.transaction(async (session) => {
    await requireWorkspaceRight(session, actor, wanted.workspaceId, "people");
    return session.query<{ agent_key_id: number }>(addKeyStatement, [
      wanted.workspaceId,
      wanted.name,
      hashKey(key),
      key.slice(-4),
      [...new Set(wanted.scopes)],
    ]);
  });
  return row && { agentKeyId: row.agent_key_id, key };
}

/** Waits for what it is just changing. False when there is no such key; one that is revoked already stays as it was. */
export async function revokeAgentKey(database: Database, agentKeyId: number, actor: Actor): Promise<boolean> {
  return database.transaction(async (session) => {
    const [row] = await session.query<{ workspace_id: number }>(workspaceOfKeyStatement, [agentKeyId]);
    if (row === undefined) return false;
    await requireWorkspaceRight(session, actor, row.workspace_id, "people");
    await session.query(revokeKeyStatement, [agentKeyId]);
    return true;
  });
}

export function openAgentKeys(database: Database): AgentKeys {
  return {
    async find(key) {
      const keyHash = hashKey(key);
      const [row] = await database.withSession((session) => session.query<KeyRow>(findKeyStatement, [keyHash]));
      if (row === undefined) return (await isProgramKey(database, key, keyHash)) ? "program_key" : "unknown";
      if (row.is_revoked) return "revoked";
      if (row.is_use_due) {
        await database.transaction(async (session) => void session.query(noteUseStatement, [row.agent_key_id]));
      }
      return { agentKeyId: row.agent_key_id, scopes: new Set(row.scopes) };
    },
  };
}

/** Programs' keys that were made before they had a prefix are known by what they open. */
async function isProgramKey(database: Database, key: string, keyHash: Buffer): Promise<boolean> {
  if (key.startsWith(agentKeyPrefix)) return false;
  return key.startsWith(programKeyPrefix) || (await findProgramByKey(database, keyHash)) !== undefined;
}
