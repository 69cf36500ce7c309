// svc programs create: a program with its settings. Its key is made and not shown: `svc keys regenerate` shows one once.
import { defaultSettings } from "../../core/settings.ts";
import { createProgram } from "../../ingest/configuration.ts";
import { defineCommand, requireProgram } from "../command.ts";
import { idFlag, textFlag } from "../flags.ts";
import { recordOutput } from "../output.ts";
import { settingsFlags, settingsFrom } from "../settings-flags.ts";

export const programsCreate = defineCommand({
  name: "programs create",
  summary: "Create a program; settings left out take their defaults",
  example: 'programs create --workspace 1 --name "Acme" --commission-rate-bps 2000 --commission-duration-months 12',
  flags: {
    workspace: idFlag("The workspace it belongs to"),
    name: textFlag("Name people see"),
    ...settingsFlags,
  },
  run: async (context, { workspace, name, ...given }) => {
    const settings = settingsFrom(given, defaultSettings);
    const programId = await createProgram(context.database, { workspaceId: workspace, name, settings });
    return recordOutput(await requireProgram(context, programId));
  },
});
