// svc programs update: changes what is given and leaves the rest. Sales that were received before keep their terms.
import { operator } from "../../access/permission.ts";
import { changeProgram } from "../../ingest/configuration.ts";
import { defineCommand, requireProgram } from "../command.ts";
import { UsageError } from "../failures.ts";
import { choiceFlag, optional, programFlag, textFlag } from "../flags.ts";
import { recordOutput } from "../output.ts";
import { changedSettings, settingsFlags } from "../settings-flags.ts";

export const command = defineCommand({
  example: "programs update --program 1 --hold-period-days 30",
  flags: {
    program: programFlag,
    name: optional(textFlag("New name")),
    status: optional(choiceFlag(["active", "inactive"], "An inactive program takes no clicks and no calls")),
    ...settingsFlags,
  },
  run: async (context, { program: programId, name, status, ...given }) => {
    const hasSettings = Object.values(given).some((value) => value !== undefined);
    if (name === undefined && status === undefined && !hasSettings) {
      throw new UsageError("Give at least one of --name, --status and the settings.");
    }
    const before = await requireProgram(context, programId);
    await changeProgram(
      context.database,
      programId,
      {
        name: name ?? null,
        status: status ?? null,
        settings: hasSettings ? changedSettings(given, before) : {},
      },
      operator,
    );
    return recordOutput(await requireProgram(context, programId));
  },
});
