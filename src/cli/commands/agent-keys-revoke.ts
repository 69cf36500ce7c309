// svc agent-keys revoke: an agent's key opens nothing any more, on every process, from the moment this answers.
import { revokeAgentKey } from "../../access/agent-keys.ts";
import { findAgentKeyLine } from "../../queries/agent-keys.ts";
import { defineCommand } from "../command.ts";
import { CommandFailed } from "../failures.ts";
import { idFlag } from "../flags.ts";
import { recordOutput } from "../output.ts";

export const command = defineCommand({
  example: "agent-keys revoke --agent-key 1",
  flags: { agentKey: idFlag("The key's id") },
  run: async ({ database, db }, { agentKey }) => {
    const isThere = await revokeAgentKey(database, agentKey);
    const line = await findAgentKeyLine(db, agentKey);
    if (!isThere || line === undefined) throw new CommandFailed(`There is no agent key ${agentKey}.`);
    return recordOutput(line);
  },
});
