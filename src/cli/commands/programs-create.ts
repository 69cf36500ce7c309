// svc programs create: a program with its settings. Its key is made and not shown: `svc keys regenerate` shows one once.
import { z } from "zod";
import { operator } from "../../access/permission.ts";
import { defaultSettings } from "../../core/settings.ts";
import { createProgram } from "../../ingest/configuration.ts";
import { defineBrandCommand } from "../brand-command.ts";
import { requireProgram } from "../command.ts";
import { UsageError } from "../failures.ts";
import { idFlag, optional, textFlag } from "../flags.ts";
import { recordOutput } from "../output.ts";
import { changedSettings, settingsFlags, settingsFrom } from "../settings-flags.ts";

const answerSchema = z.object({ data: z.record(z.string(), z.unknown()) });

export const command = defineBrandCommand({
  example: 'programs create --workspace 1 --name "Acme" --commission-rate-bps 2000 --commission-duration-months 12',
  flags: {
    workspace: optional(idFlag("The workspace it belongs to; may be left out over HTTP by who belongs to one only")),
    name: textFlag("Name people see"),
    ...settingsFlags,
  },
  requireForDatabase: ({ workspace }) => void requireWorkspace(workspace),
  onDatabase: async (context, { workspace, name, ...given }) => {
    const settings = settingsFrom(given, defaultSettings);
    const programId = await createProgram(
      context.database,
      {
        workspaceId: requireWorkspace(workspace),
        name,
        settings,
      },
      operator,
    );
    return recordOutput(await requireProgram(context, programId));
  },
  overHttp: async ({ api, token }, { workspace, name, ...given }) => {
    const body = { name, ...(workspace === undefined ? {} : { workspace_id: workspace }) };
    const settings = changedSettings(given, defaultSettings);
    const { data } = await api.read("/api/v1/programs", answerSchema, {
      method: "POST",
      // Also where it is the default: the service says whose it is to set.
      body: {
        ...body,
        ...settings,
        ...(given.platformFeeBps === undefined ? {} : { platform_fee_bps: given.platformFeeBps }),
      },
      token,
    });
    return recordOutput(data);
  },
});

function requireWorkspace(workspace: number | undefined): number {
  if (workspace === undefined) throw new UsageError("--workspace is required.");
  return workspace;
}
