// Every recurring job on one page. A job never runs twice at once, its failure is logged, and the next run happens all the same. Stopping
// waits for jobs in progress. One process runs each due time for all, the holder of the jobs' lease, except for jobs of each process.
import { createTask, type ScheduledTask } from "node-cron";
import type { Logger } from "pino";
import { removeExpired } from "../access/expired.ts";
import { removeOldIdempotencyKeys } from "../access/idempotency.ts";
import type { Config } from "../config/config.ts";
import type { KnownPositions } from "../engine/backup/known-positions.ts";
import { catchUpAll } from "../engine/books/catch-up.ts";
import type { Checkpoints } from "../engine/integrity/checkpoints.ts";
import type { DueRuns, PlannedJob } from "../engine/jobs/due-runs.ts";
import { type JobLease, LeaseLost, type Tenure } from "../engine/jobs/lease.ts";
import type { Database } from "../engine/postgres/database.ts";
import { type RefusedDeliveries, removeOldRefusedDeliveries } from "../engine/recording/refused-deliveries.ts";
import { removeOldTrackingLines } from "../engine/recording/tracking-log.ts";
import { removeOldRuns } from "../engine/replay/runs/retention.ts";
import type { AuditLog } from "../product/audit/audit-log.ts";
import { recordReachedBonuses } from "../product/bonuses/record-reached.ts";
import { approveCommissions } from "../product/commissions/approvals.ts";
import { openChainCheck } from "../product/connections/chain-check.ts";
import { releaseOldParked } from "../product/deliveries/parked-change.ts";
import type { Exports } from "../product/exports/exports.ts";
import { noteAllEmails } from "../product/flags/note-emails.ts";
import { type KeyUse, removeOldKeyUse } from "../product/keys/use.ts";
import { removeOldMessages } from "../product/messages/retention.ts";
import type { Notices } from "../product/notices/notices.ts";
import { settleBans } from "../product/partners/bans.ts";
import { runPayoutSchedules } from "../product/payouts/schedule/run-schedules.ts";
import { closeMonths } from "../product/statements/month-closing.ts";

export type Job = {
  readonly name: string;
  readonly cron: string;
  /** Of this process's memory or disk: runs in each of them. */
  readonly isOwn?: boolean;
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
/** Jobs that return their findings; `countFaults` passes them to each process's metrics. */
export type LongJobs = {
  readonly [Name in
    | "reconcile"
    | "verify"
    | "watchFees"
    | "retryFailed"
    | "countFaults"
    | "sendPayouts"
    | "makeDiscounts"
    | "issueInvoices"
    | "comparePartners"
    | "checkVatIds"]: (stop: AbortSignal) => Promise<void>;
};

export type JobParts = LongJobs & {
  readonly keyUse: Pick<KeyUse, "flush">;
  /** Left out where no deliveries come in. */
  readonly refusedDeliveries?: Pick<RefusedDeliveries, "flush">;
  /** Left out where nothing is exported. */
  readonly exports?: Exports;
  /** Left out without notices. */
  readonly notices?: Notices;
  /** Left out where clicks stay in the log. */
  readonly archiveClicks?: ((stop: AbortSignal) => Promise<void>) | undefined;
  /** Left out where there is no key to sign with. */
  readonly checkpoints?: Checkpoints | undefined;
  /** Left out where audit entries are not written to the standard output. */
  readonly auditLog?: AuditLog | undefined;
  /** Left out where none are kept. */
  readonly knownPositions?: Pick<KnownPositions, "note"> | undefined;
};

const neverStopped = (): AbortSignal => new AbortController().signal;

/** `database` is what the jobs that one process runs for all write to. */
export function recurringJobs(database: Database, figures: Figures, parts: JobParts): Job[] {
  const { reconcile, verify, watchFees, retryFailed, countFaults, sendPayouts, issueInvoices, comparePartners } = parts;
  const { checkVatIds, makeDiscounts, keyUse, refusedDeliveries } = parts;
  const { knownPositions, notices, exports, checkpoints, archiveClicks, auditLog } = parts;
  const rpcUrls = figures.x402RpcUrls.reveal();
  const chainCheck = openChainCheck(database, { rpcUrls, confirmationsMin: figures.x402Confirmations });
  return [
    { name: "catch-up", cron: "* * * * *", runOnce: () => catchUpAll(database) },
    { name: "record-bonuses", cron: "* * * * *", runOnce: (stop) => recordReachedBonuses(database, stop) },
    { name: "approve-commissions", cron: "* * * * *", runOnce: (stop) => approveCommissions(database, stop) },
    { name: "settle-bans", cron: "13 * * * *", runOnce: (stop) => settleBans(database, stop) },
    { name: "note-partner-emails", cron: "43 * * * *", runOnce: (stop) => noteAllEmails(database, stop) },
    { name: "compare-partners", cron: "33 * * * *", runOnce: (stop = neverStopped()) => comparePartners(stop) },
    { name: "close-months", cron: "* * * * *", runOnce: (stop) => closeMonths(database, stop) },
    { name: "run-payout-schedules", cron: "*/5 * * * *", runOnce: (stop) => runPayoutSchedules(database, stop) },
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
    { name: "write-key-use", cron: "*/5 * * * * *", isOwn: true, runOnce: () => keyUse.flush() },
    { name: "remove-old-key-use", cron: "29 3 * * *", runOnce: () => removeOldKeyUse(database) },
    {
      name: "remove-expired-logins",
      cron: "41 * * * *",
      runOnce: (stop) => removeExpired(database, figures.partnerApplicationRetentionDays, stop),
    },
    { name: "reconcile", cron: "23 * * * *", runOnce: (stop = neverStopped()) => reconcile(stop) },
    { name: "verify", cron: "*/5 * * * *", runOnce: (stop = neverStopped()) => verify(stop) },
    { name: "watch-fees", cron: "*/5 * * * *", runOnce: (stop = neverStopped()) => watchFees(stop) },
    { name: "count-faults", cron: "30 * * * * *", isOwn: true, runOnce: (stop = neverStopped()) => countFaults(stop) },
    { name: "send-payouts", cron: "*/10 * * * * *", runOnce: (stop = neverStopped()) => sendPayouts(stop) },
    { name: "make-discounts", cron: "*/10 * * * * *", runOnce: (stop = neverStopped()) => makeDiscounts(stop) },
    { name: "check-vat-ids", cron: "*/5 * * * *", runOnce: (stop = neverStopped()) => checkVatIds(stop) },
    { name: "issue-invoices", cron: "* * * * *", runOnce: (stop = neverStopped()) => issueInvoices(stop) },
    // Each delivery has a back-off of its own, up to an hour.
    { name: "retry-failed", cron: "* * * * *", runOnce: (stop = neverStopped()) => retryFailed(stop) },
    ...(refusedDeliveries === undefined
      ? []
      : [
          {
            name: "write-refused-deliveries",
            cron: "*/20 * * * * *",
            isOwn: true,
            runOnce: () => refusedDeliveries.flush(),
          },
        ]),
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
    ...(auditLog === undefined ? [] : [jobOfAuditLog(auditLog)]),
    ...(knownPositions === undefined
      ? []
      : [{ name: "note-positions", cron: "*/5 * * * *", isOwn: true, runOnce: () => knownPositions.note() }]),
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

function jobOfAuditLog(auditLog: AuditLog): Job {
  return {
    name: "write-audit-log",
    cron: "*/5 * * * * *",
    runOnce: (stop = neverStopped()) => auditLog.runOnce(stop),
  };
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

/** Who runs what is run once for all. */
export type OnceForAll = { readonly lease: JobLease; readonly runs: DueRuns };

/** Without `once` every job runs here. */
export async function startSchedule(jobs: readonly Job[], log: Logger, once?: OnceForAll): Promise<Schedule> {
  const schedule = new RunningSchedule(jobs, log, once);
  await schedule.start();
  return schedule;
}

class RunningSchedule implements Schedule {
  readonly #log: Logger;
  readonly #once: OnceForAll | undefined;
  readonly #tasks: readonly { readonly job: Job; readonly task: ScheduledTask }[];
  readonly #running = new Map<Job, Promise<void>>();
  readonly #stopping = new AbortController();
  /** Settles behind the runs that were due when the lease was taken. */
  #takingOver: Promise<void> = Promise.resolve();

  constructor(jobs: readonly Job[], log: Logger, once: OnceForAll | undefined) {
    this.#log = log;
    this.#once = once;
    const options = { suppressMissedWarning: true, timezone: "UTC", logger: quietly(log) };
    this.#tasks = jobs.map((job) => ({
      job,
      task: createTask(job.cron, ({ date }) => this.#due(job, date), { name: job.name, ...options }),
    }));
  }

  async start(): Promise<void> {
    await Promise.all(this.#tasks.map(({ task }) => task.start()));
    this.#once?.lease.start((tenure) => {
      this.#takingOver = this.#takeOver(tenure);
    });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#tasks.map(({ task }) => task.destroy()));
    await this.#takingOver;
    await Promise.all(this.#running.values());
    await this.#once?.lease.stop();
  }

  /** A run left out because the last one is not over yet is made up for by the next. */
  async #due(job: Job, date: Date): Promise<void> {
    if (this.#running.has(job) || this.#stopping.signal.aborted) return;
    const run = this.#run(job, date).finally(() => this.#running.delete(job));
    this.#running.set(job, run);
    await run;
  }

  async #run(job: Job, date: Date): Promise<void> {
    try {
      if (this.#once === undefined || job.isOwn === true) await job.runOnce(this.#stopping.signal);
      else await this.#runForAll(this.#once, job, date);
    } catch (error) {
      const isTaken = error instanceof LeaseLost;
      if (isTaken) this.#log.info({ job: job.name }, "another process has taken the recurring jobs over");
      else this.#log.error({ err: error, job: job.name }, "a recurring job failed");
    }
  }

  /** A job that had to end early is due again for the next holder. */
  async #runForAll({ lease, runs }: OnceForAll, job: Job, date: Date): Promise<void> {
    const { tenure } = lease;
    if (tenure === null) return;
    const stop = AbortSignal.any([this.#stopping.signal, tenure.over]);
    await lease.during(async () => {
      const due = await runs.due([job.name], date);
      if (!due.has(job.name)) return;
      try {
        await job.runOnce(stop);
      } finally {
        if (!stop.aborted) await runs.end(this.#planned(job, date));
      }
    });
  }

  /** Runs what was due while no process held the lease, or was cut off with its holder. Never rejects. */
  async #takeOver({ epoch }: Tenure): Promise<void> {
    const ofAll = this.#tasks.map(({ job }) => job).filter((job) => job.isOwn !== true);
    const now = new Date();
    try {
      await this.#once?.runs.plan(ofAll.map((job) => this.#planned(job, now)));
      const due = await this.#once?.runs.due(
        ofAll.map(({ name }) => name),
        now,
      );
      this.#log.info({ epoch, due: due?.size }, "this process runs the recurring jobs");
      await Promise.all(ofAll.filter(({ name }) => due?.has(name)).map((job) => this.#due(job, now)));
    } catch (error) {
      this.#log.warn({ err: error }, "what was due could not be looked at; each job runs at its next time");
    }
  }

  /** With its first due time behind that one: a timer may be a moment early. */
  #planned({ name, cron }: Job, date: Date): PlannedJob {
    const times = this.#tasks.find(({ job }) => job.name === name)?.task.getNextRuns(2) ?? [];
    const next = times.find((time) => time > date);
    if (next === undefined) throw new Error(`${name} is never due`);
    return { name, cron, next };
  }
}

function quietly(log: Logger) {
  return {
    info: (line: string) => log.debug(line),
    warn: (line: string) => log.debug(line),
    error: (line: string | Error) => log.error({ err: line }, "the schedule failed"),
    debug: (line: string | Error) => log.debug({ err: line }, "the schedule"),
  };
}
