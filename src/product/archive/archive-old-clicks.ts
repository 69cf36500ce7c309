// What the service archives by itself: of every program the clicks of months that are over for as many days as a setting says. A program
// that cannot be archived now has its turn the next night, and keeps no other from its own.
import type { Logger } from "pino";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { millisecondsPerDay } from "../reads/days.ts";
import { ArchiveWaits, type Archiving, archiveClicks } from "./archive-clicks.ts";

export type OldClicksArchiving = Pick<Archiving, "ownerUrl" | "folder" | "clicksPerFile"> & {
  readonly database: Database;
  readonly afterDays: number;
  /** In milliseconds. */
  readonly now: () => number;
  readonly log: Logger;
};

const programsStatement: Statement = {
  name: "programs_to_archive",
  text: "select program_id from program_head where seq > 0 order by program_id",
};

/** Whole months: a file a month for a program, and not one each night. */
function beginOfMonth(time: number): Date {
  const day = new Date(time);
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1));
}

export async function archiveOldClicks(archiving: OldClicksArchiving, stop: AbortSignal): Promise<void> {
  const { afterDays, now, log, ...where } = archiving;
  const before = beginOfMonth(now() - afterDays * millisecondsPerDay);
  const programs = await where.database.withSession((session) =>
    session.query<{ program_id: number }>(programsStatement, []),
  );
  for (const { program_id: programId } of programs) {
    if (stop.aborted) return;
    try {
      const { clicks, files } = await archiveClicks({ ...where, programId, before, actor: null, stop });
      if (clicks > 0) log.info({ program_id: programId, clicks, files }, "old clicks were archived");
    } catch (error) {
      if (error instanceof ArchiveWaits) log.info({ program_id: programId }, error.message);
      else log.error({ err: error, program_id: programId }, "old clicks could not be archived");
    }
  }
}
