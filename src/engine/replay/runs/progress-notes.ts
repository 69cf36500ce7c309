// Writes a run's progress into its row from time to time, so that every process can report it. A late or lost note does no harm: the run
// does not wait for it.
import type { Database } from "../../postgres/database.ts";
import type { Statement } from "../../postgres/driver/statement.ts";
import type { Watch } from "../inspect.ts";
import type { RunStep } from "./runs.ts";

const noteMilliseconds = 300;

export type StepWatch = Watch & {
  readonly onChecked?: (progress: { readonly done: number; readonly total: number }) => void;
};

const noteStatement: Statement = {
  name: "note_run_progress",
  text: `update replay_run
            set step = $2, step_done = $3, step_total = $4, progress_at = clock_timestamp()
          where run_id = $1 and status in ('building', 'applying')`,
};

/** Works under a watch that also keeps notes. The last note is behind it when it answers. */
export async function withNotes<T>(
  database: Database,
  runId: number,
  watch: StepWatch,
  work: (watch: StepWatch) => Promise<T>,
): Promise<T> {
  let notedAt = Number.NEGATIVE_INFINITY;
  let noted: Promise<unknown> = Promise.resolve();
  const note = (step: RunStep, done: number, total: number | null): void => {
    const now = performance.now();
    if (now - notedAt < noteMilliseconds && done !== total) return;
    notedAt = now;
    noted = noted.then(() =>
      database
        .transaction((session) => session.query(noteStatement, [runId, step, done, total]))
        .catch(() => undefined),
    );
  };
  try {
    return await work({
      ...watch,
      onReread: (progress) => {
        note("reading", progress.read, null);
        watch.onReread?.(progress);
      },
      onBuilt: (progress) => {
        note("building", progress.done, progress.total);
        watch.onBuilt?.(progress);
      },
      onCompared: (progress) => {
        note("comparing", progress.done, progress.total);
        watch.onCompared?.(progress);
      },
      onChecked: (progress) => {
        note("checking", progress.done, progress.total);
        watch.onChecked?.(progress);
      },
    });
  } finally {
    await noted;
  }
}
