// Composition root: every part of the running service is made and joined here, and only here.
// It takes no traffic before the books hold everything the log does, and after draining nothing of it touches the database.
// It never listens and never opens the database: whoever starts it does.
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { openDirectory } from "./access/directory.ts";
import { openSecrets } from "./access/secrets.ts";
import type { Config } from "./config.ts";
import { type Database, isDatabaseUnavailable } from "./db/database.ts";
import { createApp } from "./http/app.ts";
import type { Outage } from "./http/errors.ts";
import type { Readiness } from "./http/health-routes.ts";
import { startBatcher, Unavailable } from "./ingest/batcher.ts";
import { openDeliveries } from "./ingest/deliveries.ts";
import { openTracking } from "./ingest/tracking.ts";
import { logRefusedCall } from "./ingest/tracking-log.ts";
import { createMetrics } from "./metrics.ts";
import { catchUpAll } from "./projector/catch-up.ts";
import { oldestUnprojectedSeconds } from "./queries/books-lag.ts";
import { recurringJobs, startSchedule } from "./schedule.ts";

const readinessTimeoutMilliseconds = 2000;
const retryAfterSeconds = 5;

export type Service = {
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void;
  /** Answers when everything accepted is recorded and answered; then the database may be closed. */
  drain(): Promise<void>;
};

export async function composeService(parts: { database: Database; config: Config; log: Logger }): Promise<Service> {
  const { database, config, log } = parts;
  const projected = await catchUpAll(database);
  if (projected > 0) log.info({ events: projected }, "the books were brought up to the log");

  const now = (): number => Date.now();
  const metrics = createMetrics(() => batcher.queued);
  const batcher = startBatcher({
    database,
    batchEventsMax: config.batchEventsMax,
    queueEventsMax: config.queueEventsMax,
    onFlush: metrics.flushed,
  });
  const secrets = openSecrets(config.secretKeys.reveal());
  const directory = openDirectory(database, secrets, now);
  const schedule = await startSchedule(recurringJobs(database, config), log);
  let draining = false;

  const handler = createApp({
    config,
    log,
    metrics,
    directory,
    tracking: openTracking(batcher, directory, secrets.hashReference),
    deliveries: openDeliveries(batcher, directory, secrets),
    hashEmail: secrets.hashEmail,
    logRefusedCall: (line) => logRefusedCall(database, line),
    readiness: () => readinessOf(database, draining),
    outageOf,
    now,
  });
  return {
    handler,
    async drain() {
      draining = true;
      await schedule.stop();
      await batcher.drain();
    },
  };
}

async function readinessOf(database: Database, draining: boolean): Promise<Readiness> {
  const late = sleep(readinessTimeoutMilliseconds, undefined, { ref: false }).then(() => {
    throw new Error("the database is slow to answer");
  });
  try {
    const seconds = await Promise.race([oldestUnprojectedSeconds(database.kysely), late]);
    return { database: "answers", draining, oldestUnprojectedSeconds: seconds };
  } catch {
    return { database: "does not answer", draining, oldestUnprojectedSeconds: null };
  }
}

function outageOf(error: unknown): Outage | undefined {
  if (error instanceof Unavailable) return { retryAfterSeconds: error.retryAfterSeconds };
  return isDatabaseUnavailable(error) ? { retryAfterSeconds } : undefined;
}
