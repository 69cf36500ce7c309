// svc agent-keys create: a key with which an agent acts for one workspace, for what its scopes name. Shown this once.
import { z } from "zod";
import { addAgentKey } from "../../access/agent-keys.ts";
import { agentScopes } from "../../core/agent-scopes.ts";
import { findAgentKeyLine } from "../../queries/agent-keys.ts";
import { defineCommand } from "../command.ts";
import { CommandFailed } from "../failures.ts";
import { flag, idFlag, optional, textFlag } from "../flags.ts";
import { recordOutput } from "../output.ts";

const nameByDefault = "agent";

const scopeFlag = flag(
  z.array(z.enum(agentScopes, `must be one of ${agentScopes.join(", ")}`), "is required").min(1, "is required"),
  { meaning: `What it may do; once for each of ${agentScopes.join(", ")}`, placeholder: "scope", isRepeatable: true },
);

export const command = defineCommand({
  example: 'agent-keys create --workspace 1 --name "Integration" --scope programs:read --scope tracking:test',
  flags: {
    workspace: idFlag("The workspace whose programs it may see"),
    name: optional(textFlag(`What it is for; ${nameByDefault} when left out`)),
    scope: scopeFlag,
  },
  run: async ({ database, db }, { workspace, name = nameByDefault, scope }) => {
    const added = await addAgentKey(database, { workspaceId: workspace, name, scopes: scope });
    if (added === undefined) throw new CommandFailed(`There is no workspace ${workspace}.`);
    return recordOutput({ agent_key: added.key, ...(await findAgentKeyLine(db, added.agentKeyId)) });
  },
});
