// One batch, one transaction: lock the heads, load, fold, append, write the books, commit, then answer.
// Whatever a decision reads is written in this same transaction under the same lock, so duplicates, windows and running
// refund totals are exact under any concurrency. An answer exists only after the commit.

import { confirmKeys } from "../access/program-keys.ts";
import type { Database } from "../db/database.ts";
import type { Session } from "../db/session.ts";
import type { ProgramHeadRow } from "../db/tables.ts";
import { findToldBefore } from "../log/append.ts";
import { lockHeads, takeClockAndIds } from "../log/heads.ts";
import { catchUp } from "../projector/catch-up.ts";
import { loadWanted } from "../projector/load.ts";
import { requireOwnRules } from "../projector/rules.ts";
import { Recording } from "./recording.ts";
import type { Result, Submission } from "./submission.ts";

/** What configuration claims in the same transaction: a new program's head before, a partner's code after. */
export type Claims = {
  readonly before?: (session: Session) => Promise<void>;
  readonly after?: (session: Session, results: readonly Result[]) => void;
};

/** The books of these programs must be brought up to their log first; nothing was done. */
class BooksAreBehind extends Error {
  readonly programIds: readonly number[];

  constructor(programIds: readonly number[]) {
    super(`the books of programs ${programIds.join(", ")} are behind their log`);
    this.programIds = programIds;
  }
}

/** Records a batch; answers one result for each submission, in order, after the commit. */
export function commitBatch(
  database: Database,
  submissions: readonly Submission[],
  claims: Claims = {},
): Promise<Result[]> {
  return commit(database, (session) => recordBatch(session, submissions, claims));
}

/**
 * Records what is decided from the books while the program's head is locked: nothing they say can change before it is
 * recorded. What `decide` throws leaves nothing behind; it may be asked again.
 */
export function commitDecided(
  database: Database,
  programId: number,
  decide: (session: Session) => Promise<readonly Submission[]>,
): Promise<Result[]> {
  return commit(database, async (session) => {
    const heads = await lockHeads(session, [programId]);
    requireOwnRules(heads);
    requireProjected(heads);
    const submissions = await decide(session);
    return submissions.length === 0 ? [] : recordBatch(session, submissions, {});
  });
}

async function commit(database: Database, record: (session: Session) => Promise<Result[]>): Promise<Result[]> {
  for (;;) {
    try {
      return await database.transaction(record);
    } catch (error) {
      if (!(error instanceof BooksAreBehind)) throw error;
      for (const programId of error.programIds) await catchUp(database, programId);
    }
  }
}

function requireProjected(heads: readonly ProgramHeadRow[]): void {
  const behind = heads.filter((head) => head.projected_seq < head.seq).map((head) => head.program_id);
  if (behind.length > 0) throw new BooksAreBehind(behind);
}

async function recordBatch(session: Session, submissions: readonly Submission[], claims: Claims): Promise<Result[]> {
  await claims.before?.(session);
  const recording = new Recording(submissions);
  const [heads, { now, ids }, confirmed, toldBefore] = await Promise.all([
    lockHeads(session, recording.programIds),
    takeClockAndIds(session, submissions.length),
    confirmKeys(session, submissions),
    findToldBefore(
      session,
      submissions.map((submission) => submission.event),
    ),
    loadWanted(session, recording.wanted),
  ]);
  requireOwnRules(heads);
  requireProjected(heads);
  recording.begin(heads, now);
  const results = recording.fold({ ids, confirmed, toldBefore });
  recording.write(session);
  claims.after?.(session, results);
  return results;
}
