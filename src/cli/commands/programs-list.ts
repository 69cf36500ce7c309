// svc programs list: the programs of the installation or of one workspace, with the settings in force.
import { listPrograms } from "../../queries/programs.ts";
import { defineCommand } from "../command.ts";
import { idFlag, optional, pageFlags } from "../flags.ts";
import { listOutput } from "../output.ts";

export const programsList = defineCommand({
  name: "programs list",
  summary: "List the programs, by id",
  example: "programs list --workspace 1",
  flags: { workspace: optional(idFlag("Only those of this workspace")), ...pageFlags },
  run: async ({ db }, { workspace, ...request }) =>
    listOutput(await listPrograms(db, request, { workspaceId: workspace }), [
      "program_id",
      "workspace_id",
      "name",
      "status",
      "commission",
      "attribution_window_days",
      "hold_period_days",
      "platform_fee_bps",
      "api_token_masked",
    ]),
});
