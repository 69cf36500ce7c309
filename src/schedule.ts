// Every recurring job on one page. A job never runs beside itself, its failure is logged and the next run comes all the same.
// Stopping waits for what is under way.
import { createTask } from "node-cron";
import type { Logger } from "pino";
import { removeExpired } from "./access/expired.ts";
import { removeOldIdempotencyKeys } from "./access/idempotency.ts";
import { type KeyUse, removeOldKeyUse } from "./access/key-use.ts";
import type { KnownPositions } from "./backup/known-positions.ts";
import { approveCommissions } from "./changes/approvals.ts";
import { closeMonths } from "./changes/month-closing.ts";
import { releaseOldParked } from "./changes/parked.ts";
import type { Checkpoints } from "./checkpoints/checkpoints.ts";
import type { Config } from "./config.ts";
import type { Database } from "./db/database.ts";
import type { Exports } from "./exports/exports.ts";
import { openChainCheck } from "./ingest/chain-check.ts";
import { type RefusedDeliveries, removeOldRefusedDeliveries } from "./ingest/refused-deliveries.ts";
import type { Notices } from "./notices/notices.ts";
import { removeOldMessages } from "./outbound/retention.ts";
import { removeOldTrackingLines } from "./pipeline/tracking-log.ts";
import { catchUpAll } from "./projector/catch-up.ts";
import { removeOldRuns } from "./replay/retention.ts";

export type Job = {
  readonly name: string;
  readonly cron: string;
  /** `stop` asks a long run to end early. */
  readonly runOnce: (stop?: AbortSignal) => Promise<unknown>;
};

export type Schedule = { stop(): Promise<void> };

type Figures = Pick<
  Config,
  | "trackingLogRetentionDays"
  | "replayRetentionDays"
  | "parkedRetentionDays"
  | "partnerApplicationRetentionDays"
  | "x402RpcUrls"
  | "x402Confirmations"
  | "outboundLogRetentionDays"
>;

/** Jobs that take long and tell what they found. */
export type LongJobs = {
  readonly [Name in "reconcile" | "verify" | "retryFailed"]: (stop: AbortSignal) => Promise<void>;
};

export type JobParts = LongJobs & {
  readonly keyUse: Pick<KeyUse, "flush">;
  /** Left out where no deliveries come in. */
  readonly refusedDeliveries?: Pick<RefusedDeliveries, "flush">;
  /** Left out where nothing is exported. */
  readonly exports?: Exports;
  /** Left out where nobody is notified. */
  readonly notices?: Notices;
  /** Left out where clicks stay in the log. */
  readonly archiveClicks?: ((stop: AbortSignal) => Promise<void>) | undefined;
  /** Left out where there is no key to sign with. */
  readonly checkpoints?: Checkpoints | undefined;
  /** Left out where none are kept. */
  readonly knownPositions?: Pick<KnownPositions, "note"> | undefined;
};

const neverStopped = (): AbortSignal => new AbortController().signal;

export function recurringJobs(database: Database, figures: Figures, parts: JobParts): Job[] {
  const { reconcile, verify, retryFailed, keyUse, refusedDeliveries, knownPositions, notices, exports } = parts;
  const { checkpoints, archiveClicks } = parts;
  const rpcUrls = figures.x402RpcUrls.reveal();
  const chainCheck = openChainCheck(database, { rpcUrls, confirmationsMin: figures.x402Confirmations });
  return [
    { name: "catch-up", cron: "* * * * *", runOnce: () => catchUpAll(database) },
    { name: "approve-commissions", cron: "* * * * *", runOnce: (stop) => approveCommissions(database, stop) },
    { name: "close-months", cron: "* * * * *", runOnce: (stop) => closeMonths(database, stop) },
    {
      name: "remove-old-tracking-lines",
      cron: "17 3 * * *",
      runOnce: (stop) => removeOldTrackingLines(database, figures.trackingLogRetentionDays, stop),
    },
    {
      name: "remove-old-replays",
      cron: "47 3 * * *",
      runOnce: (stop) => removeOldRuns(database, figures.replayRetentionDays, stop),
    },
    {
      name: "release-old-parked",
      cron: "53 3 * * *",
      runOnce: (stop) => releaseOldParked(database, figures.parkedRetentionDays, stop),
    },
    {
      name: "remove-old-messages",
      cron: "7 4 * * *",
      runOnce: (stop) => removeOldMessages(database, figures.outboundLogRetentionDays, stop),
    },
    { name: "remove-old-idempotency-keys", cron: "11 * * * *", runOnce: () => removeOldIdempotencyKeys(database) },
    { name: "write-key-use", cron: "*/5 * * * * *", runOnce: () => keyUse.flush() },
    { name: "remove-old-key-use", cron: "29 3 * * *", runOnce: () => removeOldKeyUse(database) },
    {
      name: "remove-expired-logins",
      cron: "41 * * * *",
      runOnce: (stop) => removeExpired(database, figures.partnerApplicationRetentionDays, stop),
    },
    { name: "reconcile", cron: "23 * * * *", runOnce: (stop = neverStopped()) => reconcile(stop) },
    { name: "verify", cron: "*/5 * * * *", runOnce: (stop = neverStopped()) => verify(stop) },
    // Each delivery has a back-off of its own, up to an hour.
    { name: "retry-failed", cron: "* * * * *", runOnce: (stop = neverStopped()) => retryFailed(stop) },
    ...(refusedDeliveries === undefined
      ? []
      : [{ name: "write-refused-deliveries", cron: "*/20 * * * * *", runOnce: () => refusedDeliveries.flush() }]),
    {
      name: "remove-old-refused-deliveries",
      cron: "31 3 * * *",
      runOnce: () => removeOldRefusedDeliveries(database),
    },
    ...(notices === undefined ? [] : jobsOf(notices)),
    ...(checkpoints === undefined ? [] : jobsOfCheckpoints(checkpoints)),
    ...(archiveClicks === undefined
      ? []
      : [{ name: "archive-clicks", cron: "13 4 * * *", runOnce: (stop = neverStopped()) => archiveClicks(stop) }]),
    ...(exports === undefined
      ? []
      : [{ name: "write-exports", cron: "*/2 * * * *", runOnce: (stop = neverStopped()) => exports.runOnce(stop) }]),
    ...(knownPositions === undefined
      ? []
      : [{ name: "note-positions", cron: "*/5 * * * *", runOnce: () => knownPositions.note() }]),
    ...(rpcUrls.size === 0 ? [] : [{ name: "chain-check", cron: "* * * * *", runOnce: () => chainCheck.runOnce() }]),
  ];
}

function jobsOf(notices: Notices): Job[] {
  return [
    { name: "find-notices", cron: "* * * * *", runOnce: (stop = neverStopped()) => notices.findNews(stop) },
    {
      name: "find-periodic-notices",
      cron: "5 * * * *",
      runOnce: (stop = neverStopped()) => notices.findPeriodic(stop),
    },
    { name: "send-notices", cron: "*/10 * * * * *", runOnce: (stop = neverStopped()) => notices.send(stop) },
    { name: "remove-old-notices", cron: "37 3 * * *", runOnce: (stop = neverStopped()) => notices.removeOld(stop) },
  ];
}

function jobsOfCheckpoints(checkpoints: Checkpoints): Job[] {
  return [
    {
      name: "write-checkpoints",
      cron: "*/15 * * * * *",
      runOnce: (stop = neverStopped()) => checkpoints.runOnce(stop),
    },
    {
      name: "remove-old-checkpoints",
      cron: "57 3 * * *",
      runOnce: (stop = neverStopped()) => checkpoints.removeOld(stop),
    },
  ];
}

export async function startSchedule(jobs: readonly Job[], log: Logger): Promise<Schedule> {
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();

  async function run(job: Job): Promise<void> {
    try {
      await job.runOnce(stopping.signal);
    } catch (error) {
      log.error({ err: error, job: job.name }, "a recurring job failed");
    }
  }

  // A run left out because the last one is not over yet is worth no more than a line for the curious.
  const logger = {
    info: (line: string) => log.debug(line),
    warn: (line: string) => log.debug(line),
    error: (line: string | Error) => log.error({ err: line }, "the schedule failed"),
    debug: (line: string | Error) => log.debug({ err: line }, "the schedule"),
  };
  const tasks = jobs.map((job) =>
    createTask(
      job.cron,
      async () => {
        const done = run(job);
        running.add(done);
        await done;
        running.delete(done);
      },
      { name: job.name, noOverlap: true, suppressMissedWarning: true, timezone: "UTC", logger },
    ),
  );
  await Promise.all(tasks.map((task) => task.start()));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(tasks.map((task) => task.destroy()));
      await Promise.all(running);
    },
  };
}
