// Only one process works on a run: the holder of its lock, which the database frees when that process dies. So a run in progress with a
// free lock was interrupted.
import type { Database } from "../../postgres/database.ts";
import { withClient } from "../../postgres/database.ts";
import type { Statement } from "../../postgres/driver/statement.ts";
import { ReplayRefused } from "../replay-refused.ts";
import { overlap, type ReplayRequest, type RunKind, type RunRow } from "./runs.ts";

/** The first half of the lock's key; the run's id is the second. */
const lockClass = 0x5_76_63_72;

/** Some process works on a run of these programs, perhaps on the very same. */
export class RunIsWorkedOn extends ReplayRefused {
  readonly run: RunRow;

  constructor(run: RunRow) {
    super(workedOnMessage(run.run_id));
    this.run = run;
  }
}

function workedOnMessage(runId: number): string {
  return `Another process is working on run ${runId}.`;
}

/** Runs while holding the run's lock; refuses when another process holds it. */
export async function withRunLock<T>(ownerUrl: string, runId: number, work: () => Promise<T>): Promise<T> {
  return withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ locked: boolean }>("select pg_try_advisory_lock($1, $2) as locked", [
      lockClass,
      runId,
    ]);
    if (rows[0]?.locked !== true) throw new ReplayRefused(workedOnMessage(runId));
    return work();
  });
}

/** An offset to every run's id. */
const claimLock = 0;

/**
 * Chooses a run and takes its lock while no one else chooses one, then works on it: of two callers with the same request only one starts.
 */
export async function withClaimedRun<Claimed extends { readonly run: RunRow }, T>(
  ownerUrl: string,
  claim: () => Promise<Claimed>,
  work: (claimed: Claimed) => Promise<T>,
): Promise<T> {
  return withClient(ownerUrl, async (client) => {
    await client.query("select pg_advisory_lock($1, $2)", [lockClass, claimLock]);
    const claimed = await claim();
    const { rows } = await client.query<{ locked: boolean }>(
      "select pg_try_advisory_lock($1, $2) as locked, pg_advisory_unlock($1, $3)",
      [lockClass, claimed.run.run_id, claimLock],
    );
    if (rows[0]?.locked !== true) throw new RunIsWorkedOn(claimed.run);
    return work(claimed);
  });
}

/** Runs that some process works on now, by their locks. */
export const workedOn = `exists (
  select 1 from pg_locks l
   where l.locktype = 'advisory' and l.objsubid = 2 and l.classid = ${lockClass}
     and l.database = (select oid from pg_database where datname = current_database())
     and l.objid::bigint = r.run_id)`;

const workedOnStatement: Statement = {
  name: "runs_worked_on",
  text: `select r.* from replay_run r where r.status in ('building', 'applying') and r.kind = $1 and ${workedOn} order by r.run_id`,
};

/** The run of this kind that some process works on and that shares a program with these. */
export async function findWorkedOn(
  database: Database,
  kind: RunKind,
  programIds: ReplayRequest["program_ids"],
): Promise<RunRow | undefined> {
  const rows = await database.withSession((session) => session.query<RunRow>(workedOnStatement, [kind]));
  return rows.find(({ request }) => overlap(request.program_ids, programIds));
}

const runOnStatement: Statement = {
  name: "run_on_program",
  text: `select r.run_id
           from replay_program p
           join replay_run r using (run_id)
          where p.program_id = $1 and ${workedOn}
          order by r.run_id
          limit 1`,
};

/** A run of any kind that some process works on and that reads this program's log. */
export async function findRunOn(database: Database, programId: number): Promise<number | undefined> {
  const [run] = await database.withSession((session) => session.query<{ run_id: number }>(runOnStatement, [programId]));
  return run?.run_id;
}
