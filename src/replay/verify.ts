// Proves that the books are what the log says: a replay that must find nothing, and a log whose chain holds.
// It changes nothing live; its shadow books are dropped at the end, also when it fails.
import { projectorVersion } from "../core/fold.ts";
import { type CheckedLog, checkLog } from "./check-log.ts";
import { codeDigest } from "./code-digest.ts";
import type { Difference } from "./compare.ts";
import { inspect, type Watch } from "./inspect.ts";
import type { ReplayParts } from "./plan.ts";
import { findTargets } from "./programs.ts";
import { ReplayRefused } from "./replay-refused.ts";
import { moveRun, type ReplayRequest, startRun, withRunLock } from "./runs.ts";
import { dropShadow, openShadow } from "./shadow.ts";

export type VerifiedProgram = {
  readonly program_id: number;
  readonly events: number;
  readonly log_faults: CheckedLog["faults"];
  /** Null where the books are what the log says. */
  readonly books_difference: Difference | null;
};

export type VerifyWatch = Watch & {
  readonly onChecked?: (progress: { readonly done: number; readonly total: number }) => void;
};

/** Of the programs given, or of all. */
export async function verifyPrograms(
  parts: ReplayParts,
  programIds: readonly number[] | null,
  watch: VerifyWatch = {},
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
  const logs = new Map<number, CheckedLog>();
  for (const { programId } of targets) {
    logs.set(programId, await checkLog(database, programId));
    watch.onChecked?.({ done: logs.size, total: targets.length });
  }
  const run = await startRun(
    database,
    { kind: "verify", request, projector_version: projectorVersion, code_digest: codeDigest() },
    targets.map((target) => target.programId),
  );
  const differences = new Map<number, Difference | null>();
  await withRunLock(ownerUrl, run.run_id, async () => {
    try {
      const shadow = await openShadow({ ownerUrl, runId: run.run_id });
      try {
        await inspect(shadow, targets, watch, async (inspected) => {
          for (const { programId, difference } of inspected) differences.set(programId, difference);
        });
      } finally {
        await shadow.close();
      }
    } finally {
      await dropShadow(ownerUrl, run.run_id);
      await moveRun(database, run.run_id, "done");
    }
  });
  return targets.map(({ programId }) => ({
    program_id: programId,
    events: logs.get(programId)?.events ?? 0,
    log_faults: logs.get(programId)?.faults ?? [],
    books_difference: differences.get(programId) ?? null,
  }));
}

export function isVerified(program: VerifiedProgram): boolean {
  return program.log_faults.length === 0 && program.books_difference === null;
}
