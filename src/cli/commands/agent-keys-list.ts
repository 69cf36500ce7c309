// svc agent-keys list: the keys of agents, what each may do, and when it was last used.
import { listAgentKeys } from "../../queries/agent-keys.ts";
import { defineCommand } from "../command.ts";
import { idFlag, optional, pageFlags } from "../flags.ts";
import { listOutput } from "../output.ts";

export const command = defineCommand({
  example: "agent-keys list --workspace 1",
  flags: { workspace: optional(idFlag("Only those of this workspace")), ...pageFlags },
  run: async ({ db }, { workspace, ...request }) =>
    listOutput(await listAgentKeys(db, request, { workspaceId: workspace }), [
      "agent_key_id",
      "workspace_id",
      "name",
      "agent_key_masked",
      "scopes",
      "status",
      "created_at",
      "last_used_at",
    ]),
});
