// The thread in which one job is done: with connections of its own, at the lowest priority, so that no answer waits for it. It ends
// with its job, or when the service ends it; what was written until then is gone on with when the same is asked for again.
import { parentPort, workerData } from "node:worker_threads";
import { AccessRefused } from "../../access/access-refused.ts";
import { openKeptSecrets } from "../../access/secrets/kept-secrets.ts";
import { clockRule } from "../../engine/postgres/clock.ts";
import { type Database, openDatabase, roleIfUsable, serviceRole } from "../../engine/postgres/database.ts";
import { mayPass } from "../../engine/postgres/faults.ts";
import { commandLimits } from "../../engine/postgres/limits.ts";
import { placementAt } from "../../engine/postgres/placement-at.ts";
import { lowerPriority } from "../../engine/replay/lower-priority.ts";
import { ReplayRefused } from "../../engine/replay/replay-refused.ts";
import { RunIsWorkedOn } from "../../engine/replay/runs/run-locks.ts";
import { noteFault } from "../../engine/replay/runs/runs.ts";
import { replayAnnouncements } from "./announce-applied.ts";
import { doTask, isAskedFor, type Job, type Report } from "./tasks.ts";

const connectionsMax = 4;

const { ownerUrl, secretKeys, archiveFolder, clock, actor, task }: Job = workerData;

function report(line: Report): void {
  parentPort?.postMessage(line);
}

// Elsewhere it would be the whole process that gives way.
if (process.platform === "linux") lowerPriority();
let database: Database | null = null;
let runId: number | null = null;
try {
  database = openDatabase({
    url: ownerUrl,
    connectionsMax,
    applicationName: "svc replay",
    role: await roleIfUsable(ownerUrl, serviceRole),
    placement: await placementAt(ownerUrl),
    limits: commandLimits,
    clock: clockRule(clock.stepSecondsMax, clock.programsAhead),
  });
  const secrets = await openKeptSecrets(database, secretKeys);
  const parts = {
    database,
    ownerUrl,
    secrets,
    archiveFolder,
    now: Date.now,
    actor,
    announcements: replayAnnouncements,
  };
  await doTask(parts, task, {
    onStarted: (started) => {
      runId = started;
      report({ kind: "started", runId });
    },
  });
  report({ kind: "done" });
} catch (error) {
  await reportFailure(error);
} finally {
  await database?.close();
}

async function reportFailure(error: unknown): Promise<void> {
  const message = error instanceof Error ? error.message : String(error);
  // An error that is sent to another thread loses its class.
  const isRefused = error instanceof ReplayRefused;
  const failed = { kind: "failed", message, mayPass: mayPass(error), isRefused } as const;
  if (runId !== null && database !== null) {
    await noteFault(database, runId, message).catch(() => undefined);
    report(failed);
  } else if (error instanceof RunIsWorkedOn && isAskedFor(task, error.run)) {
    report({ kind: "started", runId: error.run.run_id });
  } else if (error instanceof AccessRefused) {
    report({ kind: "refused", why: error.kind === "forbidden" ? "forbidden" : "not_found", message });
  } else if (error instanceof ReplayRefused) {
    report({ kind: "refused", why: "refused", message });
  } else {
    report(failed);
  }
}
