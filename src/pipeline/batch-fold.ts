// One batch in memory: what its programs' books must hold, the fold of its submissions one after the other, and what is then to
// be written. It reads and commits nothing itself: whoever uses it answers for the heads and books it is given.
import { Books } from "../core/books.ts";
import type { Conclusion } from "../core/conclusion.ts";
import { keepAsFailed, project, projectOrFail } from "../core/fold.ts";
import { isPastDeadline, type KeyFlag } from "../core/key-flag.ts";
import { LoadPlan } from "../core/load-plan.ts";
import type { ClockStep } from "../db/clock.ts";
import type { Session } from "../db/session.ts";
import type { ProgramHeadRow } from "../db/tables.ts";
import { LogEnd, type NewEvent, type ToldBefore, writeAppended } from "../log/append.ts";
import { writeBooks } from "../projector/write.ts";
import type { StandingBooks } from "./directory-cache.ts";
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
  /** What keeps a program from recording: its newest event is in the future. */
  readonly stepBehind: (head: ProgramHeadRow) => ClockStep | null;
};

export class Recording {
  readonly submissions: readonly Submission[];
  readonly programIds: readonly number[];
  readonly #books: ReadonlyMap<number, Books>;
  readonly #ends = new Map<number, LogEnd>();
  readonly #stepped = new Map<number, ClockStep>();
  readonly #told: ToldBefore[] = [];
  readonly #lines: TrackingLine[] = [];

  constructor(submissions: readonly Submission[]) {
    this.submissions = submissions;
    this.programIds = [...new Set(submissions.map((submission) => submission.event.programId))];
    this.#books = new Map(this.programIds.map((programId) => [programId, new Books(programId)]));
  }

  /** What its books have to hold, as the batches under way will leave it, the newest first. */
  want(underWay: readonly Recording[], standing: StandingBooks | null): ReadonlyMap<number, LoadPlan> {
    const plans = new Map<number, LoadPlan>();
    for (const [programId, books] of this.#books) {
      const ahead = underWay.map((batch) => batch.#books.get(programId)).filter((known) => known !== undefined);
      plans.set(programId, new LoadPlan(books, ahead, standing?.find(programId)));
    }
    for (const { event } of this.submissions) {
      const { programId, source, data } = event;
      plans.get(programId)?.addEvent({ ...draftForLoading, program_id: programId, source, data });
    }
    return plans;
  }

  /** One result for each submission, in order. */
  fold({ heads, now, ids, toldBefore, confirmed, stepBehind }: Known): Result[] {
    for (const head of heads) {
      this.#ends.set(head.program_id, new LogEnd(head, now));
      const step = stepBehind(head);
      if (step !== null) this.#stepped.set(head.program_id, step);
    }
    const free = [...ids];
    const told = new Map(toldBefore.map((row) => [toldKey(row.program_id, row.source, row.dedup_key), row.id]));
    return this.submissions.map((submission) => this.#foldConfirmed(submission, confirmed.get(submission), free, told));
  }

  /** Sends everything at once and does not wait: the transaction's commit does. */
  write(session: Session): void {
    writeAppended(session, [...this.#ends.values()]);
    writeBooks(session, [...this.#books.values()]);
    writeTrackingLines(session, this.#lines);
  }

  /** The head it leaves, once it is written. */
  headBehind(head: ProgramHeadRow): ProgramHeadRow {
    return { ...head, ...this.#ends.get(head.program_id)?.moved };
  }

  /** For the batches behind it. */
  leave(standing: StandingBooks, heads: readonly ProgramHeadRow[]): void {
    for (const head of heads) {
      const books = this.#books.get(head.program_id);
      if (books !== undefined) standing.keep(books, { from: head, to: this.headBehind(head) });
    }
  }

  /** What it adds to what was told before. */
  get told(): readonly ToldBefore[] {
    return this.#told;
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
    const books = this.#books.get(event.programId);
    if (end === undefined || books === undefined) return { kind: "unknown_program" };
    const key = event.dedupKey === null ? null : toldKey(event.programId, event.source, event.dedupKey);
    const earlier = key === null ? undefined : told.get(key);
    if (earlier !== undefined) return { kind: "told_before", eventId: earlier };
    const step = this.#stepped.get(event.programId);
    if (step !== undefined) return { kind: "failed", error: step };

    const [id] = free;
    if (id === undefined) throw new Error("a batch ran out of ids");
    const draft = end.draft(event, id);
    if (submission.keep === "always") {
      const conclusion =
        submission.fault === undefined ? projectOrFail(books, draft) : keepAsFailed(books, draft, submission.fault);
      end.append(event, id, delivery);
      free.shift();
      if (key !== null) this.#tell(told, key, event, id);
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

  #tell(told: Map<string, number>, key: string, { programId, source, dedupKey }: NewEvent, id: number): void {
    told.set(key, id);
    if (dedupKey !== null) this.#told.push({ program_id: programId, source, dedup_key: dedupKey, id });
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
