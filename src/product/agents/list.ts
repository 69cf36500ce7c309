// The keys of agents, by id, with what each may do. Their values are never shown again.

import type { Kysely } from "kysely";
import { z } from "zod";
import { agentKeyPrefix, maskKey } from "../../access/key-mask.ts";
import { agentScopes } from "../../core/vocabulary/access/agent-scopes.ts";
import { id, time, timeOrNull, words } from "../../core/vocabulary/fields.ts";
import { type Filter, keyset, numberKey, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

export const agentKeyLine = z.strictObject({
  agent_key_id: id("The key"),
  workspace_id: id("The workspace whose programs it may see"),
  name: words("What it is for"),
  agent_key_masked: words("Its last four characters"),
  scopes: z.array(z.enum(agentScopes)).readonly().meta({ description: "What it may do" }),
  status: z.enum(["active", "revoked"]).meta({ description: "A revoked key opens nothing" }),
  created_at: time("When it was made"),
  revoked_at: timeOrNull("When it was ended"),
  last_used_at: timeOrNull("When it was last used, to the minute"),
});

export type AgentKeyLine = z.output<typeof agentKeyLine>;

export const agentKeyFilters = { workspace_id: id("Only those of this workspace").optional() };

export type AgentKeyFilter = Filter<typeof agentKeyFilters>;

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
  if (filter.workspace_id !== undefined) query = query.where("workspace_id", "=", filter.workspace_id);
  const rows = await query.execute();
  return byAgentKeyId.page(rows.map(lineOf), request, (key) => [key.agent_key_id]);
}

export async function findAgentKeyLine(db: Kysely<Tables>, agentKeyId: number): Promise<AgentKeyLine | undefined> {
  const row = await selectAgentKeys(db).where("agent_key_id", "=", agentKeyId).executeTakeFirst();
  return row && lineOf(row);
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

function lineOf({ agent_key_id, workspace_id, name, last_four, scopes, ...times }: SelectedKey): AgentKeyLine {
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
