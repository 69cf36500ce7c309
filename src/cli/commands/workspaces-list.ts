// svc workspaces list: the workspaces of the installation.
import { listWorkspaces } from "../../queries/workspaces.ts";
import { defineCommand } from "../command.ts";
import { pageFlags } from "../flags.ts";
import { listOutput } from "../output.ts";

export const command = defineCommand({
  example: "workspaces list",
  flags: pageFlags,
  run: async ({ db }, request) => listOutput(await listWorkspaces(db, request), ["workspace_id", "name", "created_at"]),
});
