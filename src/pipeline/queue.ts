// Those who wait to be recorded, and who of them make the next batch. It is bounded by number and by time: whoever would wait for
// longer than that hears at once that they must come back.
// Clicks go last: nobody can name a click before it is answered, so whatever overtakes it does not depend on it. All others keep
// their order. Who waits for a program that is locked is set aside.
import { DrainRate } from "./drain-rate.ts";
import { SetAside } from "./set-aside.ts";
import type { Submission } from "./submission.ts";
import { Unavailable } from "./unavailable.ts";
import type { Waiting } from "./queued-submission.ts";

/** One transaction's worth of those who wait, in the order they came. */
export type Batch = {
  readonly waiting: readonly Waiting[];
  readonly takenAt: number;
  /** How often it failed already by a fault that may pass. */
  readonly tries: number;
  /** Whether it is the part of one program of a batch that has waited for a lock in vain. */
  readonly isPart: boolean;
};

export type QueueBounds = { readonly batchMax: number; readonly max: number; readonly waitMillisecondsMax: number };

/** Each batch costs both sides some 0.3 ms whatever its size, which one alone is not worth while others are being recorded. */
const enoughMin = 2;
/** From here on it is worth more that PostgreSQL has the next one at hand than that it is larger. */
const enoughMax = 16;
/** Of each batch, so that clicks are not kept waiting for ever. */
const clicksShare = 1 / 4;
/** Of the places in the queue: the others are for those who go first, and for programs that are not locked. */
const clicksPlacesShare = 3 / 4;
const setAsidePlacesShare = 1 / 2;
/** The rate tells little of a burst that comes to an idle service: only where the oldest has waited for so long is it believed. */
const believedShare = 1 / 4;

export class Queue {
  readonly setAside = new SetAside();
  readonly #first: Waiting[] = [];
  readonly #clicks: Waiting[] = [];
  readonly #bounds: QueueBounds;
  readonly #rate = new DrainRate();
  readonly #underWay = new Set<Batch>();
  /** Taken and not answered. */
  #taken = 0;
  /** Places of batches to come, less than one: small batches owe clicks a part of a place each. */
  #clicksDue = 0;
  #tellEnough: (() => void) | null = null;

  constructor(bounds: QueueBounds) {
    this.#bounds = bounds;
  }

  /** Who waits for the next batches. */
  get length(): number {
    return this.#first.length + this.#clicks.length;
  }

  /** When the oldest came that is neither answered nor set aside; null when there is none. */
  get oldestSince(): number | null {
    const oldest = [this.#first[0], this.#clicks[0], ...[...this.#underWay].map(({ waiting }) => waiting[0])];
    const since = Math.min(...oldest.map((waiting) => waiting?.since ?? Number.POSITIVE_INFINITY));
    return since === Number.POSITIVE_INFINITY ? null : since;
  }

  /** Why nobody can wait for this to be recorded now; undefined where it may be pushed. */
  refusalOf(submission: Submission, now: number): Unavailable | undefined {
    const { max, waitMillisecondsMax } = this.#bounds;
    const waitingAll = this.length + this.setAside.length;
    const places = isClick(submission) ? Math.ceil(max * clicksPlacesShare) : max;
    const isFull =
      waitingAll >= places ||
      (this.setAside.length >= Math.ceil(max * setAsidePlacesShare) && this.setAside.has(submission.event.programId));
    if (isFull) return new Unavailable("Too many requests are waiting to be recorded.", { retryAfterSeconds: 1 });
    const milliseconds = this.#waitOf(submission, now);
    if (milliseconds <= waitMillisecondsMax) return undefined;
    const retryAfterSeconds = Math.min(retryAfterSecondsMax, Math.ceil(milliseconds / millisecondsPerSecond));
    return new Unavailable("This would wait for too long to be recorded.", { retryAfterSeconds });
  }

  push(waiting: Waiting): void {
    if (this.setAside.has(waiting.submission.event.programId)) {
      this.setAside.push(waiting);
      return;
    }
    this.#rowOf(waiting).push(waiting);
    if (this.#isEnough()) this.#tellEnough?.();
  }

  /** At most half of all who are here: the rest becomes the next batch while this one is written. */
  takeHalf(): Batch | null {
    return this.#take(Math.ceil((this.length + this.#taken) / 2));
  }

  takeAll(): Batch | null {
    return this.#take(this.#bounds.batchMax);
  }

  /** Who has waited for too long, and is certainly not being recorded. */
  takeExpired(now: number): Waiting[] {
    const since = now - this.#bounds.waitMillisecondsMax;
    const expired = this.setAside.programs > 0 ? this.setAside.takeOlderThan(since) : [];
    for (const row of [this.#first, this.#clicks]) {
      const kept = row.findIndex((waiting) => waiting.since >= since);
      expired.push(...row.splice(0, kept === -1 ? row.length : kept));
    }
    return expired;
  }

  /** Whether trying this batch again would take longer than its oldest may wait. */
  isTooOld({ waiting }: Pick<Batch, "waiting">): boolean {
    const [oldest] = waiting;
    return oldest !== undefined && performance.now() - oldest.since > this.#bounds.waitMillisecondsMax;
  }

  /** The batch is answered, or handed to somebody else. */
  done(batch: Batch): void {
    this.#forget(batch);
    this.#rate.ended({ events: batch.waiting.length, takenAt: batch.takenAt }, performance.now());
  }

  /** The same who wait, in other batches, one after the other. */
  divide(
    batch: Batch,
    parts: readonly (readonly Waiting[])[],
    changes: Partial<Pick<Batch, "tries" | "isPart">>,
  ): Batch[] {
    const { tries, isPart } = { ...batch, ...changes };
    this.#forget(batch);
    return parts.filter((waiting) => waiting.length > 0).map((waiting) => this.#begin(waiting, tries, isPart));
  }

  /** Those of each program by themselves; the programs that are likely to be locked last. */
  divideByProgram(batch: Batch): Batch[] {
    const now = performance.now();
    const parts = [...Map.groupBy(batch.waiting, ({ submission }) => submission.event.programId)];
    const isSuspect = (programId: number): number => (this.setAside.isSuspect(programId, now) ? 1 : 0);
    parts.sort(([a], [b]) => isSuspect(a) - isSuspect(b));
    return this.divide(
      batch,
      parts.map(([, waiting]) => waiting),
      { isPart: true },
    );
  }

  /** Whether it is more likely than not that this waits for a lock in vain. */
  isSuspect({ waiting, isPart }: Batch): boolean {
    const now = performance.now();
    return isPart || waiting.some(({ submission }) => this.setAside.isSuspect(submission.event.programId, now));
  }

  /** The same batch once more. */
  again(batch: Batch): Batch[] {
    return this.divide(batch, [batch.waiting], { tries: batch.tries + 1 });
  }

  /** Who waits for these programs waits apart from now on. Answers what is left of the batches. */
  setProgramsAside(
    { programIds, isHeadLocked }: { readonly programIds: readonly number[]; readonly isHeadLocked: boolean },
    batches: readonly Batch[],
  ): Batch[] {
    for (const programId of programIds) this.setAside.add(programId, isHeadLocked, performance.now());
    const isAside = ({ submission }: Waiting): boolean => this.setAside.has(submission.event.programId);
    const left = batches.flatMap((batch) => {
      if (!batch.waiting.some(isAside)) return [batch];
      this.setAside.push(...batch.waiting.filter(isAside));
      return this.divide(batch, [batch.waiting.filter((waiting) => !isAside(waiting))], {});
    });
    for (const row of [this.#first, this.#clicks]) {
      const all = row.splice(0);
      this.setAside.push(...all.filter(isAside));
      row.push(...all.filter((waiting) => !isAside(waiting)));
    }
    return left;
  }

  /** These programs are locked no more: who waited for them goes on from where they were. */
  takeBack(programIds: readonly number[]): void {
    const released = this.setAside.release(programIds);
    for (const waiting of released) this.#rowOf(waiting).push(waiting);
    for (const row of [this.#first, this.#clicks]) row.sort((a, b) => a.since - b.since);
    if (this.#isEnough()) this.#tellEnough?.();
  }

  /** Answers when as many wait as are being recorded, within bounds: then it is worth putting the next batch together. */
  enough(): Promise<void> {
    if (this.#isEnough()) return Promise.resolve();
    return new Promise((resolve) => {
      this.#tellEnough = resolve;
    });
  }

  #isEnough(): boolean {
    return this.length >= Math.min(enoughMax, Math.max(enoughMin, this.#taken));
  }

  #rowOf({ submission }: Waiting): Waiting[] {
    return isClick(submission) ? this.#clicks : this.#first;
  }

  /** What somebody who comes now would wait; 0 where that is not worth a thought. */
  #waitOf(submission: Submission, now: number): number {
    const { waitMillisecondsMax } = this.#bounds;
    const oldestSince = Math.min(this.#first[0]?.since ?? now, this.#clicks[0]?.since ?? now);
    const [oldest] = this.#underWay;
    if (oldest === undefined) return 0;
    const isStalled = now - oldest.takenAt > waitMillisecondsMax;
    if (!isStalled && now - oldestSince < waitMillisecondsMax * believedShare) return 0;
    const ahead = isClick(submission)
      ? Math.min(this.length, this.#clicks.length / clicksShare)
      : Math.min(this.length, this.#first.length / (1 - clicksShare));
    const milliseconds = this.#rate.millisecondsFor(this.#taken + ahead + 1, oldest.takenAt, now);
    return isStalled ? Math.max(milliseconds, now - oldest.takenAt) : milliseconds;
  }

  #take(count: number): Batch | null {
    const size = Math.min(count, this.#bounds.batchMax, this.length);
    return size === 0 ? null : this.#begin(this.#takeRows(size), 0, false);
  }

  #takeRows(size: number): Waiting[] {
    if (this.#clicks.length === 0) return this.#first.splice(0, size);
    if (this.#first.length === 0) return this.#clicks.splice(0, size);
    this.#clicksDue += size * clicksShare;
    const ofClicks = Math.min(this.#clicks.length, Math.floor(this.#clicksDue));
    this.#clicksDue -= Math.floor(this.#clicksDue);
    const clicks = this.#clicks.splice(0, Math.max(ofClicks, size - this.#first.length));
    return [...this.#first.splice(0, size - clicks.length), ...clicks].sort((a, b) => a.since - b.since);
  }

  #begin(waiting: readonly Waiting[], tries: number, isPart: boolean): Batch {
    const batch = { waiting, takenAt: performance.now(), tries, isPart };
    this.#underWay.add(batch);
    this.#taken += waiting.length;
    return batch;
  }

  #forget(batch: Batch): void {
    if (this.#underWay.delete(batch)) this.#taken -= batch.waiting.length;
  }
}

const millisecondsPerSecond = 1000;
const retryAfterSecondsMax = 30;

function isClick({ event }: Submission): boolean {
  return event.data.type === "click_recorded";
}
