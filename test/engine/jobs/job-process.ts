// A process that runs one job each second while it holds the lease: it notes that a due time was started, waits until the gate is open, and
// notes that it was run. Started by jobs.test.ts, on a database that has the tables for it.
import { pino } from "pino";
import { DueRuns } from "../../../src/engine/jobs/due-runs.ts";
import { fencedBy } from "../../../src/engine/jobs/fenced-database.ts";
import { JobLease } from "../../../src/engine/jobs/lease.ts";
import { openDatabase } from "../../../src/engine/postgres/database.ts";
import { startSchedule } from "../../../src/service/schedule.ts";

const gateMilliseconds = 20;
const database = openDatabase({ url: String(process.argv[2]), connectionsMax: 6, applicationName: "jobs" });
const lease = new JobLease(database, { leaseSeconds: 1.5, renewSeconds: 0.3 });
const fenced = fencedBy(lease, database);

async function note(what: "begun" | "done"): Promise<void> {
  const text = "insert into noted (what, due_at, pid) select $1, due_at, $2 from job_run where job = 'note'";
  await fenced.transaction((session) => session.query({ name: "note", text }, [what, process.pid]));
}

async function passGate(): Promise<void> {
  for (;;) {
    const isOpen = await database.withSession((session) =>
      session.query({ name: "gate", text: "select from gate where is_open" }, []),
    );
    if (isOpen.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, gateMilliseconds));
  }
}

async function runOnce(): Promise<void> {
  await note("begun");
  await passGate();
  await note("done");
}

await startSchedule([{ name: "note", cron: "* * * * * *", runOnce }], pino(), { lease, runs: new DueRuns(fenced) });
