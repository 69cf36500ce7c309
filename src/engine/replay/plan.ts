// Plans a replay: builds the books the log gives under today's rules, and keeps what would change as a plan with its hash.
// The dry run: nothing live is written. A plan that was interrupted goes on when the same is asked for again; its shadow
// books stay until it is applied, discarded, or too old.
import { createHash } from "node:crypto";
import type { Actor } from "../../access/permission.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import { projectorVersion } from "../../core/rules/fold.ts";
import { codeDigest } from "../books/code-digest.ts";
import type { Database } from "../postgres/database.ts";
import type { Statement } from "../postgres/driver/statement.ts";
import { type Inspected, inspect, type Watch } from "./inspect.ts";
import { findTargets } from "./programs.ts";
import { type RereadProgress, rereadDeliveries } from "./reading/reread.ts";
import { ReplayRefused } from "./replay-refused.ts";
import { withNotes } from "./runs/progress-notes.ts";
import { findWorkedOn, RunIsWorkedOn, withClaimedRun, withRunLock } from "./runs/run-locks.ts";
import {
  findHalfApplied,
  findInterrupted,
  findLeftBehind,
  findRun,
  listRunPrograms,
  moveRun,
  type ReplayRequest,
  type RunProgramRow,
  type RunRow,
  startRun,
} from "./runs/runs.ts";
import { dropShadow, openShadow } from "./shadow.ts";

const planLifetimeDays = 7;
const millisecondsPerDay = 86_400_000;

export type ReplayParts = {
  /** As the service. */
  readonly database: Database;
  /** As the owner, who may make the shadow's tables. */
  readonly ownerUrl: string;
  readonly secrets: Secrets;
  /** Of archived clicks; none when left out. */
  readonly archiveFolder?: string | null | undefined;
  /** In milliseconds. */
  readonly now: () => number;
  /** On whose behalf. */
  readonly actor: Actor;
};

export type Plan = {
  readonly run: RunRow;
  readonly programs: readonly RunProgramRow[];
  /** Null where stored deliveries were not read again. */
  readonly reread: RereadProgress | null;
  readonly wasInterrupted: boolean;
};

/** With `keepsEqual` false a plan that would change nothing is over as soon as that is known. */
export async function planReplay(
  parts: ReplayParts,
  request: ReplayRequest,
  watch: Watch = {},
  { keepsEqual } = { keepsEqual: true },
): Promise<Plan> {
  const { database, ownerUrl } = parts;
  const half = await findHalfApplied(database, request.program_ids);
  if (half !== undefined) {
    throw new ReplayRefused(
      `Replay ${half} is being applied, or was interrupted there. Finish it: svc replay apply ${half}; ` +
        `or leave it as it is: svc replay discard ${half}`,
    );
  }
  await removeLeftBehind(parts, request);
  const code = { kind: "replay", request, code_digest: codeDigest() } as const;
  const claim = async () => {
    const busy = await findWorkedOn(database, "replay", request.program_ids);
    if (busy !== undefined) throw new RunIsWorkedOn(busy);
    const interrupted = await findInterrupted(database, code);
    return { run: interrupted ?? (await begin(parts, code)), wasInterrupted: interrupted !== undefined };
  };
  return withClaimedRun(ownerUrl, claim, async ({ run, wasInterrupted }) => {
    watch.onStarted?.(run.run_id);
    return withNotes(database, run.run_id, watch, async (noted) => ({
      ...(await fillPlan(parts, run, noted, keepsEqual)),
      wasInterrupted,
    }));
  });
}

async function fillPlan(
  parts: ReplayParts,
  run: RunRow,
  watch: Watch,
  keepsEqual: boolean,
): Promise<Omit<Plan, "wasInterrupted">> {
  const { database, ownerUrl } = parts;
  const { request } = run;
  const found = request.from_deliveries
    ? await rereadDeliveries({ ...parts, runId: run.run_id, request, onProgress: watch.onReread })
    : null;
  if (found?.read === 0 && request.deliveries_optional !== true) {
    await moveRun(database, run.run_id, "discarded");
    throw new ReplayRefused("No stored delivery matches. Nothing was changed.");
  }
  const reread = found?.read === 0 ? null : found;
  await build(parts, run.run_id, request, watch);
  const programs = await listRunPrograms(database, run.run_id);
  const isKept = keepsEqual || changesSomething({ programs, reread });
  if (!isKept) await dropShadow(ownerUrl, run.run_id);
  await moveRun(database, run.run_id, isKept ? "planned" : "done", planHashOf(programs));
  const planned = await findRun(database, run.run_id);
  if (planned === undefined) throw new Error(`run ${run.run_id} is gone`);
  return { run: planned, programs, reread };
}

/** Whether applying the plan would do anything. */
export function changesSomething({ programs, reread }: Pick<Plan, "programs" | "reread">): boolean {
  return (reread?.differing ?? 0) > 0 || programs.some((program) => program.difference !== null);
}

async function begin(
  parts: ReplayParts,
  { kind, request, code_digest }: Pick<RunRow, "kind" | "request" | "code_digest">,
): Promise<RunRow> {
  const targets = await findTargets(parts.database, request);
  if (targets.length === 0) throw new ReplayRefused("No program has such events; there is nothing to replay.");
  const programIds = targets.map((target) => target.programId);
  return startRun(parts, { kind, request, code_digest, projector_version: projectorVersion }, programIds);
}

const keepInspectedStatement: Statement = {
  name: "keep_inspected",
  text: `update replay_program p
            set status = 'planned', compared_seq = i.compared_seq,
                difference_hash = i.difference ->> 'hash', difference = i.difference
           from json_to_recordset($2::json) as i(program_id bigint, compared_seq bigint, difference jsonb)
          where p.run_id = $1 and p.program_id = i.program_id`,
};

async function build(parts: ReplayParts, runId: number, request: ReplayRequest, watch: Watch): Promise<void> {
  const { database, ownerUrl, archiveFolder } = parts;
  const chosen = await listRunPrograms(database, runId);
  const programIds = chosen.map((program) => program.program_id);
  const targets = await findTargets(database, { ...request, program_ids: programIds, provider: null, since: null });
  const shadow = await openShadow({ ownerUrl, runId, archiveFolder });
  try {
    await inspect(shadow, targets, { watch, keepRowsOf: runId }, (inspected) =>
      keepInspected(database, runId, inspected),
    );
  } finally {
    await shadow.close();
  }
}

async function keepInspected(database: Database, runId: number, inspected: readonly Inspected[]): Promise<void> {
  const rows = inspected.map(({ programId, comparedSeq, difference }) => ({
    program_id: programId,
    compared_seq: comparedSeq,
    difference,
  }));
  await database.transaction((session) => session.query(keepInspectedStatement, [runId, JSON.stringify(rows)]));
}

function planHashOf(programs: readonly RunProgramRow[]): string {
  const lines = programs.map((program) => `${program.program_id} ${program.difference_hash ?? "equal"}\n`);
  return createHash("sha256").update(lines.join("")).digest("hex");
}

/** Drops the shadow books of abandoned runs. A run in progress is left alone. */
async function removeLeftBehind({ database, ownerUrl, now }: ReplayParts, request: ReplayRequest): Promise<void> {
  const kept = await findInterrupted(database, { kind: "replay", request, code_digest: codeDigest() });
  const plannedBefore = new Date(now() - planLifetimeDays * millisecondsPerDay);
  for (const { run_id: runId } of await findLeftBehind(database, request.program_ids, plannedBefore)) {
    if (runId !== kept?.run_id) await discardIfIdle(database, ownerUrl, runId);
  }
}

async function discardIfIdle(database: Database, ownerUrl: string, runId: number): Promise<void> {
  try {
    await closeRun(database, ownerUrl, runId, "discarded");
  } catch (error) {
    if (!(error instanceof ReplayRefused)) throw error;
  }
}

/** Drops a plan that will not be applied; what it found stays on record, and what was applied stays applied. */
export async function discardReplay(database: Database, ownerUrl: string, runId: number): Promise<void> {
  const run = await findRun(database, runId);
  if (run === undefined || run.kind !== "replay") throw new ReplayRefused(`There is no replay ${runId}.`);
  if (run.status === "applied") throw new ReplayRefused(`Replay ${runId} is applied: it cannot be discarded any more.`);
  await closeRun(database, ownerUrl, runId, "discarded");
}

/** Drops the run's shadow books and marks it as discarded. */
async function closeRun(database: Database, ownerUrl: string, runId: number, as: "discarded" | "done"): Promise<void> {
  await withRunLock(ownerUrl, runId, async () => {
    const run = await findRun(database, runId);
    await dropShadow(ownerUrl, runId);
    if (run?.status !== "applied" && run?.status !== "done") await moveRun(database, runId, as);
  });
}
