// Proves that the books are what the log says: a replay that must find nothing, a log whose chain holds, and a trial balance of zero,
// which also finds what today's rules themselves do wrong.
// It changes nothing live; its shadow books are dropped at the end, also when it fails.
import { projectorVersion } from "../../core/rules/fold.ts";
import { codeDigest } from "../books/code-digest.ts";
import { findImbalances, type Imbalance } from "../books/trial-balance.ts";
import { requireNobodyErased } from "./applicable.ts";
import type { Target } from "./build.ts";
import { type CheckedLog, checkLog } from "./check-log.ts";
import type { Difference } from "./compare.ts";
import { type Inspected, inspect } from "./inspect.ts";
import type { ReplayParts } from "./plan.ts";
import { findTargets } from "./programs.ts";
import { ReplayRefused } from "./replay-refused.ts";
import { type StepWatch, withNotes } from "./runs/progress-notes.ts";
import { withRunLock } from "./runs/run-locks.ts";
import { keepResult, moveRun, type ReplayRequest, startRun } from "./runs/runs.ts";
import { dropShadow, openShadow } from "./shadow.ts";

export type VerifiedProgram = {
  readonly program_id: number;
  readonly events: number;
  readonly log_faults: CheckedLog["faults"];
  /** Null where the books are what the log says, or differ only by rules that changed since they were written. */
  readonly books_difference: Difference | null;
  /** Where its books contradict themselves; empty for books that earlier rules wrote. */
  readonly imbalances: readonly Imbalance[];
  /** Of books that earlier rules wrote and that differ only by rule changes since; they are not faults. */
  readonly earlier_rules: EarlierRules | null;
};

export type EarlierRules = { readonly written_by: number; readonly difference: Difference };

/** Of the programs given, or of all. */
export async function verifyPrograms(
  parts: ReplayParts,
  programIds: readonly number[] | null,
  watch: StepWatch = {},
): Promise<VerifiedProgram[]> {
  const { database, ownerUrl } = parts;
  const request: ReplayRequest = {
    program_ids: programIds,
    provider: null,
    since: null,
    from_deliveries: false,
    outcome: null,
    event_id: null,
  };
  const targets = await findTargets(database, request);
  if (targets.length === 0) throw new ReplayRefused("There is no program to verify.");
  const code = { kind: "verify", request, projector_version: projectorVersion, code_digest: codeDigest() } as const;
  const run = await startRun(
    parts,
    code,
    targets.map((target) => target.programId),
  );
  return withRunLock(ownerUrl, run.run_id, async () => {
    watch.onStarted?.(run.run_id);
    const verified = await withNotes(database, run.run_id, watch, (noted) => verify(parts, run.run_id, targets, noted));
    await keepResult(database, run.run_id, resultOf(verified));
    await moveRun(database, run.run_id, "done");
    return verified;
  });
}

async function verify(
  { database, ownerUrl, archiveFolder }: ReplayParts,
  runId: number,
  targets: readonly Target[],
  watch: StepWatch,
): Promise<VerifiedProgram[]> {
  const logs = new Map<number, CheckedLog>();
  for (const { programId } of targets) {
    logs.set(programId, await checkLog(database, programId, { archiveFolder: archiveFolder ?? null }));
    watch.onChecked?.({ done: logs.size, total: targets.length });
  }
  const hasFault = (programId: number, kind = ""): boolean =>
    logs.get(programId)?.faults.some((fault) => fault.kind.startsWith(kind)) === true;
  // Without the file of its archived clicks a program's books cannot be built.
  const lacksArchive = ({ programId }: Target): boolean => hasFault(programId, "archive_");
  const buildable = targets.filter((target) => !lacksArchive(target));
  const withoutArchiveOf = targets.filter(lacksArchive).map(({ programId }) => programId);
  const compare = async (some: readonly Target[]): Promise<Map<number, Inspected>> => {
    const differences = new Map<number, Inspected>();
    try {
      const shadow = await openShadow({ ownerUrl, runId, archiveFolder, withoutArchiveOf });
      try {
        await inspect(shadow, some, { watch, keepRowsOf: null }, async (inspected) => {
          for (const each of inspected) differences.set(each.programId, each);
        });
      } finally {
        await shadow.close();
      }
      return differences;
    } finally {
      await dropShadow(ownerUrl, runId);
    }
  };
  const differences = await compare(buildable).catch((error: unknown) => {
    // A manipulated log may not be foldable: the log's faults say so.
    const whole = buildable.filter(({ programId }) => !hasFault(programId));
    if (whole.length === buildable.length) throw error;
    return compare(whole);
  });
  const differing = [...differences].flatMap(([programId, { difference }]) => (difference === null ? [] : [programId]));
  if (differing.length > 0) await database.withSession((session) => requireNobodyErased(session, runId, differing));
  const verified: VerifiedProgram[] = [];
  for (const { programId } of targets) {
    const judgement = judged(differences.get(programId));
    verified.push({
      program_id: programId,
      events: logs.get(programId)?.events ?? 0,
      log_faults: logs.get(programId)?.faults ?? [],
      ...judgement,
      imbalances: judgement.earlier_rules === null ? await findImbalances(database.kysely, programId) : [],
    });
  }
  return verified;
}

function judged(inspected: Inspected | undefined): Pick<VerifiedProgram, "books_difference" | "earlier_rules"> {
  const difference = inspected?.difference ?? null;
  const byRules = inspected?.byRules ?? null;
  if (difference === null || byRules === null || byRules.unexplained.length > 0) {
    return { books_difference: difference, earlier_rules: null };
  }
  return { books_difference: null, earlier_rules: { written_by: byRules.writtenBy, difference } };
}

/** Of these many programs with faults, and these many faults of each, the first are kept. */
const programsKeptMax = 200;
const faultsKeptMax = 100;

/** As it is kept with the run. */
export type VerifyResult = {
  readonly programs: number;
  readonly events: number;
  readonly programs_wrong: number;
  /** The first of them. */
  readonly wrong: readonly VerifiedProgram[];
};

function resultOf(verified: readonly VerifiedProgram[]): VerifyResult {
  const wrong = verified.filter((program) => !isVerified(program));
  return {
    programs: verified.length,
    events: verified.reduce((sum, { events }) => sum + events, 0),
    programs_wrong: wrong.length,
    wrong: wrong
      .slice(0, programsKeptMax)
      .map((program) => ({ ...program, log_faults: program.log_faults.slice(0, faultsKeptMax) })),
  };
}

export function isVerified(program: VerifiedProgram): boolean {
  return program.log_faults.length === 0 && program.books_difference === null && program.imbalances.length === 0;
}
