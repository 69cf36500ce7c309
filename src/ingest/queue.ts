// Those who wait to be recorded, and who of them make the next batch. It is bounded: beyond its bound callers hear at once that
// they must come back.
import type { Result, Submission } from "./submission.ts";

export type Waiting = {
  readonly submission: Submission;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
};

/** One transaction's worth of those who wait. */
export type Batch = { readonly waiting: readonly Waiting[]; readonly takenAt: number };

/** Each batch costs both sides some 0.3 ms whatever its size, which one alone is not worth while others are being recorded. */
const enoughMin = 2;
/** From here on it is worth more that PostgreSQL has the next one at hand than that it is larger. */
const enoughMax = 16;

export class Queue {
  readonly #waiting: Waiting[] = [];
  readonly #batchMax: number;
  readonly #max: number;
  /** Taken and not answered. */
  #taken = 0;
  #tellEnough: (() => void) | null = null;

  constructor({ batchMax, max }: { readonly batchMax: number; readonly max: number }) {
    this.#batchMax = batchMax;
    this.#max = max;
  }

  get length(): number {
    return this.#waiting.length;
  }

  get isFull(): boolean {
    return this.#waiting.length >= this.#max;
  }

  push(waiting: Waiting): void {
    this.#waiting.push(waiting);
    if (this.#isEnough()) this.#tellEnough?.();
  }

  /** At most half of all who are here: the rest becomes the next batch while this one is written. */
  takeHalf(): Batch | null {
    return this.#take(Math.ceil((this.#waiting.length + this.#taken) / 2));
  }

  takeAll(): Batch | null {
    return this.#take(this.#batchMax);
  }

  /** The batch is answered, or handed to somebody else. */
  done(batch: Batch): void {
    this.#taken -= batch.waiting.length;
  }

  /** Answers when as many wait as are being recorded, within bounds: then it is worth putting the next batch together. */
  enough(): Promise<void> {
    if (this.#isEnough()) return Promise.resolve();
    return new Promise((resolve) => {
      this.#tellEnough = resolve;
    });
  }

  #isEnough(): boolean {
    return this.#waiting.length >= Math.min(enoughMax, Math.max(enoughMin, this.#taken));
  }

  #take(count: number): Batch | null {
    if (this.#waiting.length === 0) return null;
    const waiting = this.#waiting.splice(0, Math.min(count, this.#batchMax));
    this.#taken += waiting.length;
    return { waiting, takenAt: performance.now() };
  }
}
