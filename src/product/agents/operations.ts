// The keys of agents: issued and ended by the operator alone, for one workspace each.
import { z } from "zod";
import { AccessRefused } from "../../access/access-refused.ts";
import { agentScopes } from "../../core/vocabulary/access/agent-scopes.ts";
import { id, name as nameField, oneOf, words } from "../../core/vocabulary/fields.ts";
import { defineList } from "../operation/list-operation.ts";
import { answerOf, defineOperation, inWorkspace, type Operation, operators } from "../operation/operation.ts";
import { Refusal } from "../operation/refusal.ts";
import { addAgentKey, revokeAgentKey } from "./keys.ts";
import { agentKeyFilters, agentKeyLine, findAgentKeyLine, listAgentKeys } from "./list.ts";

const nameByDefault = "agent";

export const operations: readonly Operation[] = [
  defineOperation({
    name: "agent-keys.create",
    description: "It lets an agent act on one workspace, within its scopes.",
    access: operators,
    http: {
      method: "post",
      path: "/workspaces/:workspace_id/agent-keys",
      status: 201,
      example: { name: "Integration", scopes: ["programs:read", "tracking:test"] },
    },
    errors: ["forbidden"],
    changes: true,
    command: {
      example: 'agent-keys create --workspace 1 --name "Integration" --scope programs:read --scope tracking:test',
    },
    input: {
      workspace_id: id("The workspace whose programs it may see"),
      name: nameField(`What it is for; ${nameByDefault} by default`).default(nameByDefault),
      scopes: z
        .array(oneOf(agentScopes, "A scope"), "is required")
        .min(1, "is required")
        .meta({
          description: `Its scopes, of ${agentScopes.join(", ")}`,
          flag: { name: "scope", placeholder: "scope" },
        }),
    },
    output: answerOf(z.strictObject({ agent_key: words("The key, shown this once"), ...agentKeyLine.shape })),
    run: async ({ database, actor }, { workspace_id, name, scopes }) => {
      const added = await addAgentKey(database, { workspaceId: workspace_id, name, scopes }, actor);
      if (added === undefined) throw new Refusal("not_found", `There is no workspace ${workspace_id}.`);
      const line = await findAgentKeyLine(database.kysely, added.agentKeyId);
      return { data: { agent_key: added.key, ...(line ?? noKey(added.agentKeyId)) } };
    },
  }),
  defineOperation({
    name: "agent-keys.revoke",
    description: "It stops working on every process before this call is answered.",
    access: operators,
    http: { method: "post", path: "/agent-keys/:agent_key_id/revoke" },
    errors: ["forbidden"],
    changes: true,
    command: { example: "agent-keys revoke --agent-key 1" },
    input: { agent_key_id: id("The key's id") },
    output: answerOf(agentKeyLine),
    run: async ({ database, actor }, { agent_key_id }) => {
      const isThere = await revokeAgentKey(database, agent_key_id, actor).catch((error: unknown) => {
        // A stranger does not learn whose it is.
        if (error instanceof AccessRefused && error.kind === "not_found") return noKey(agent_key_id);
        throw error;
      });
      const line = isThere ? await findAgentKeyLine(database.kysely, agent_key_id) : undefined;
      return { data: line ?? noKey(agent_key_id) };
    },
  }),
  defineList({
    name: "agent-keys.list",
    description: "Each with its scopes and its last use.",
    access: inWorkspace("read"),
    http: { method: "get", path: "/agent-keys" },
    errors: ["forbidden", "not_found"],
    row: agentKeyLine,
    table: [
      "agent_key_id",
      "workspace_id",
      "name",
      "agent_key_masked",
      "scopes",
      "status",
      "created_at",
      "last_used_at",
    ],
    filters: agentKeyFilters,
    example: "agent-keys list --workspace 1",
    read: ({ reads, actor }, page, filter) => {
      const { workspace_id } = filter;
      const read = (db: Parameters<typeof listAgentKeys>[0]) => listAgentKeys(db, page, filter);
      if (workspace_id === undefined) return reads.ofInstallation(actor, read);
      return reads.ofWorkspace(actor, workspace_id, "read", read);
    },
  }),
];

function noKey(agentKeyId: number): never {
  throw new Refusal("not_found", `There is no agent key ${agentKeyId}.`);
}
