// One batch in memory: which rows it needs, the fold of its submissions one after the other, and what is then to be written.
// It reads and commits nothing itself: its caller answers for the heads and books it is given.
import { Books } from "../../core/rules/books.ts";
import type { Conclusion } from "../../core/rules/conclusion.ts";
import { keepAsFailed, project, projectOrFail } from "../../core/rules/fold.ts";
import { LoadPlan } from "../../core/rules/rows/load-plan.ts";
import { isPastDeadline, type KeyFlag } from "../../core/vocabulary/access/key-flag.ts";
import { writeBooks } from "../books/write.ts";
import { LogEnd, type NewEvent, type RecordedKey, writeAppended } from "../log/append.ts";
import type { ClockStep } from "../postgres/clock.ts";
import type { Session } from "../postgres/driver/session.ts";
import type { ProgramHeadRow } from "../postgres/tables/tables.ts";
import { type DirectoryCache, parks } from "./directory-cache.ts";
import type { Result, Submission } from "./submission.ts";
import { type TrackingLine, writeTrackingLines } from "./tracking-log.ts";

/** The inputs of a batch's fold, besides its books. */
export type BatchInputs = {
  /** Programs without one do not exist. */
  readonly heads: readonly ProgramHeadRow[];
  readonly now: Date;
  readonly ids: readonly number[];
  /** Of its lines in the tracking log; null where the database numbers them. */
  readonly lineIds: readonly number[] | null;
  /** Of its dedup keys, those that are in the log or in flight. */
  readonly recordedKeys: readonly RecordedKey[];
  /** Submissions whose key opens its program, with the key's flag. */
  readonly confirmed: ReadonlyMap<Submission, KeyFlag | null>;
  /** Whether an event waits in a program, for those of which the cache does not know it. */
  readonly waits: ReadonlyMap<number, boolean>;
  /** What keeps a program from recording: its newest event is in the future. */
  readonly stepBehind: (head: ProgramHeadRow) => ClockStep | null;
};

export class BatchFold {
  readonly submissions: readonly Submission[];
  readonly programIds: readonly number[];
  readonly #books: ReadonlyMap<number, Books>;
  readonly #ends = new Map<number, LogEnd>();
  readonly #stepped = new Map<number, ClockStep>();
  readonly #newKeys: RecordedKey[] = [];
  readonly #lines: TrackingLine[] = [];
  #lineIds: readonly number[] | null = null;

  constructor(submissions: readonly Submission[]) {
    this.submissions = submissions;
    this.programIds = [...new Set(submissions.map((submission) => submission.event.programId))];
    this.#books = new Map(this.programIds.map((programId) => [programId, new Books(programId)]));
  }

  /** The rows it needs of each program, as the batches in flight will leave them, newest first. */
  planLoads(inFlight: readonly BatchFold[], cache: DirectoryCache | null): ReadonlyMap<number, LoadPlan> {
    const plans = new Map<number, LoadPlan>();
    for (const [programId, books] of this.#books) {
      const written = inFlight.map((batch) => batch.#books.get(programId)).filter((known) => known !== undefined);
      plans.set(programId, new LoadPlan(books, written, cache?.get(programId)));
    }
    for (const { event } of this.submissions) {
      const { programId, source, data } = event;
      plans.get(programId)?.addEvent({ ...draftForLoading, program_id: programId, source, data });
    }
    return plans;
  }

  /** One result for each submission, in order. */
  fold({ heads, now, ids, lineIds, recordedKeys, confirmed, stepBehind }: BatchInputs): Result[] {
    for (const head of heads) {
      this.#ends.set(head.program_id, new LogEnd(head, now));
      const step = stepBehind(head);
      if (step !== null) this.#stepped.set(head.program_id, step);
    }
    this.#lineIds = lineIds;
    const free = [...ids];
    const recorded = new Map(recordedKeys.map((row) => [keyText(row.program_id, row.source, row.dedup_key), row.id]));
    return this.submissions.map((submission) =>
      this.#foldConfirmed(submission, confirmed.get(submission), free, recorded),
    );
  }

  /** Sends everything at once and does not wait: the transaction's commit does. */
  write(session: Session): void {
    writeAppended(session, [...this.#ends.values()]);
    writeBooks(session, [...this.#books.values()]);
    writeTrackingLines(session, this.#lines, this.#lineIds);
  }

  /** The head as it is once this batch is committed. */
  headAfter(head: ProgramHeadRow): ProgramHeadRow {
    return { ...head, ...this.#ends.get(head.program_id)?.moved };
  }

  /** Whether an event of it begins to wait in this program. */
  parksIn(programId: number): boolean {
    const books = this.#books.get(programId);
    return books !== undefined && parks(books);
  }

  /** Stores the directory in the cache, for the batches after this one. */
  storeDirectory(cache: DirectoryCache, { heads, waits }: Pick<BatchInputs, "heads" | "waits">): void {
    for (const head of heads) {
      const books = this.#books.get(head.program_id);
      if (books === undefined) continue;
      cache.put(books, { from: head, to: this.headAfter(head) }, waits.get(head.program_id) ?? null);
    }
  }

  /** The dedup keys it adds to the log. */
  get newKeys(): readonly RecordedKey[] {
    return this.#newKeys;
  }

  /** `flag` is undefined where no key was confirmed. */
  #foldConfirmed(
    submission: Submission,
    flag: KeyFlag | null | undefined,
    free: number[],
    recorded: Map<string, number>,
  ): Result {
    if (submission.keyHash === null) return this.#foldOne(submission, free, recorded);
    if (flag === undefined) return { kind: "key_revoked" };
    if (flag === null) return this.#foldOne(submission, free, recorded);
    const isPast = isPastDeadline(flag, submission.keyUsedAt);
    return { ...(isPast ? { kind: "key_past_deadline" } : this.#foldOne(submission, free, recorded)), keyFlag: flag };
  }

  #foldOne(submission: Submission, free: number[], recorded: Map<string, number>): Result {
    const { event, delivery } = submission;
    const end = this.#ends.get(event.programId);
    const books = this.#books.get(event.programId);
    if (end === undefined || books === undefined) return { kind: "unknown_program" };
    const key = event.dedupKey === null ? null : keyText(event.programId, event.source, event.dedupKey);
    const earlier = key === null ? undefined : recorded.get(key);
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
      if (key !== null) this.#record(recorded, key, event, id);
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

  #record(recorded: Map<string, number>, key: string, { programId, source, dedupKey }: NewEvent, id: number): void {
    recorded.set(key, id);
    if (dedupKey !== null) this.#newKeys.push({ program_id: programId, source, dedup_key: dedupKey, id });
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

function keyText(programId: number, source: string, dedupKey: string): string {
  return `${programId} ${source} ${dedupKey}`;
}
