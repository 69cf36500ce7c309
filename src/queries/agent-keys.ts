// The keys of agents, by id, with what each may do. Their values are never shown again.
import type { Kysely } from "kysely";
import { agentKeyPrefix, maskKey } from "../access/key-mask.ts";
import type { AgentScope } from "../core/agent-scopes.ts";
import type { Tables } from "../db/tables.ts";
import { keyset, numberKey, type Page, type PageRequest } from "./page.ts";

export type AgentKeyLine = {
  readonly agent_key_id: number;
  readonly workspace_id: number;
  readonly name: string;
  readonly agent_key_masked: string;
  readonly scopes: readonly AgentScope[];
  readonly status: "active" | "revoked";
  readonly created_at: Date;
  readonly revoked_at: Date | null;
  /** To the minute. */
  readonly last_used_at: Date | null;
};

export type AgentKeyFilter = { readonly workspaceId?: number | undefined };

const byAgentKeyId = keyset("agent-keys", numberKey);

export async function listAgentKeys(
  db: Kysely<Tables>,
  request: PageRequest,
  filter: AgentKeyFilter = {},
): Promise<Page<AgentKeyLine>> {
  const [afterAgentKeyId] = byAgentKeyId.after(request, [0]);
  let query = selectAgentKeys(db)
    .where("agent_key_id", ">", afterAgentKeyId)
    .orderBy("agent_key_id")
    .limit(request.limit + 1);
  if (filter.workspaceId !== undefined) query = query.where("workspace_id", "=", filter.workspaceId);
  const rows = await query.execute();
  return byAgentKeyId.page(rows.map(agentKeyLine), request, (key) => [key.agent_key_id]);
}

export async function findAgentKeyLine(db: Kysely<Tables>, agentKeyId: number): Promise<AgentKeyLine | undefined> {
  const row = await selectAgentKeys(db).where("agent_key_id", "=", agentKeyId).executeTakeFirst();
  return row && agentKeyLine(row);
}

type SelectedKey = Omit<AgentKeyLine, "agent_key_masked" | "status"> & { readonly last_four: string };

function selectAgentKeys(db: Kysely<Tables>) {
  return db
    .selectFrom("agent_key")
    .select([
      "agent_key_id",
      "workspace_id",
      "name",
      "last_four",
      "scopes",
      "created_at",
      "revoked_at",
      "last_used_at",
    ]);
}

function agentKeyLine({ agent_key_id, workspace_id, name, last_four, scopes, ...times }: SelectedKey): AgentKeyLine {
  return {
    agent_key_id,
    workspace_id,
    name,
    agent_key_masked: maskKey(last_four, agentKeyPrefix),
    scopes,
    status: times.revoked_at === null ? "active" : "revoked",
    ...times,
  };
}
