// The record of every replay: what was asked for, the code that made it, what it found and what it changed.
// A run is worked on by one process at a time: whoever holds its lock, which the database frees when that process dies.
import type { Database } from "../db/database.ts";
import { withClient } from "../db/database.ts";
import type { Statement } from "../db/statement.ts";
import type { Difference } from "./compare.ts";
import { ReplayRefused } from "./replay-refused.ts";

export type RunKind = "replay" | "verify" | "as_of";
export type RunStatus = "building" | "planned" | "applying" | "applied" | "done" | "discarded";

/** What was asked for, as it is kept. */
export type ReplayRequest = {
  /** Null is every program. */
  readonly program_ids: readonly number[] | null;
  readonly provider: string | null;
  /** ISO 8601. */
  readonly since: string | null;
  readonly from_deliveries: boolean;
  /** Only deliveries whose event ended like this are read anew; null is any. */
  readonly outcome: "failed" | "parked" | "ignored" | null;
  /** Only this delivery. */
  readonly event_id: number | null;
};

export type RunRow = {
  readonly run_id: number;
  readonly kind: RunKind;
  readonly status: RunStatus;
  readonly request: ReplayRequest;
  readonly projector_version: number;
  readonly code_digest: string;
  readonly plan_hash: string | null;
  readonly started_at: Date;
  readonly planned_at: Date | null;
  readonly finished_at: Date | null;
};

export type RunProgramRow = {
  readonly program_id: number;
  readonly run_id: number;
  readonly status: "chosen" | "planned" | "applied";
  readonly compared_seq: number | null;
  readonly difference_hash: string | null;
  readonly difference: Difference | null;
};

type ReplayTables = { replay_run: RunRow; replay_program: RunProgramRow };

/** The first half of the lock's key; the run's id is the second. */
const lockClass = 0x5_76_63_72;

/** Runs while holding the run's lock; refuses when another process holds it. */
export async function withRunLock<T>(ownerUrl: string, runId: number, work: () => Promise<T>): Promise<T> {
  return withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ locked: boolean }>("select pg_try_advisory_lock($1, $2) as locked", [
      lockClass,
      runId,
    ]);
    if (rows[0]?.locked !== true) throw new ReplayRefused(`Another process is working on run ${runId}.`);
    return work();
  });
}

const startRunStatement: Statement = {
  name: "start_replay_run",
  text: `insert into replay_run (kind, status, request, projector_version, code_digest)
         values ($1, 'building', $2::text::jsonb, $3, $4)
         returning *`,
};

const chooseProgramsStatement: Statement = {
  name: "choose_replay_programs",
  text: `insert into replay_program (program_id, run_id, status)
         select program_id, $1, 'chosen' from unnest($2::bigint[]) as chosen(program_id)
         on conflict do nothing`,
};

export async function startRun(
  database: Database,
  run: Pick<RunRow, "kind" | "request" | "projector_version" | "code_digest">,
  programIds: readonly number[],
): Promise<RunRow> {
  return database.transaction(async (session) => {
    const [row] = await session.query<RunRow>(startRunStatement, [
      run.kind,
      JSON.stringify(run.request),
      run.projector_version,
      run.code_digest,
    ]);
    if (row === undefined) throw new Error("the run got no id");
    await session.query(chooseProgramsStatement, [row.run_id, programIds]);
    return row;
  });
}

const moveRunStatement: Statement = {
  name: "move_replay_run",
  text: `update replay_run
            set status = $2,
                plan_hash = coalesce($3, plan_hash),
                planned_at = case when $2 = 'planned' then coalesce(planned_at, now()) else planned_at end,
                finished_at = case when $2 in ('applied', 'done', 'discarded') then now() else finished_at end
          where run_id = $1`,
};

export async function moveRun(
  database: Database,
  runId: number,
  status: RunStatus,
  planHash: string | null = null,
): Promise<void> {
  await database.transaction((session) => session.query(moveRunStatement, [runId, status, planHash]));
}

/** The newest run that was interrupted while it was built, of the same wish and by the same code. */
export async function findInterrupted(
  { kysely }: Database,
  run: Pick<RunRow, "kind" | "request" | "code_digest">,
): Promise<RunRow | undefined> {
  const rows = await kysely
    .withTables<ReplayTables>()
    .selectFrom("replay_run")
    .selectAll()
    .where("kind", "=", run.kind)
    .where("status", "=", "building")
    .where("code_digest", "=", run.code_digest)
    .orderBy("run_id", "desc")
    .execute();
  const wish = JSON.stringify(sorted(run.request));
  return rows.find((row) => JSON.stringify(sorted(row.request)) === wish);
}

/** The database keeps an object's fields in an order of its own. */
function sorted(request: ReplayRequest): object {
  return Object.fromEntries(Object.entries(request).sort(([a], [b]) => a.localeCompare(b)));
}

export function findRun({ kysely }: Database, runId: number): Promise<RunRow | undefined> {
  return kysely
    .withTables<ReplayTables>()
    .selectFrom("replay_run")
    .selectAll()
    .where("run_id", "=", runId)
    .executeTakeFirst();
}

export function listRunPrograms({ kysely }: Database, runId: number): Promise<RunProgramRow[]> {
  return kysely
    .withTables<ReplayTables>()
    .selectFrom("replay_program")
    .selectAll()
    .where("run_id", "=", runId)
    .orderBy("program_id")
    .execute();
}

export async function findHalfApplied({ kysely }: Database): Promise<number | undefined> {
  const row = await kysely
    .withTables<ReplayTables>()
    .selectFrom("replay_run")
    .select("run_id")
    .where("status", "=", "applying")
    .orderBy("run_id")
    .executeTakeFirst();
  return row?.run_id;
}

/** Runs that hold shadow books nobody will apply: interrupted ones, and plans older than their time. */
export function findLeftBehind({ kysely }: Database, plannedBefore: Date): Promise<{ run_id: number }[]> {
  return kysely
    .withTables<ReplayTables>()
    .selectFrom("replay_run")
    .select("run_id")
    .where((eb) =>
      eb.or([
        eb("status", "=", "building"),
        eb.and([eb("status", "=", "planned"), eb("planned_at", "<", plannedBefore)]),
      ]),
    )
    .execute();
}
