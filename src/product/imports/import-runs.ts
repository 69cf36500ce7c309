// All imports, stored next to the books, with their results.
import type { ImportReport } from "../../core/vocabulary/import-report.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";

const beginStatement: Statement = {
  name: "begin_import",
  text: `insert into import_run (program_id, tool, is_applied, started_by, report)
         values ($1, $2, $3, $4, $5) returning import_id`,
};

const noteStatement: Statement = {
  name: "note_import",
  text: "update import_run set report = $2, updated_at = now() where import_id = $1",
};

const endStatement: Statement = {
  name: "end_import",
  text: `update import_run
            set report = $2, status = $3, updated_at = now(), finished_at = now()
          where import_id = $1`,
};

type StartedRun = {
  readonly programId: number;
  readonly tool: string;
  readonly isApplied: boolean;
  readonly startedBy: string;
  readonly report: ImportReport;
};

export async function beginRun(database: Database, run: StartedRun): Promise<number> {
  const values = [run.programId, run.tool, run.isApplied, run.startedBy, JSON.stringify(run.report)];
  const [row] = await database.transaction((session) => session.query<{ import_id: number }>(beginStatement, values));
  if (row === undefined) throw new Error("the import got no id");
  return row.import_id;
}

export async function noteRun(database: Database, importId: number, report: ImportReport): Promise<void> {
  await database.transaction(async (session) => {
    void session.query(noteStatement, [importId, JSON.stringify(report)]);
  });
}

export async function endRun(
  database: Database,
  importId: number,
  status: "finished" | "failed",
  report: ImportReport,
): Promise<void> {
  await database.transaction(async (session) => {
    void session.query(endStatement, [importId, JSON.stringify(report), status]);
  });
}
