// svc workspaces create: a workspace, to which programs belong.
import { createWorkspace } from "../../ingest/configuration.ts";
import { defineCommand } from "../command.ts";
import { textFlag } from "../flags.ts";
import { recordOutput } from "../output.ts";

export const command = defineCommand({
  example: 'workspaces create --name "Acme"',
  flags: { name: textFlag("Name people see") },
  run: async ({ database }, { name }) => recordOutput({ workspace_id: await createWorkspace(database, name), name }),
});
