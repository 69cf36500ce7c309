// svc programs list: the programs of the installation, or with a login those of its account, with the settings in force.
import { z } from "zod";
import { listPrograms, type ProgramLine } from "../../queries/programs.ts";
import { defineBrandCommand } from "../brand-command.ts";
import { idFlag, optional, pageFlags } from "../flags.ts";
import { listOutput } from "../output.ts";

const columns = [
  "program_id",
  "workspace_id",
  "name",
  "status",
  "commission",
  "attribution_window_days",
  "hold_period_days",
  "platform_fee_bps",
  "api_token_masked",
] as const satisfies readonly (keyof ProgramLine)[];

const pageSchema = z.object({ data: z.array(z.record(z.string(), z.unknown())), next: z.string().nullable() });

export const command = defineBrandCommand({
  example: "programs list --workspace 1",
  flags: { workspace: optional(idFlag("Only those of this workspace")), ...pageFlags },
  onDatabase: async ({ db }, { workspace, ...request }) =>
    listOutput(await listPrograms(db, request, { workspaceId: workspace }), columns),
  overHttp: async ({ api, token }, { workspace, limit, cursor }) => {
    const query = new URLSearchParams({ limit: String(limit) });
    if (cursor !== null) query.set("cursor", cursor);
    if (workspace !== undefined) query.set("workspace_id", String(workspace));
    return listOutput(await api.read(`/api/v1/programs?${query}`, pageSchema, { token }), columns);
  },
});
