// One batch in memory: what its programs' books must hold, the fold of its submissions one after the other, and what is then to
// be written. It reads and commits nothing itself: whoever uses it answers for the heads and books it is given.
import { Books } from "../core/books.ts";
import type { Conclusion } from "../core/conclusion.ts";
import { keepAsFailed, project, projectOrFail } from "../core/fold.ts";
import { isPastDeadline, type KeyFlag } from "../core/key-flag.ts";
import { Wanted } from "../core/wanted.ts";
import type { Session } from "../db/session.ts";
import type { ProgramHeadRow } from "../db/tables.ts";
import { LogEnd, type ToldBefore, writeAppended } from "../log/append.ts";
import { writeBooks } from "../projector/write.ts";
import type { Result, Submission } from "./submission.ts";
import { type TrackingLine, writeTrackingLines } from "./tracking-log.ts";

/** What must be known of a batch beside its books. */
export type Known = {
  /** Programs without one do not exist. */
  readonly heads: readonly ProgramHeadRow[];
  readonly now: Date;
  readonly ids: readonly number[];
  readonly toldBefore: readonly ToldBefore[];
  /** Submissions whose key opens its program, with the key's flag. */
  readonly confirmed: ReadonlyMap<Submission, KeyFlag | null>;
};

export class Recording {
  readonly submissions: readonly Submission[];
  readonly programIds: readonly number[];
  readonly wanted: ReadonlyMap<number, Wanted>;
  readonly #ends = new Map<number, LogEnd>();
  readonly #lines: TrackingLine[] = [];

  constructor(submissions: readonly Submission[]) {
    this.submissions = submissions;
    this.programIds = [...new Set(submissions.map((submission) => submission.event.programId))];
    this.wanted = new Map(this.programIds.map((programId) => [programId, new Wanted(new Books(programId))]));
    for (const { event } of submissions) {
      const { programId, source, data } = event;
      this.wanted.get(programId)?.wantEvent({ ...draftForLoading, program_id: programId, source, data });
    }
  }

  /** One result for each submission, in order. */
  fold({ heads, now, ids, toldBefore, confirmed }: Known): Result[] {
    for (const head of heads) this.#ends.set(head.program_id, new LogEnd(head, now));
    const free = [...ids];
    const told = new Map(toldBefore.map((row) => [toldKey(row.program_id, row.source, row.dedup_key), row.id]));
    return this.submissions.map((submission) => this.#foldConfirmed(submission, confirmed.get(submission), free, told));
  }

  /** Sends everything at once and does not wait: the transaction's commit does. */
  write(session: Session): void {
    writeAppended(session, [...this.#ends.values()]);
    writeBooks(
      session,
      [...this.wanted.values()].map((wanted) => wanted.books),
    );
    writeTrackingLines(session, this.#lines);
  }

  /** `flag` is undefined where no key was confirmed. */
  #foldConfirmed(
    submission: Submission,
    flag: KeyFlag | null | undefined,
    free: number[],
    told: Map<string, number>,
  ): Result {
    if (submission.keyHash === null) return this.#foldOne(submission, free, told);
    if (flag === undefined) return { kind: "key_revoked" };
    if (flag === null) return this.#foldOne(submission, free, told);
    const isPast = isPastDeadline(flag, submission.keyUsedAt);
    return { ...(isPast ? { kind: "key_past_deadline" } : this.#foldOne(submission, free, told)), keyFlag: flag };
  }

  #foldOne(submission: Submission, free: number[], told: Map<string, number>): Result {
    const { event, delivery } = submission;
    const end = this.#ends.get(event.programId);
    const books = this.wanted.get(event.programId)?.books;
    if (end === undefined || books === undefined) return { kind: "unknown_program" };
    const key = event.dedupKey === null ? null : toldKey(event.programId, event.source, event.dedupKey);
    const earlier = key === null ? undefined : told.get(key);
    if (earlier !== undefined) return { kind: "told_before", eventId: earlier };

    const [id] = free;
    if (id === undefined) throw new Error("a batch ran out of ids");
    const draft = end.draft(event, id);
    if (submission.keep === "always") {
      const conclusion =
        submission.fault === undefined ? projectOrFail(books, draft) : keepAsFailed(books, draft, submission.fault);
      end.append(event, id, delivery);
      free.shift();
      if (key !== null) told.set(key, id);
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
      free.shift();
    } else {
      books.rollback(mark);
    }
    this.#log(submission, conclusion, stays ? id : null);
    return { kind: "concluded", conclusion, eventId: stays ? id : null };
  }

  #log(submission: Submission, conclusion: Conclusion, eventId: number | null): void {
    const { event, logged } = submission;
    if (logged === null || !(event.isTest || conclusion.outcome === "refused")) return;
    this.#lines.push({
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

/** Loading goes by the data alone; the id and the time come with the head. */
const draftForLoading = {
  id: 0,
  is_test: false,
  occurred_at: null,
  received_at: new Date(0),
} as const;

function toldKey(programId: number, source: string, dedupKey: string): string {
  return `${programId} ${source} ${dedupKey}`;
}
