// What the service knows without recording anything: what is shown of the books, by the replica where there is one, and how both
// databases are.
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import { openDatabaseReport } from "./database-report.ts";
import type { Database } from "./db/database.ts";
import type { LogFault } from "./db/log-protection.ts";
import { watchReplica } from "./db/replica.ts";
import type { Metrics } from "./metrics.ts";
import type { Batcher } from "./pipeline/batcher.ts";
import { replicaFirst } from "./queries/replica-reads.ts";
import { scopedReadsIn, snapshotsOf } from "./queries/scoped-reads.ts";

type Opened = {
  readonly database: Database;
  readonly standby?: Database | null;
  readonly config: Pick<Config, "readWaitMilliseconds" | "queueWaitSecondsMax">;
  readonly log: Logger;
  readonly logFaults?: readonly LogFault[];
};

type Parts = { readonly batcher: Pick<Batcher, "stats">; readonly metrics: Metrics; readonly now: () => number };

export function openReading(
  { database, standby = null, config, log, logFaults = [] }: Opened,
  { batcher, metrics, now }: Parts,
) {
  const { readWaitMilliseconds: waitMilliseconds, queueWaitSecondsMax: waitingSecondsMax } = config;
  const replica = standby === null ? null : watchReplica({ primary: database, standby, waitMilliseconds, log });
  const recording = () => batcher.stats();
  const watched = { database, replica, metrics, log, logFaults, now };
  const report = openDatabaseReport({ ...watched, recording, waitingSecondsMax });
  const onPrimary = snapshotsOf(database.kysely);
  if (replica === null) return { report, replica, shownReads: scopedReadsIn(onPrimary) };
  const counted = metrics.replica(() => replica.status());
  return { report, replica, shownReads: scopedReadsIn(replicaFirst(replica, onPrimary, counted)) };
}
