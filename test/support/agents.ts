// Agents of a program's workspace: their keys, made as the operator makes them.

import { operator } from "../../src/access/permission.ts";
import { type AgentScope, agentScopes } from "../../src/core/vocabulary/access/agent-scopes.ts";
import type { Database } from "../../src/engine/postgres/database.ts";
import { addAgentKey } from "../../src/product/agents/keys.ts";
import type { ProgramAtHand } from "./service.ts";

export type AgentAtHand = { readonly agentKeyId: number; readonly key: string };

/** With every scope unless it says which. */
export async function createAgent(
  database: Database,
  { programId }: Pick<ProgramAtHand, "programId">,
  scopes: readonly AgentScope[] = agentScopes,
): Promise<AgentAtHand> {
  const { workspace_id: workspaceId } = await database.kysely
    .selectFrom("program")
    .select("workspace_id")
    .where("program_id", "=", programId)
    .executeTakeFirstOrThrow();
  const added = await addAgentKey(database, { workspaceId, name: "an agent", scopes }, operator);
  if (added === undefined) throw new Error(`workspace ${workspaceId} got no agent key`);
  return added;
}
