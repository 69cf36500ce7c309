// Every recurring job on one page. A job never runs beside itself, its failure is logged and the next run comes all the same.
// Stopping waits for what is under way.
import { createTask } from "node-cron";
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import type { Database } from "./db/database.ts";
import { openChainCheck } from "./ingest/chain-check.ts";
import { removeOldTrackingLines } from "./ingest/tracking-log.ts";
import { catchUpAll } from "./projector/catch-up.ts";

export type Job = { readonly name: string; readonly cron: string; readonly runOnce: () => Promise<unknown> };

export type Schedule = { stop(): Promise<void> };

type Figures = Pick<Config, "trackingLogRetentionDays" | "x402RpcUrls" | "x402Confirmations">;

export function recurringJobs(database: Database, figures: Figures): Job[] {
  const rpcUrls = figures.x402RpcUrls.reveal();
  const chainCheck = openChainCheck(database, { rpcUrls, confirmationsMin: figures.x402Confirmations });
  return [
    { name: "catch-up", cron: "* * * * *", runOnce: () => catchUpAll(database) },
    {
      name: "remove-old-tracking-lines",
      cron: "17 3 * * *",
      runOnce: () => removeOldTrackingLines(database, figures.trackingLogRetentionDays),
    },
    ...(rpcUrls.size === 0 ? [] : [{ name: "chain-check", cron: "* * * * *", runOnce: () => chainCheck.runOnce() }]),
  ];
}

export async function startSchedule(jobs: readonly Job[], log: Logger): Promise<Schedule> {
  const running = new Set<Promise<void>>();

  async function run(job: Job): Promise<void> {
    try {
      await job.runOnce();
    } catch (error) {
      log.error({ err: error, job: job.name }, "a recurring job failed");
    }
  }

  // A run left out because the last one is not over yet is worth no more than a line for the curious.
  const logger = {
    info: (line: string) => log.debug(line),
    warn: (line: string) => log.debug(line),
    error: (line: string | Error) => log.error(line),
    debug: (line: string | Error) => log.debug(line),
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
      await Promise.all(tasks.map((task) => task.destroy()));
      await Promise.all(running);
    },
  };
}
