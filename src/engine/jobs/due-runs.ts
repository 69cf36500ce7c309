// Which due times of the jobs have been run: a job's row says the next one that has not. It moves on when a run has ended, so what
// was cut off by a kill is due again for the next holder of the lease, and nothing that ended is run twice.
import type { Database } from "../postgres/database.ts";
import type { Statement } from "../postgres/driver/statement.ts";

/** `next` is its next due time. */
export type PlannedJob = { readonly name: string; readonly cron: string; readonly next: Date };

/** Rows of jobs that are new, or whose plan has changed, begin with their next due time. */
const planStatement: Statement = {
  name: "plan_job_runs",
  text: `insert into job_run (job, cron, due_at)
         select * from unnest($1::text[], $2::text[], $3::timestamptz[])
         on conflict (job) do update
            set cron = excluded.cron, due_at = excluded.due_at
          where job_run.cron <> excluded.cron`,
};

const dueStatement: Statement = {
  name: "due_job_runs",
  text: `select n.name
           from unnest($1::text[]) as n(name)
           left join job_run r on r.job = n.name
          where r.due_at is null or r.due_at <= $2`,
};

const endStatement: Statement = {
  name: "end_job_run",
  text: `insert into job_run (job, cron, due_at)
         values ($1, $2, $3)
         on conflict (job) do update
            set due_at = excluded.due_at
          where job_run.due_at < excluded.due_at`,
};

export class DueRuns {
  readonly #database: Database;

  /** `database` writes only while the lease is held. */
  constructor(database: Database) {
    this.#database = database;
  }

  async plan(jobs: readonly PlannedJob[]): Promise<void> {
    const values = [jobs.map(({ name }) => name), jobs.map(({ cron }) => cron), jobs.map(({ next }) => next)];
    await this.#database.transaction((session) => session.query(planStatement, values));
  }

  /** Of these, those with a due time until then that has not been run to its end. */
  async due(names: readonly string[], until: Date): Promise<ReadonlySet<string>> {
    const rows = await this.#database.withSession((session) =>
      session.query<{ name: string }>(dueStatement, [names, until]),
    );
    return new Set(rows.map(({ name }) => name));
  }

  async end({ name, cron, next }: PlannedJob): Promise<void> {
    await this.#database.transaction((session) => session.query(endStatement, [name, cron, next]));
  }
}
