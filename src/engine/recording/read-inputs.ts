// The reads that every batch is folded from, sent together on one session: heads, clock and ids, keys, known dedup keys, books.
// The locked path and the prefetch share them and differ in how they find the heads; each answers for what it makes of them.
import { confirmKeys } from "../../access/program-keys.ts";
import type { LoadPlan } from "../../core/rules/rows/load-plan.ts";
import { loadPlanned } from "../books/load.ts";
import { requireOwnRules } from "../books/rules.ts";
import { findRecordedKeys } from "../log/append.ts";
import { takeClockAndIds } from "../log/heads.ts";
import type { ClockRule } from "../postgres/clock.ts";
import type { Session } from "../postgres/driver/session.ts";
import type { ProgramHeadRow } from "../postgres/tables/tables.ts";
import type { BatchFold } from "./batch-fold.ts";
import { takeLineIds } from "./tracking-log.ts";

/** The books of these programs must be brought up to their log first; nothing was done. */
export class BooksAreBehind extends Error {
  readonly programIds: readonly number[];

  constructor(programIds: readonly number[]) {
    super(`the books of programs ${programIds.join(", ")} are behind their log`);
    this.programIds = programIds;
  }
}

export type FindHeads = (session: Session, programIds: readonly number[]) => Promise<ProgramHeadRow[]>;

/**
 * Sends everything before anything is answered, the heads first, and loads the plans' books. What another connection is asked for is asked
 * behind the heads: no later event has an earlier id, and no key counts that was replaced under a head's lock.
 */
export function readInputs(
  session: Session,
  { submissions, programIds }: BatchFold,
  plans: ReadonlyMap<number, LoadPlan>,
  { findHeads, clock }: { readonly findHeads: FindHeads; readonly clock: ClockRule },
) {
  const heads = findHeads(session, programIds);
  const behindHeads = <T>(ask: () => Promise<T>): Promise<T> => (session.shared === session ? ask() : heads.then(ask));
  return Promise.all([
    heads,
    behindHeads(() => takeClockAndIds(session.shared, submissions.length, clock)),
    behindHeads(() => confirmKeys(session, submissions)),
    findRecordedKeys(
      session,
      submissions.map((submission) => submission.event),
    ),
    loadPlanned(session, plans),
    behindHeads(() => takeLineIds(session, submissions)),
  ]);
}

export function requireUsable(heads: readonly ProgramHeadRow[]): void {
  requireOwnRules(heads);
  const behind = heads.filter((head) => head.projected_seq < head.seq).map((head) => head.program_id);
  if (behind.length > 0) throw new BooksAreBehind(behind);
}
