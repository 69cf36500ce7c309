// What was replayed before, and every row it changed, page by page.
import type { Kysely } from "kysely";
import type { JsonObject } from "../core/events.ts";
import type { Tables } from "../db/tables.ts";
import { keyset, numberKey, type Page, type PageRequest } from "../queries/page.ts";
import type { RunRow } from "./runs.ts";

export type ChangeLine = {
  readonly program_id: number;
  readonly run_id: number;
  readonly book: string;
  readonly row_key: JsonObject;
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
  readonly changed_at: Date;
};

type HistoryTables = { replay_run: RunRow; replay_change: ChangeLine & { change_id: number } };

const byRunId = keyset("replays", numberKey);
const byChangeId = keyset("replay-changes", numberKey);

export async function listRuns(db: Kysely<Tables>, request: PageRequest): Promise<Page<RunRow>> {
  const [afterRunId] = byRunId.after(request, [0]);
  const rows = await db
    .withTables<HistoryTables>()
    .selectFrom("replay_run")
    .selectAll()
    .where("run_id", ">", afterRunId)
    .orderBy("run_id")
    .limit(request.limit + 1)
    .execute();
  return byRunId.page(rows, request, (run) => [run.run_id]);
}

export async function listChanges(db: Kysely<Tables>, runId: number, request: PageRequest): Promise<Page<ChangeLine>> {
  const [afterChangeId] = byChangeId.after(request, [0]);
  const rows = await db
    .withTables<HistoryTables>()
    .selectFrom("replay_change")
    .selectAll()
    .where("run_id", "=", runId)
    .where("change_id", ">", afterChangeId)
    .orderBy("change_id")
    .limit(request.limit + 1)
    .execute();
  return byChangeId.page(rows, request, (change) => [change.change_id]);
}
