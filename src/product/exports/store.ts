// The days of schedules: each is a row that its writer claims for a while and keeps renewing. A day whose writer died is retried by
// another: its file is written again, over the same name.

import type { RowFormat } from "../../core/rules/rows/row-lines.ts";
import type { ExportList, ExportTarget } from "../../core/vocabulary/export-lists.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";

const leaseSeconds = 300;
/** What was missed longer ago is not made up: a list says what is there now. */
export const madeUpDays = 7;
const keptDays = 400;

const planStatement: Statement = {
  name: "plan_exports",
  text: `insert into export_run (program_id, export_id, day)
         select s.program_id, s.export_id, d.day::date
           from export_schedule s
          cross join generate_series(greatest(s.first_day, $1::date - $2::integer)::timestamp,
                                     ($1::date - 1)::timestamp, interval '1 day') d(day)
          where s.status = 'active'
         on conflict (program_id, export_id, day) do nothing`,
};

const forgetStatement: Statement = {
  name: "forget_export_runs",
  text: "delete from export_run where day < $1::date - $2::integer and status <> 'running'",
};

/** The one that has waited longest first. */
const dueStatement: Statement = {
  name: "programs_with_exports",
  text: `select r.program_id
           from export_run r
           join export_schedule s on s.program_id = r.program_id and s.export_id = r.export_id
          where r.status in ('waiting', 'running') and s.status = 'active'
            and r.next_attempt_at <= clock_timestamp()
            and (r.status = 'waiting' or r.leased_until < clock_timestamp())
          group by r.program_id
          order by min(r.next_attempt_at)`,
};

const claimStatement: Statement = {
  name: "claim_export",
  text: `update export_run r
            set status = 'running', attempts = attempts + 1, leased_by = $1, started_at = clock_timestamp(),
                leased_until = clock_timestamp() + make_interval(secs => $2::integer),
                ended_at = null, file = null, row_count = null, byte_count = null
           from (select r.program_id, r.export_id, r.day
                   from export_run r
                   join export_schedule s on s.program_id = r.program_id and s.export_id = r.export_id
                  where r.status in ('waiting', 'running') and s.status = 'active' and r.program_id = any($3::bigint[])
                    and r.next_attempt_at <= clock_timestamp()
                    and (r.status = 'waiting' or r.leased_until < clock_timestamp())
                  order by r.next_attempt_at
                  limit 1
                    for update of r skip locked) due
           join export_schedule s on s.program_id = due.program_id and s.export_id = due.export_id
          where r.program_id = due.program_id and r.export_id = due.export_id and r.day = due.day
         returning r.program_id, r.export_id, to_char(r.day, 'YYYY-MM-DD') as day, r.attempts, s.list, s.format, s.target,
                   s.folder, s.endpoint, s.bucket, s.region, s.prefix, s.access_key_id, s.secret_encrypted`,
};

const keepStatement: Statement = {
  name: "keep_export",
  text: `update export_run r
            set leased_until = clock_timestamp() + make_interval(secs => $5::integer)
           from export_schedule s
          where r.program_id = $1 and r.export_id = $2 and r.day = $3::date and r.leased_by = $4 and r.status = 'running'
            and s.program_id = r.program_id and s.export_id = r.export_id and s.status = 'active'
         returning r.day`,
};

const endStatement: Statement = {
  name: "end_export",
  text: `update export_run
            set status = $5, leased_by = null, leased_until = null, file = $6, row_count = $7, byte_count = $8, fault = $9,
                next_attempt_at = clock_timestamp() + make_interval(secs => coalesce($10::float, 0)),
                ended_at = clock_timestamp()
          where program_id = $1 and export_id = $2 and day = $3::date and leased_by = $4 and status = 'running'`,
};

export type DueExport = {
  readonly program_id: number;
  readonly export_id: number;
  readonly day: string;
  readonly attempts: number;
  readonly list: ExportList;
  readonly format: RowFormat;
  readonly target: ExportTarget;
  readonly folder: string | null;
  readonly endpoint: string | null;
  readonly bucket: string | null;
  readonly region: string | null;
  readonly prefix: string | null;
  readonly access_key_id: string | null;
  readonly secret_encrypted: Buffer | null;
};

export type ExportEnd =
  | { readonly status: "done"; readonly file: string; readonly rows: number; readonly bytes: number }
  | { readonly status: "waiting" | "failed"; readonly fault: string; readonly waitSeconds: number };

/** What this process, known as `worker`, does with the tables. */
export class ExportStore {
  readonly #database: Database;
  readonly #worker: string;

  constructor(database: Database, worker: string) {
    this.#database = database;
    this.#worker = worker;
  }

  async plan(today: string): Promise<void> {
    await this.#database.transaction(async (session) => {
      await session.query(planStatement, [today, madeUpDays]);
      await session.query(forgetStatement, [today, keptDays]);
    });
  }

  /** Those with an export to write now. */
  async duePrograms(): Promise<number[]> {
    type Row = { readonly program_id: number };
    const rows = await this.#database.transaction((session) => session.query<Row>(dueStatement, []));
    return rows.map(({ program_id }) => program_id);
  }

  async claim(ofPrograms: readonly number[]): Promise<DueExport | undefined> {
    const [due] = await this.#database.transaction((session) =>
      session.query<DueExport>(claimStatement, [this.#worker, leaseSeconds, ofPrograms]),
    );
    return due;
  }

  /** False if another process has it now, or it was removed. */
  async keep({ program_id, export_id, day }: DueExport): Promise<boolean> {
    const values = [program_id, export_id, day, this.#worker, leaseSeconds];
    return (await this.#database.transaction((session) => session.query(keepStatement, values))).length > 0;
  }

  async end({ program_id, export_id, day }: DueExport, end: ExportEnd): Promise<void> {
    const { status } = end;
    const said =
      status === "done" ? [end.file, end.rows, end.bytes, null, null] : [null, null, null, end.fault, end.waitSeconds];
    const values = [program_id, export_id, day, this.#worker, status, ...said];
    await this.#database.transaction((session) => session.query(endStatement, values));
  }
}
