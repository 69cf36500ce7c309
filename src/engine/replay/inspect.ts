// Builds the shadow books of some programs and says how they differ from the live ones, each program in one snapshot of both.
// Live traffic goes on all the while and is never waited for; nothing live is written.

import type { Session } from "../postgres/driver/session.ts";
import { isDataRefused } from "../postgres/faults.ts";
import { type BuildProgress, buildBooks, buildRest, type Target } from "./build.ts";
import { compareBooks, type Difference, findDiffering, keepRowsStatement, rowsKeptMax } from "./compare.ts";
import { type ByRules, holdAgainstRules } from "./earlier-rules.ts";
import { groupsOf, readHeads } from "./programs.ts";
import { oneSnapshotStatement, type Shadow } from "./shadow.ts";
import { StaleBooks } from "./stale-books.ts";

export type Watch = {
  /** The run is there, and its lock is held. */
  readonly onStarted?: (runId: number) => void;
  readonly onReread?: (progress: { readonly read: number; readonly differing: number }) => void;
  readonly onBuilt?: (progress: BuildProgress) => void;
  readonly onCompared?: (progress: { readonly done: number; readonly total: number }) => void;
};

/** `difference` is null where the books agree; `comparedSeq` is the last event both hold. */
export type Inspected = {
  readonly programId: number;
  readonly comparedSeq: number;
  readonly difference: Difference | null;
  /** Null where the books agree. */
  readonly byRules: ByRules | null;
};

/** Reports each group as soon as it is compared. */
export async function inspect(
  shadow: Shadow,
  targets: readonly Target[],
  { watch, keepRowsOf }: { readonly watch: Watch; readonly keepRowsOf: number | null },
  onGroup: (inspected: readonly Inspected[]) => Promise<void>,
): Promise<void> {
  await buildBooks(shadow, targets, watch.onBuilt);
  let done = 0;
  for (const group of groupsOf(targets, shadow.database.placement)) {
    await onGroup(await inspectGroup(shadow, group, keepRowsOf));
    done += group.length;
    watch.onCompared?.({ done, total: targets.length });
  }
}

async function inspectGroup(shadow: Shadow, group: readonly Target[], keepRowsOf: number | null): Promise<Inspected[]> {
  const programIds = group.map((target) => target.programId);
  return untilBuilt(shadow, programIds, async (session) => {
    await session.query(oneSnapshotStatement, []);
    const inspected = await compareGroup(session, shadow, await readHeads(session, programIds));
    if (keepRowsOf !== null) for (const each of inspected) await keepRows(session, shadow, keepRowsOf, each);
    return inspected;
  });
}

/** Once more, with books built outside of the transaction, where what came since cannot be built within it. */
export async function untilBuilt<T>(
  shadow: Shadow,
  programIds: readonly number[],
  run: (session: Session) => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await shadow.withBoth(run);
    } catch (error) {
      // One whose rows the database refuses is found on its own and kept as failed; stale books are built from the start.
      if (!isDataRefused(error) && !(error instanceof StaleBooks)) throw error;
      await buildBooks(shadow, await shadow.withBoth((session) => readHeads(session, programIds)));
    }
  }
}

/** What differs, to be looked at row by row, in the snapshot that it was compared in. */
async function keepRows(
  session: Session,
  shadow: Shadow,
  runId: number,
  { programId, difference }: Inspected,
): Promise<void> {
  const forget = "delete from replay_difference where run_id = $1 and program_id = $2";
  await session.query({ name: "forget_kept_rows", text: forget }, [runId, programId]);
  for (const { book } of difference?.books ?? []) {
    await session.query(keepRowsStatement(shadow, book), [programId, runId, rowsKeptMax]);
  }
}

/** Brings the shadow books up to the live ones and compares them, in a transaction that holds both still. */
export async function compareGroup(session: Session, shadow: Shadow, heads: readonly Target[]): Promise<Inspected[]> {
  await buildRest(session, shadow, heads);
  const differing = await findDiffering(
    session,
    shadow,
    heads.map((head) => head.programId),
  );
  const inspected: Inspected[] = [];
  for (const { programId, seq } of heads) {
    const difference = differing.has(programId) ? await compareBooks(session, shadow, programId) : null;
    const byRules = difference === null ? null : await holdAgainstRules(session, shadow, programId, difference);
    inspected.push({ programId, comparedSeq: seq, difference, byRules });
  }
  return inspected;
}
