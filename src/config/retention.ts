// How long things are kept that are not the truth, and when clicks leave the log for files, as variables of the environment.
import { resolve } from "node:path";
import { z } from "zod";
import { documented, limit, optionalLimit } from "./values.ts";

export const retentionSettings = {
  TRACKING_LOG_RETENTION_DAYS: limit(30, [1, 3650], "Days the lines of the tracking log are kept."),
  REPLAY_RETENTION_DAYS: limit(400, [30, 3650], "Days the trace of a replay is kept that is over."),
  PARKED_RETENTION_DAYS: limit(400, [1, 3650], "Days an event stays pending before it is discarded."),
  INVITATION_DAYS: limit(7, [1, 90], "Days an invitation to a workspace is good for; then it is removed."),
  PARTNER_APPLICATION_RETENTION_DAYS: limit(
    180,
    [1, 3650],
    "Days the application of a partner is kept after it was decided.",
  ),
  ARCHIVE_FOLDER: documented(
    z.string().optional(),
    "none: clicks stay in the log",
    "Folder of archived clicks, which svc log archive writes and which replays and verifications read; the same for all processes.",
  ),
  ARCHIVE_CLICKS_AFTER_DAYS: optionalLimit(
    [30, 3650],
    "none: clicks are archived by svc log archive alone",
    "Days after which clicks leave the log for ARCHIVE_FOLDER by themselves, a whole month at once.",
  ),
};

type Given = z.output<z.ZodObject<typeof retentionSettings>>;

export function retentionFaults({ ARCHIVE_FOLDER, ARCHIVE_CLICKS_AFTER_DAYS }: NodeJS.ProcessEnv): string[] {
  if (ARCHIVE_CLICKS_AFTER_DAYS === undefined || ARCHIVE_FOLDER !== undefined) return [];
  return ["ARCHIVE_FOLDER is required with ARCHIVE_CLICKS_AFTER_DAYS."];
}

export function retentionFigures(given: Given) {
  return {
    trackingLogRetentionDays: given.TRACKING_LOG_RETENTION_DAYS,
    replayRetentionDays: given.REPLAY_RETENTION_DAYS,
    parkedRetentionDays: given.PARKED_RETENTION_DAYS,
    invitationDays: given.INVITATION_DAYS,
    partnerApplicationRetentionDays: given.PARTNER_APPLICATION_RETENTION_DAYS,
    /** Null without one. */
    archiveFolder: given.ARCHIVE_FOLDER === undefined ? null : resolve(given.ARCHIVE_FOLDER),
    /** Null is never. */
    archiveClicksAfterDays: given.ARCHIVE_CLICKS_AFTER_DAYS ?? null,
  };
}
