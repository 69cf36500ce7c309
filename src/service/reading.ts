// What the service knows without recording anything: what is shown of the books, by the replica where there is one, and how both
// databases are.
import type { Logger } from "pino";
import type { Config } from "../config/config.ts";
import type { Database } from "../engine/postgres/database.ts";
import type { LogFault } from "../engine/postgres/log-protection.ts";
import { watchReplica } from "../engine/postgres/replica.ts";
import type { Batcher } from "../engine/recording/batcher.ts";
import { replicaFirst } from "../product/reads/replica-reads.ts";
import { scopedReadsIn, snapshotsOf } from "../product/reads/scoped-reads.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { openDatabaseReport } from "./database-report.ts";

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
