// svc members list: the people of a workspace.
import { listMembers } from "../../queries/workspaces.ts";
import { defineCommand } from "../command.ts";
import { idFlag, pageFlags } from "../flags.ts";
import { listOutput } from "../output.ts";

export const command = defineCommand({
  example: "members list --workspace 1",
  flags: { workspace: idFlag("The workspace"), ...pageFlags },
  run: async ({ db }, { workspace, ...request }) =>
    listOutput(await listMembers(db, workspace, request), ["email", "name", "role", "joined_at"]),
});
