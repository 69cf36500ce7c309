// Submissions that wait to be recorded, and the batches they are recorded in. Bounded by number and by time: a submission that would wait
// longer is refused at once, with the time to retry after. Submissions of a locked program are set aside.

import type { Submission } from "../submission.ts";
import { Unavailable } from "../unavailable.ts";
import { DrainRate } from "./drain-rate.ts";
import { isClick, Lanes } from "./lanes.ts";
import type { QueuedSubmission } from "./queued-submission.ts";
import { SetAside } from "./set-aside.ts";

/** One transaction's worth of submissions, in the order they came. */
export type Batch = {
  readonly queued: readonly QueuedSubmission[];
  readonly takenAt: number;
  /** How often it failed already by a transient fault. */
  readonly tries: number;
  /** Whether it is one program's part of a batch whose lock wait timed out. */
  readonly isPart: boolean;
};

export type QueueBounds = {
  readonly batchMax: number;
  readonly max: number;
  readonly waitMillisecondsMax: number;
  /** Whether a batch is of one program: where several may lie on several machines. */
  readonly isOfOneProgram?: boolean;
};

/** Each batch costs both sides some 0.3 ms, regardless of its size: too much for one submission while others are being recorded. */
const readyMin = 2;
/**
 * From here on a batch that PostgreSQL can begin at once is worth more than a larger one. With 16 in place of 32, 64 and 128 callers got batches
 * half as large: a tenth less of the rate, for a tenth more processor time.
 */
const readyMax = 32;
/** Of the places in the queue: the others are for what goes before clicks, and for programs that are not locked. */
const clicksPlacesShare = 3 / 4;
/** Of one program, so that a storm on it leaves places for the others. */
const programPlacesShare = 7 / 8;
const setAsidePlacesShare = 1 / 2;
/** The rate says little about a burst at an idle service: it counts only once the oldest has waited for this share of the bound. */
const reliableShare = 1 / 4;

export class Queue {
  readonly setAside = new SetAside();
  readonly #waiting = new Lanes();
  readonly #bounds: QueueBounds;
  readonly #rate = new DrainRate();
  /** An array, see decision 0163. */
  readonly #inFlight: Batch[] = [];
  /** Taken and not answered. */
  #taken = 0;
  #resolveReady: (() => void) | null = null;

  constructor(bounds: QueueBounds) {
    this.#bounds = bounds;
  }

  /** Queued for the next batches. */
  get length(): number {
    return this.#waiting.length;
  }

  /** Arrival time of the oldest that is neither answered nor set aside; null if all are answered. */
  get oldestSince(): number | null {
    const oldest = [this.#waiting.oldestSince, ...this.#inFlight.map(({ queued }) => queued[0]?.since)];
    const since = Math.min(...oldest.map((one) => one ?? Number.POSITIVE_INFINITY));
    return since === Number.POSITIVE_INFINITY ? null : since;
  }

  /** Why this cannot be queued now; undefined where it may be pushed. */
  refusalOf(submission: Submission, now: number): Unavailable | undefined {
    const { max, waitMillisecondsMax } = this.#bounds;
    const { programId } = submission.event;
    const queuedAll = this.length + this.setAside.length;
    const places = isClick(submission) ? Math.ceil(max * clicksPlacesShare) : max;
    const isFull =
      queuedAll >= places ||
      this.#waiting.countOf(programId) >= Math.ceil(max * programPlacesShare) ||
      (this.setAside.length >= Math.ceil(max * setAsidePlacesShare) && this.setAside.has(programId));
    if (isFull) return new Unavailable("Too many requests are waiting to be recorded.", { retryAfterSeconds: 1 });
    const milliseconds = this.#waitOf(submission, now);
    if (milliseconds <= waitMillisecondsMax) return undefined;
    const retryAfterSeconds = Math.min(retryAfterSecondsMax, Math.ceil(milliseconds / millisecondsPerSecond));
    return new Unavailable("This would wait for too long to be recorded.", { retryAfterSeconds });
  }

  push(queued: QueuedSubmission): void {
    if (this.setAside.has(queued.submission.event.programId)) {
      this.setAside.push(queued);
      return;
    }
    this.#waiting.push(queued);
    if (this.#isReady()) this.#resolveReady?.();
  }

  /** At most half of all that is here: the rest becomes the next batch while this one is written. */
  takeHalf(): Batch | null {
    return this.#take(Math.ceil((this.length + this.#taken) / 2));
  }

  takeAll(): Batch | null {
    return this.#take(this.#bounds.batchMax);
  }

  /** What has waited for too long, and is certainly not being recorded. */
  takeExpired(now: number): QueuedSubmission[] {
    const since = now - this.#bounds.waitMillisecondsMax;
    const expired = this.setAside.programs > 0 ? this.setAside.takeOlderThan(since) : [];
    const { oldestSince } = this.#waiting;
    if (oldestSince === null || oldestSince >= since) return expired;
    return [...expired, ...this.#waiting.takeWhere((one) => one.since < since)];
  }

  /** Whether trying this batch again would take longer than its oldest may wait. */
  isTooOld({ queued }: Pick<Batch, "queued">): boolean {
    const [oldest] = queued;
    return oldest !== undefined && performance.now() - oldest.since > this.#bounds.waitMillisecondsMax;
  }

  /** The batch is answered, or left to the bisection. */
  done(batch: Batch): void {
    this.#forget(batch);
    this.#rate.ended({ events: batch.queued.length, takenAt: batch.takenAt }, performance.now());
  }

  /** The same submissions in other batches, one after the other. */
  divide(
    batch: Batch,
    parts: readonly (readonly QueuedSubmission[])[],
    changes: Partial<Pick<Batch, "tries" | "isPart">>,
  ): Batch[] {
    const { tries, isPart } = { ...batch, ...changes };
    this.#forget(batch);
    return parts.filter((part) => part.length > 0).map((part) => this.#begin(part, tries, isPart));
  }

  /** One batch for each program; the programs that are likely to be locked come last. */
  divideByProgram(batch: Batch): Batch[] {
    const now = performance.now();
    const parts = [...Map.groupBy(batch.queued, ({ submission }) => submission.event.programId)];
    const isSuspect = (programId: number): number => (this.setAside.isSuspect(programId, now) ? 1 : 0);
    parts.sort(([a], [b]) => isSuspect(a) - isSuspect(b));
    return this.divide(
      batch,
      parts.map(([, part]) => part),
      { isPart: true },
    );
  }

  /** Whether its lock wait is more likely than not to time out. */
  isSuspect({ queued, isPart }: Batch): boolean {
    const now = performance.now();
    return isPart || queued.some(({ submission }) => this.setAside.isSuspect(submission.event.programId, now));
  }

  /** The same batch once more. */
  retry(batch: Batch): Batch[] {
    return this.divide(batch, [batch.queued], { tries: batch.tries + 1 });
  }

  /** Sets aside these programs' submissions, queued and future. Returns what is left of the batches. */
  setProgramsAside(
    { programIds, isHeadLocked }: { readonly programIds: readonly number[]; readonly isHeadLocked: boolean },
    batches: readonly Batch[],
  ): Batch[] {
    for (const programId of programIds) this.setAside.add(programId, isHeadLocked, performance.now());
    const isAside = ({ submission }: QueuedSubmission): boolean => this.setAside.has(submission.event.programId);
    const left = batches.flatMap((batch) => {
      if (!batch.queued.some(isAside)) return [batch];
      this.setAside.push(...batch.queued.filter(isAside));
      return this.divide(batch, [batch.queued.filter((one) => !isAside(one))], {});
    });
    this.setAside.push(...this.#waiting.takeWhere(isAside));
    return left;
  }

  /** These programs are no longer locked: their submissions return to their places by age. */
  readmit(programIds: readonly number[]): void {
    this.#waiting.restore(this.setAside.release(programIds));
    if (this.#isReady()) this.#resolveReady?.();
  }

  /** Resolves when as many are queued as are being recorded, within bounds: then the next batch is worth taking. */
  batchReady(): Promise<void> {
    if (this.#isReady()) return Promise.resolve();
    return new Promise((resolve) => {
      this.#resolveReady = resolve;
    });
  }

  #isReady(): boolean {
    return this.length >= Math.min(readyMax, Math.max(readyMin, this.#taken));
  }

  /** What a submission that comes now would wait; 0 where that is too short to be estimated. */
  #waitOf(submission: Submission, now: number): number {
    const { waitMillisecondsMax } = this.#bounds;
    const oldestSince = this.#waiting.oldestSince ?? now;
    const [oldest] = this.#inFlight;
    if (oldest === undefined) return 0;
    const isStalled = now - oldest.takenAt > waitMillisecondsMax;
    if (!isStalled && now - oldestSince < waitMillisecondsMax * reliableShare) return 0;
    const milliseconds = this.#rate.millisecondsFor(
      this.#taken + this.#waiting.aheadOf(submission) + 1,
      oldest.takenAt,
      now,
    );
    return isStalled ? Math.max(milliseconds, now - oldest.takenAt) : milliseconds;
  }

  #take(count: number): Batch | null {
    const size = Math.min(count, this.#bounds.batchMax, this.length);
    if (size === 0) return null;
    const { isOfOneProgram = false } = this.#bounds;
    return this.#begin(isOfOneProgram ? this.#waiting.takeOfOldest(size) : this.#waiting.take(size), 0, false);
  }

  #begin(queued: readonly QueuedSubmission[], tries: number, isPart: boolean): Batch {
    const batch = { queued, takenAt: performance.now(), tries, isPart };
    this.#inFlight.push(batch);
    this.#taken += queued.length;
    return batch;
  }

  #forget(batch: Batch): void {
    const at = this.#inFlight.indexOf(batch);
    if (at < 0) return;
    this.#inFlight.splice(at, 1);
    this.#taken -= batch.queued.length;
  }
}

const millisecondsPerSecond = 1000;
const retryAfterSecondsMax = 30;
