// The record of every replay: what was asked for, the code that made it, what it found and what it changed.
import { type Actor, requireOperator, requireProgramRight } from "../../../access/permission.ts";
import type { JsonObject } from "../../../core/rules/events/events.ts";
import type { Database } from "../../postgres/database.ts";
import type { Session } from "../../postgres/driver/session.ts";
import type { Statement } from "../../postgres/driver/statement.ts";
import type { Difference } from "../compare.ts";

export type RunKind = "replay" | "verify" | "as_of" | "forecast";
export type RunStatus = "building" | "planned" | "applying" | "applied" | "done" | "discarded";

/** What was asked for, as it is kept. */
export type ReplayRequest = {
  /** Null is every program. */
  readonly program_ids: readonly number[] | null;
  readonly provider: string | null;
  /** ISO 8601. */
  readonly since: string | null;
  readonly from_deliveries: boolean;
  /** Also where no delivery was stored: then the log is all there is to read. */
  readonly deliveries_optional?: true;
  /** Only deliveries whose event ended like this are read again; null is any. */
  readonly outcome: "failed" | "parked" | "ignored" | null;
  /** Only this delivery. */
  readonly event_id: number | null;
  /** Of books as they were: a time or a seq. */
  readonly as_of?: string;
  /** What a forecast supposes. */
  readonly supposed?: JsonObject;
};

export const runSteps = ["reading", "building", "comparing", "checking"] as const;
export type RunStep = (typeof runSteps)[number];

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
  /** The account that asked; null for the command line. */
  readonly asked_by: string | null;
  readonly applied_by: string | null;
  readonly apply_reason: string | null;
  /** Each changed row is sent to endpoints. */
  readonly sends_corrections: boolean;
  /** What is being done and how far it is; of `reading` no total is known. */
  readonly step: RunStep | null;
  readonly step_done: number | null;
  readonly step_total: number | null;
  readonly progress_at: Date | null;
  /** Why it did not come to its end. */
  readonly fault: string | null;
  readonly result: JsonObject | null;
};

export type RunProgramRow = {
  readonly program_id: number;
  readonly run_id: number;
  readonly status: "chosen" | "planned" | "applied";
  /** How many deliveries were read again; null until all were, or where none are. */
  readonly deliveries_read: number | null;
  readonly compared_seq: number | null;
  readonly difference_hash: string | null;
  readonly difference: Difference | null;
};

type ReplayTables = { replay_run: RunRow; replay_program: RunProgramRow };

export function overlap(some: ReplayRequest["program_ids"], others: ReplayRequest["program_ids"]): boolean {
  return some === null || others === null || some.some((programId) => others.includes(programId));
}

const startRunStatement: Statement = {
  name: "start_replay_run",
  text: `insert into replay_run (kind, status, request, projector_version, code_digest, asked_by)
         values ($1, 'building', $2::text::jsonb, $3, $4, $5)
         returning *`,
};

const chooseProgramsStatement: Statement = {
  name: "choose_replay_programs",
  text: `insert into replay_program (program_id, run_id, status)
         select program_id, $1, 'chosen' from unnest($2::bigint[]) as chosen(program_id)
         on conflict do nothing`,
};

/** The caller's rights, checked in the same transaction. */
export async function startRun(
  { database, actor }: { readonly database: Database; readonly actor: Actor },
  run: Pick<RunRow, "kind" | "request" | "projector_version" | "code_digest">,
  programIds: readonly number[],
): Promise<RunRow> {
  return database.transaction(async (session) => {
    await requireRightToLook(session, actor, run.request);
    const [row] = await session.query<RunRow>(startRunStatement, [
      run.kind,
      JSON.stringify(run.request),
      run.projector_version,
      run.code_digest,
      actor.kind === "account" ? actor.accountId : null,
    ]);
    if (row === undefined) throw new Error("the run got no id");
    await session.query(chooseProgramsStatement, [row.run_id, programIds]);
    return row;
  });
}

/** Owners look into their own program; into several, or all, only operators. */
async function requireRightToLook(session: Session, actor: Actor, { program_ids }: ReplayRequest): Promise<void> {
  const [only, ...others] = program_ids ?? [];
  if (only === undefined || others.length > 0) await requireOperator(session, actor);
  else await requireProgramRight(session, actor, only, "log");
}

const moveRunStatement: Statement = {
  name: "move_replay_run",
  text: `update replay_run
            set status = $2,
                plan_hash = coalesce($3, plan_hash),
                planned_at = case when $2 = 'planned' then coalesce(planned_at, now()) else planned_at end,
                finished_at = case when $2 in ('applied', 'done', 'discarded') then now() else finished_at end,
                step = null, step_done = null, step_total = null, progress_at = null, fault = null
          where run_id = $1`,
};

/** Rows that were kept to be looked at before. */
const dropDifferenceStatement: Statement = {
  name: "drop_replay_difference",
  text: "delete from replay_difference where run_id = $1",
};

export async function moveRun(
  database: Database,
  runId: number,
  status: RunStatus,
  planHash: string | null = null,
): Promise<void> {
  await database.transaction(async (session) => {
    void session.query(moveRunStatement, [runId, status, planHash]);
    if (status === "applied" || status === "done" || status === "discarded") {
      void session.query(dropDifferenceStatement, [runId]);
    }
  });
}

const keepResultStatement: Statement = {
  name: "keep_run_result",
  text: "update replay_run set result = $2::text::jsonb where run_id = $1",
};

export async function keepResult(database: Database, runId: number, result: object): Promise<void> {
  await database.transaction((session) => session.query(keepResultStatement, [runId, JSON.stringify(result)]));
}

const noteFaultStatement: Statement = {
  name: "note_run_fault",
  text: "update replay_run set fault = $2, step = null, step_done = null, step_total = null where run_id = $1",
};

/** The run stays where it is: asked for again it goes on. */
export async function noteFault(database: Database, runId: number, fault: string): Promise<void> {
  await database.transaction((session) => session.query(noteFaultStatement, [runId, fault]));
}

const beginApplyingStatement: Statement = {
  name: "begin_applying_replay",
  text: `update replay_run
            set status = 'applying', fault = null, applied_by = $2, apply_reason = coalesce($3, apply_reason),
                sends_corrections = $4
          where run_id = $1`,
};

/** Only operators apply: it changes money, of a plan that perhaps an owner asked for. */
export async function beginApplying(
  { database, actor }: { readonly database: Database; readonly actor: Actor },
  runId: number,
  { reason, sendsCorrections }: { readonly reason: string | null; readonly sendsCorrections: boolean },
): Promise<void> {
  await database.transaction(async (session) => {
    await requireOperator(session, actor);
    const by = actor.kind === "account" ? actor.accountId : null;
    await session.query(beginApplyingStatement, [runId, by, reason, sendsCorrections]);
  });
}

/** The newest run that was interrupted while it was built, with the same request and code. */
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
  return rows.find((row) => isSameRequest(row.request, run.request));
}

export function isSameRequest(one: ReplayRequest, other: ReplayRequest): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
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

/** Of runs that share a program with these. */
export async function findHalfApplied(
  { kysely }: Database,
  programIds: ReplayRequest["program_ids"],
): Promise<number | undefined> {
  const rows = await kysely
    .withTables<ReplayTables>()
    .selectFrom("replay_run")
    .select(["run_id", "request"])
    .where("status", "=", "applying")
    .orderBy("run_id")
    .execute();
  return rows.find(({ request }) => overlap(request.program_ids, programIds))?.run_id;
}

/** Runs with abandoned shadow books: interrupted ones of these programs, and all that are too old. */
export async function findLeftBehind(
  { kysely }: Database,
  programIds: ReplayRequest["program_ids"],
  plannedBefore: Date,
): Promise<{ run_id: number }[]> {
  const rows = await kysely
    .withTables<ReplayTables>()
    .selectFrom("replay_run")
    .select(["run_id", "status", "started_at", "request"])
    .where((eb) =>
      eb.or([
        eb("status", "=", "building"),
        eb.and([eb("status", "=", "planned"), eb("planned_at", "<", plannedBefore)]),
      ]),
    )
    .execute();
  return rows.filter(
    ({ status, started_at, request }) =>
      status === "planned" || started_at < plannedBefore || overlap(request.program_ids, programIds),
  );
}
