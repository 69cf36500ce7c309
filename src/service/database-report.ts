// Whether the service may accept traffic, and what an operator should know of its database. A program that another transaction locks is no
// reason to stop the traffic of all others. It checks on a connection that recording would use, so that a silent one is found here as well,
// and never waits for long.
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { readClock } from "../engine/log/heads.ts";
import { ClockStep, stepBetweenClocks } from "../engine/postgres/clock.ts";
import type { Database } from "../engine/postgres/database.ts";
import { type LogFault, logFaultMeanings } from "../engine/postgres/log-protection.ts";
import type { Replica } from "../engine/postgres/replica.ts";
import type { BatcherStats } from "../engine/recording/batcher.ts";
import type { Readiness } from "../faces/http/health-routes.ts";
import { oldestUnprojectedSeconds } from "../product/reads/books-lag.ts";
import { isReadOnly } from "../product/reads/read-only.ts";
import type { Metrics } from "../telemetry/metrics.ts";

const readinessTimeoutMilliseconds = 2000;
const stepLogMilliseconds = 10_000;

type Parts = {
  readonly database: Database;
  readonly replica: Pick<Replica, "status"> | null;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly logFaults: readonly LogFault[];
  readonly now: () => number;
  readonly recording: () => BatcherStats;
  /** Recording that waits for longer than this is stuck. */
  readonly waitingSecondsMax: number;
};

export type DatabaseReport = {
  readiness(draining: boolean): Promise<Readiness>;
  /** Counts a request that clocks kept from being recorded, and says so every ten seconds. */
  failed(error: unknown): void;
};

export function openDatabaseReport(parts: Parts): DatabaseReport {
  logLogFaults(parts);
  return { readiness: (draining) => readinessOf(parts, draining), failed: openClockReport(parts) };
}

/** Once, at start: the service records all the same, and nothing else would say so. */
function logLogFaults({ logFaults, metrics, log }: Parts): void {
  metrics.logProtected(logFaults.length === 0);
  for (const fault of logFaults) {
    log.error({ fault }, `${logFaultMeanings[fault]}; the log is not append-only. Run: svc migrate`);
  }
}

async function readinessOf(parts: Parts, draining: boolean): Promise<Readiness> {
  const log: Readiness["log"] = parts.logFaults.length === 0 ? "append_only" : "not_protected";
  const { oldestWaitingSeconds } = parts.recording();
  const isStalled = oldestWaitingSeconds > parts.waitingSecondsMax;
  const replica = parts.replica?.status() ?? null;
  const known = {
    draining,
    log,
    isStalled,
    replica,
    oldestWaitingSeconds: Math.round(oldestWaitingSeconds * 1000) / 1000,
  };
  const late = sleep(readinessTimeoutMilliseconds, undefined, { ref: false }).then(() => {
    throw new Error("the database is slow to answer");
  });
  try {
    return { ...known, ...(await Promise.race([askDatabase(parts), late])) };
  } catch {
    return { ...known, database: "does not answer", clock: null, oldestUnprojectedSeconds: null };
  }
}

async function askDatabase({ database, metrics, recording }: Parts) {
  const databaseNow = await database.withSession(readClock);
  metrics.clockOffset((databaseNow.getTime() - database.clock.now()) / 1000);
  const clock = stepBetweenClocks(database.clock, databaseNow) === null ? ("agrees" as const) : ("differs" as const);
  return {
    clock,
    oldestUnprojectedSeconds: await oldestUnprojectedSeconds(database.kysely),
    database: databaseState(recording(), await isReadOnly(database.kysely)),
  };
}

function databaseState({ refusedFor }: BatcherStats, onlyReads: boolean): Readiness["database"] {
  if (refusedFor === "full") return "is full";
  return onlyReads || refusedFor === "read_only" ? "is read-only" : "answers";
}

function openClockReport({ metrics, log, now }: Parts): (error: unknown) => void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    const step = stepIn(error);
    if (step === null) return;
    metrics.clockStepRefused(step.kind);
    if (now() - loggedAt < stepLogMilliseconds) return;
    loggedAt = now();
    log.error({ kind: step.kind, seconds: step.seconds, program_id: step.programId }, step.message);
  };
}

function stepIn(error: unknown): ClockStep | null {
  if (error instanceof ClockStep) return error;
  return error instanceof Error && error.cause instanceof ClockStep ? error.cause : null;
}
