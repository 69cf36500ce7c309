// svc log archive: moves old clicks of a program out of the log into files of ARCHIVE_FOLDER. Replays and verifications read them there.
import { operator } from "../../../access/permission.ts";
import { ArchiveWaits, archiveClicks, findOldClicks } from "../../../product/archive/archive-clicks.ts";
import { defineCommand, requireProgram } from "../command.ts";
import type { Context } from "../context.ts";
import { CommandFailed } from "../failures.ts";
import { programFlag, switchFlag, timeFlag } from "../input/flags.ts";
import { counted } from "../replaying.ts";

export const command = defineCommand({
  example: "log archive --program 1 --before 2026-01-01 --apply",
  flags: {
    program: programFlag,
    before: timeFlag("Clicks that were recorded before then"),
    apply: switchFlag("Apply it; by default it only counts them"),
  },
  run: async (context, { program, before, apply }) => {
    await requireProgram(context, program);
    const { archiveFolder: folder } = context.config;
    if (folder === null) throw new CommandFailed("Name the folder of archived clicks by ARCHIVE_FOLDER first.");
    const { clicks: total } = await findOldClicks({ database: context.database, programId: program, before });
    if (!apply) {
      const text = `Program ${program} has ${counted(total, "click")} to archive. Nothing was done; --apply does it.`;
      return { json: { program_id: program, applied: false, clicks: total, files: [] }, text: () => text };
    }
    const { clicks, files } = await archive(context, { folder, programId: program, before, total });
    const lines = [`Archived ${counted(clicks, "click")} of program ${program}.`, ...files.map((file) => `  ${file}`)];
    return { json: { program_id: program, applied: true, clicks, files }, text: () => lines.join("\n") };
  },
});

type Options = { readonly folder: string; readonly programId: number; readonly before: Date; readonly total: number };

/** What an earlier call began comes on top of what was counted. */
async function archive({ database, ownerUrl, shell, progress }: Context, { total, ...options }: Options) {
  const onProgress = (done: number): void =>
    progress.show("Archiving", "clicks", { done, total: Math.max(done, total) });
  try {
    return await archiveClicks({ database, ownerUrl, ...options, actor: operator, onProgress, stop: shell.stop });
  } catch (error) {
    if (error instanceof ArchiveWaits) throw new CommandFailed(error.message, { cause: error });
    throw error;
  }
}
