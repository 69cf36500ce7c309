// Rebuilding and verifying behind an answer: each job in a thread of its own, a few at a time, and what is asked for by many is done
// once. A stop of the service ends the threads; a run that was under way then says that it was interrupted.
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import { AccessRefused } from "../../access/access-refused.ts";
import type { Actor } from "../../access/permission.ts";
import { DatabaseUnavailable } from "../../engine/postgres/database-unavailable.ts";
import { ReplayRefused } from "../../engine/replay/replay-refused.ts";
import type { Job, Report, Task } from "./tasks.ts";

/** Each is a processor's work and a dozen connections. */
const threadsMax = 2;

/** In an installed package it is compiled, as this file is. */
const threadFile = new URL(new URL("./thread.ts", import.meta.url).href.replace(/\.ts$/, extname(import.meta.url)));

export type ReplayThreads = {
  /** Returns the run's id when it has started. Rejects with `ReplayRefused` or `AccessRefused`. */
  start(task: Task, actor: Actor): Promise<number>;
  /** Ends the thread that works on a run; false when none of this process does. */
  end(runId: number): Promise<boolean>;
  stop(): Promise<void>;
};

type Thread = {
  readonly worker: Worker;
  readonly request: string;
  readonly started: Promise<number>;
  readonly ended: Promise<unknown>;
  runId: number | null;
};

export function openReplayThreads(job: Omit<Job, "actor" | "task">, log: Logger): ReplayThreads {
  /** At work; what is done only closes its connections. */
  const threads = new Set<Thread>();
  const open = new Set<Thread>();
  let isStopping = false;

  function begin(task: Task, actor: Actor, request: string): Thread {
    const started = Promise.withResolvers<number>();
    const ended = Promise.withResolvers<void>();
    const worker = new Worker(threadFile, {
      workerData: { ...job, actor, task },
      execArgv: [],
    });
    const thread: Thread = { worker, request, started: started.promise, ended: ended.promise, runId: null };
    threads.add(thread);
    open.add(thread);
    worker.on("message", (report: Report) => {
      if (report.kind === "done") threads.delete(thread);
      if (report.kind === "started") thread.runId = report.runId;
      if (report.kind === "failed") logEnd(log, thread, task, report);
      settle(started, report);
    });
    worker.on("error", (error) => {
      logFault(log, thread, task, error);
      started.reject(error);
    });
    worker.on("exit", () => {
      threads.delete(thread);
      open.delete(thread);
      started.reject(new ReplayRefused("The service is stopping; ask again."));
      ended.resolve();
    });
    started.promise.catch(() => undefined);
    return thread;
  }

  async function end(thread: Thread): Promise<void> {
    await thread.worker.terminate();
    await thread.ended;
  }

  return {
    async start(task, actor) {
      if (isStopping) throw new ReplayRefused("The service is stopping; ask again.");
      const request = JSON.stringify([task, actor]);
      const same = [...threads].find((thread) => thread.request === request);
      if (same !== undefined) return same.started;
      if (threads.size >= threadsMax) {
        throw new ReplayRefused(
          `${threadsMax} replays or verifications are under way here already; wait for one of them.`,
        );
      }
      return begin(task, actor, request).started;
    },
    async end(runId) {
      const thread = [...threads].find((each) => each.runId === runId);
      if (thread === undefined) return false;
      await end(thread);
      return true;
    },
    async stop() {
      isStopping = true;
      await Promise.all([...open].map(end));
    },
  };
}

/** What was asked for and could not be had is no fault of the service. */
function logEnd(log: Logger, thread: Thread, task: Task, report: Extract<Report, { kind: "failed" }>): void {
  if (!report.isRefused) logFault(log, thread, task, faultOf(report));
  else log.warn({ run_id: thread.runId, task: task.kind, reason: report.message }, "a replay did not come to its end");
}

function logFault(log: Logger, { runId }: Thread, { kind }: Task, error: unknown): void {
  log.error({ err: error, run_id: runId, task: kind }, "a replay did not come to its end");
}

function settle(started: PromiseWithResolvers<number>, report: Report): void {
  if (report.kind === "started") started.resolve(report.runId);
  else if (report.kind === "refused") started.reject(errorOf(report));
  else if (report.kind === "failed") started.reject(faultOf(report));
}

function faultOf({ message, mayPass }: Extract<Report, { kind: "failed" }>): Error {
  return mayPass ? new DatabaseUnavailable(message) : new Error(message);
}

function errorOf({ why, message }: Extract<Report, { kind: "refused" }>): Error {
  return why === "refused" ? new ReplayRefused(message) : new AccessRefused(why, message);
}
