// One batch, one transaction: lock the heads, load, fold, append, write the books, commit, then answer.
// Whatever a decision reads is written in this same transaction under the same lock, so duplicates, windows and running
// refund totals are exact under any concurrency. An answer exists only after the commit.

import { confirmKeys } from "../access/program-keys.ts";
import { Books } from "../core/books.ts";
import type { Conclusion } from "../core/conclusion.ts";
import { keepAsFailed, project, projectOrFail } from "../core/fold.ts";
import { isPastDeadline, type KeyFlag } from "../core/key-flag.ts";
import { Wanted } from "../core/wanted.ts";
import type { Database } from "../db/database.ts";
import type { Session } from "../db/session.ts";
import type { ProgramHeadRow } from "../db/tables.ts";
import { findToldBefore, LogEnd, lockHeads, type ToldBefore, takeClockAndIds, writeAppended } from "../log/append.ts";
import { catchUp } from "../projector/catch-up.ts";
import { loadWanted } from "../projector/load.ts";
import { requireOwnRules } from "../projector/rules.ts";
import { writeBooks } from "../projector/write.ts";
import type { Result, Submission } from "./submission.ts";
import { type TrackingLine, writeTrackingLines } from "./tracking-log.ts";

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
  const programs = new Map<number, ProgramBatch>();
  for (const { event } of submissions) {
    if (!programs.has(event.programId)) programs.set(event.programId, new ProgramBatch(event.programId));
  }
  for (const submission of submissions) {
    const wanted = programs.get(submission.event.programId)?.wanted;
    const { programId, source, data } = submission.event;
    wanted?.wantEvent({ ...draftForLoading, program_id: programId, source, data });
  }
  const [heads, clock, confirmed, toldBefore] = await Promise.all([
    lockHeads(session, [...programs.keys()]),
    takeClockAndIds(session, submissions.length),
    confirmKeys(session, submissions),
    findToldBefore(
      session,
      submissions.map((submission) => submission.event),
    ),
    loadWanted(session, new Map([...programs].map(([programId, program]) => [programId, program.wanted]))),
  ]);
  requireOwnRules(heads);
  requireProjected(heads);
  for (const head of heads) programs.get(head.program_id)?.begin(new LogEnd(head, clock.now));

  const recorder = new Recorder(programs, clock.ids, toldBefore);
  const results = submissions.map((submission) => recordFor(recorder, submission, confirmed.get(submission)));
  const touched = [...programs.values()];
  writeAppended(
    session,
    touched.flatMap((program) => program.end ?? []),
  );
  writeBooks(
    session,
    touched.map((program) => program.books),
  );
  writeTrackingLines(session, recorder.lines);
  claims.after?.(session, results);
  return results;
}

/** `flag` is undefined where no key was confirmed. */
function recordFor(recorder: Recorder, submission: Submission, flag: KeyFlag | null | undefined): Result {
  if (submission.keyHash === null) return recorder.record(submission);
  if (flag === undefined) return { kind: "key_revoked" };
  if (flag === null) return recorder.record(submission);
  const isPast = isPastDeadline(flag, submission.keyUsedAt);
  return { ...(isPast ? { kind: "key_past_deadline" } : recorder.record(submission)), keyFlag: flag };
}

/** Loading goes by the data alone; the id and the time come with the lock. */
const draftForLoading = {
  id: 0,
  is_test: false,
  occurred_at: null,
  received_at: new Date(0),
} as const;

class ProgramBatch {
  readonly books: Books;
  readonly wanted: Wanted;
  end: LogEnd | undefined;

  constructor(programId: number) {
    this.books = new Books(programId);
    this.wanted = new Wanted(this.books);
  }

  begin(end: LogEnd): void {
    this.end = end;
  }
}

/** Folds the submissions one after the other and appends those that stay. */
class Recorder {
  readonly lines: TrackingLine[] = [];
  readonly #programs: ReadonlyMap<number, ProgramBatch>;
  readonly #ids: number[];
  readonly #told = new Map<string, number>();

  constructor(programs: ReadonlyMap<number, ProgramBatch>, ids: readonly number[], toldBefore: readonly ToldBefore[]) {
    this.#programs = programs;
    this.#ids = [...ids];
    for (const told of toldBefore) this.#told.set(toldKey(told.program_id, told.source, told.dedup_key), told.id);
  }

  record(submission: Submission): Result {
    const { event, delivery } = submission;
    const program = this.#programs.get(event.programId);
    if (program?.end === undefined) return { kind: "unknown_program" };
    const key = event.dedupKey === null ? null : toldKey(event.programId, event.source, event.dedupKey);
    const earlier = key === null ? undefined : this.#told.get(key);
    if (earlier !== undefined) return { kind: "told_before", eventId: earlier };

    const [id] = this.#ids;
    if (id === undefined) throw new Error("a batch ran out of ids");
    const { books, end } = program;
    const draft = end.draft(event, id);
    if (submission.keep === "always") {
      const conclusion =
        submission.fault === undefined ? projectOrFail(books, draft) : keepAsFailed(books, draft, submission.fault);
      end.append(event, id, delivery);
      this.#ids.shift();
      if (key !== null) this.#told.set(key, id);
      return { kind: "concluded", conclusion, eventId: id };
    }
    const mark = books.mark();
    let conclusion: Conclusion;
    try {
      conclusion = project(books, draft);
    } catch (error) {
      books.rollback(mark);
      return { kind: "failed", error };
    }
    const stays = conclusion.outcome === "recorded" || conclusion.outcome === "expired";
    if (stays) {
      end.append(event, id, delivery);
      this.#ids.shift();
    } else {
      books.rollback(mark);
    }
    this.#log(submission, conclusion, stays ? id : null);
    return { kind: "concluded", conclusion, eventId: stays ? id : null };
  }

  #log(submission: Submission, conclusion: Conclusion, eventId: number | null): void {
    const { event, logged } = submission;
    if (logged === null || !(event.isTest || conclusion.outcome === "refused")) return;
    this.lines.push({
      programId: event.programId,
      call: logged.call,
      isTest: event.isTest,
      code: conclusion.outcome === "refused" ? conclusion.reason : null,
      message: conclusion.message,
      transactionId: logged.transactionId,
      eventId,
    });
  }
}

function toldKey(programId: number, source: string, dedupKey: string): string {
  return `${programId} ${source} ${dedupKey}`;
}
