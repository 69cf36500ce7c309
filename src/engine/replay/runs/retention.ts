// Removes old replays with their changed rows: their result is in the books, and their reason in the log. A run in progress stays, and so
// does its trace for the days that the database enforces, and a run whose corrections are still being sent.
import type { Database } from "../../postgres/database.ts";
import type { Statement } from "../../postgres/driver/statement.ts";

const rowsRemovedAtOnce = 2_000;

/** The oldest run that is long over. */
const oldRunStatement: Statement = {
  name: "old_replay_run",
  text: `select run_id
           from replay_run
          where status in ('applied', 'done', 'discarded')
            and finished_at < clock_timestamp() - make_interval(days => $1)
            and not exists (select 1 from outbound_correction c
                              join outbound_endpoint e on e.program_id = c.program_id
                             where c.run_id = replay_run.run_id and e.status <> 'removed'
                               and e.corrected_to < c.last_change_id)
          order by run_id
          limit 1`,
};

const removeChangesStatement: Statement = {
  name: "forget_replay_changes",
  text: "select forget_replay_changes($1, $2) as removed",
};

const removeRunStatements: readonly Statement[] = [
  { name: "remove_replay_difference", text: "delete from replay_difference where run_id = $1" },
  { name: "remove_replay_rereadings", text: "delete from replay_rereading where run_id = $1" },
  { name: "remove_replay_corrections", text: "delete from outbound_correction where run_id = $1" },
  { name: "remove_replay_programs", text: "delete from replay_program where run_id = $1" },
  { name: "remove_replay_run", text: "delete from replay_run where run_id = $1" },
];

export async function removeOldRuns(database: Database, retentionDays: number, stop?: AbortSignal): Promise<void> {
  while (stop?.aborted !== true) {
    const [run] = await database.withSession((session) =>
      session.query<{ run_id: number }>(oldRunStatement, [retentionDays]),
    );
    if (run === undefined) return;
    await removeRun(database, run.run_id);
  }
}

async function removeRun(database: Database, runId: number): Promise<void> {
  for (let removed = rowsRemovedAtOnce; removed === rowsRemovedAtOnce; ) {
    const [row] = await database.transaction((session) =>
      session.query<{ removed: number }>(removeChangesStatement, [runId, rowsRemovedAtOnce]),
    );
    removed = row?.removed ?? 0;
  }
  await database.transaction(async (session) => {
    for (const statement of removeRunStatements) void session.query(statement, [runId]);
  });
}
