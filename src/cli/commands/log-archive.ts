// svc log archive: moves old clicks of a program out of the log into files of ARCHIVE_FOLDER. Replays and verifications read them there.
import { operator } from "../../access/permission.ts";
import { archiveClicks } from "../../changes/archive-clicks.ts";
import { givenTime } from "../../core/fields.ts";
import { defineCommand, requireProgram } from "../command.ts";
import { CommandFailed } from "../failures.ts";
import { programFlag } from "../flags.ts";

export const command = defineCommand({
  example: "log archive --program 1 --before 2026-01-01",
  flags: { program: programFlag, before: givenTime("Clicks that were recorded before then") },
  run: async (context, { program, before }) => {
    await requireProgram(context, program);
    const { database, ownerUrl, config, progress } = context;
    const { archiveFolder: folder } = config;
    if (folder === null) throw new CommandFailed("Name the folder of archived clicks by ARCHIVE_FOLDER first.");
    const { clicks, files } = await archiveClicks({
      database,
      ownerUrl,
      folder,
      programId: program,
      before,
      actor: operator,
      onProgress: (done) => progress.show("Archiving", "clicks", { done, total: done }),
    });
    const text =
      clicks === 0
        ? `Program ${program} has no clicks to archive.`
        : `Archived ${clicks} clicks of program ${program}: ${files.length === 0 ? "what was begun before" : files.join(", ")}.`;
    return { json: { program_id: program, clicks, files }, text: () => text };
  },
});
