// Group commit: requests that arrive while a flush is under way share the next one, so the busier the service, the fewer
// transactions a request costs. The queue is bounded: beyond it callers hear at once that they must come back.
// A fault of one submission never fails its neighbours, a lock stalls only its program, and a delivery that was accepted for
// recording is never dropped because our own code failed on it. What may pass never ends one: its provider comes again.
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../db/database.ts";
import { findLockedHeads } from "../log/heads.ts";
import { type Apart, answer, explain, recordApart, rejectAll } from "./bisect.ts";
import { type Outcome, recordInTurn } from "./pipeline.ts";
import { type Batch, Queue } from "./queue.ts";
import { RightOfWay } from "./write-lease.ts";
import { StandingBooks } from "./directory-cache.ts";
import type { Result, Submission } from "./submission.ts";
import { Unavailable } from "./unavailable.ts";

export type Batcher = {
  /** Answers after the commit. Rejects with `Unavailable` when it could not be made durable. */
  submit(submission: Submission): Promise<Result>;
  /** Answers when everything submitted so far is answered; later submissions are refused. */
  drain(): Promise<void>;
  state(): BatcherState;
};

export type BatcherState = {
  /** Waiting for the next transactions, those that are set aside included. */
  readonly queued: number;
  /** Programs whose submissions are set aside, since somebody else holds their lock. */
  readonly programsSetAside: number;
  /** Age of the oldest submission that is neither answered nor set aside; 0 when there is none. */
  readonly oldestWaitingSeconds: number;
  /** Why the database refused to record a moment ago, for as long as nothing was recorded since. */
  readonly refusedFor: "full" | "read_only" | null;
};

export type BatcherOptions = {
  readonly database: Database;
  readonly batchEventsMax: number;
  readonly queueEventsMax: number;
  readonly queueWaitSecondsMax: number;
  readonly onFlush?: (flush: Flush) => void;
};

/** One transaction, from when its batch was taken to its commit. */
export type Flush = {
  readonly events: number;
  readonly milliseconds: number;
  /** `under_lock` is for the first batch after a pause, and where another process writes to the same programs. */
  readonly folded: "ahead" | "under_lock";
};

const millisecondsPerSecond = 1000;
/** How often it is looked at who has waited for too long, and which programs are locked no more. */
const lookMilliseconds = 100;
/** Then somebody may try again whether it records: a service that is not ready is asked for nothing. */
const refusalMilliseconds = 10_000;

export function startBatcher(options: BatcherOptions): Batcher {
  return new GroupCommit(options);
}

class GroupCommit implements Batcher {
  readonly #options: BatcherOptions;
  readonly #queue: Queue;
  readonly #standing = new StandingBooks();
  readonly #rightOfWay = new RightOfWay();
  readonly #retries = new Set<Promise<void>>();
  readonly #apart: Apart;
  #refused: { readonly by: "full" | "read_only"; readonly at: number } | null = null;
  #isFlushing = false;
  #isLooking = false;
  #isTakingBack = false;
  #isDraining = false;
  #tellIdle: (() => void) | undefined;

  constructor(options: BatcherOptions) {
    this.#options = options;
    this.#queue = new Queue({
      batchMax: options.batchEventsMax,
      max: options.queueEventsMax,
      waitMillisecondsMax: options.queueWaitSecondsMax * millisecondsPerSecond,
    });
    this.#apart = {
      database: options.database,
      isTooOld: (waiting) => this.#queue.isTooOld({ waiting }),
      tellPassing: (fault) => {
        if (fault === "full" || fault === "read_only") this.#refused = { by: fault, at: performance.now() };
      },
      tellRecorded: () => {
        this.#refused = null;
      },
    };
  }

  submit(submission: Submission): Promise<Result> {
    if (this.#isDraining) return Promise.reject(new Unavailable("The service is stopping."));
    const since = performance.now();
    const refusal = this.#queue.refusalOf(submission, since);
    if (refusal !== undefined) return Promise.reject(refusal);
    return new Promise<Result>((resolve, reject) => {
      this.#queue.push({ submission, resolve, reject, since });
      this.#start();
    });
  }

  async drain(): Promise<void> {
    this.#isDraining = true;
    if (this.#isIdle) return;
    await new Promise<void>((resolve) => {
      this.#tellIdle = resolve;
    });
  }

  state(): BatcherState {
    const { length, setAside, oldestSince } = this.#queue;
    const now = performance.now();
    const isRefused = this.#refused !== null && now - this.#refused.at < refusalMilliseconds;
    return {
      queued: length + setAside.length,
      programsSetAside: setAside.programs,
      oldestWaitingSeconds: oldestSince === null ? 0 : (now - oldestSince) / millisecondsPerSecond,
      refusedFor: isRefused ? (this.#refused?.by ?? null) : null,
    };
  }

  get #isIdle(): boolean {
    return !this.#isFlushing && this.#retries.size === 0 && this.#queue.length + this.#queue.setAside.length === 0;
  }

  #start(): void {
    if (!this.#isLooking) void this.#look();
    if (this.#isFlushing || this.#queue.length === 0) return;
    this.#isFlushing = true;
    // Whatever arrives in the same turn of the event loop shares the first flush.
    setImmediate(() => void this.#flushAll());
  }

  async #flushAll(): Promise<void> {
    const queue = this.#queue;
    const lane = {
      queue,
      standing: this.#standing,
      rightOfWay: this.#rightOfWay,
      clock: this.#options.database.clock,
      ended: (batch: Batch, outcome: Outcome) => this.#ended(batch, outcome),
    };
    while (queue.length > 0) {
      try {
        await this.#options.database.withRecorders((recorders) => recordInTurn({ ...recorders, ...lane }));
      } catch {
        // There is no connection: whoever waits hears that, and others may come meanwhile.
        const batch = queue.takeAll();
        if (batch !== null) this.#beside(batch, recordApart(this.#apart, batch.waiting));
        while (this.#retries.size > 0) await Promise.all(this.#retries);
      }
    }
    this.#isFlushing = false;
    this.#tellIfIdle();
  }

  #ended(batch: Batch, outcome: Outcome): void {
    if ("error" in outcome) {
      this.#beside(batch, explain(this.#apart, batch.waiting, outcome.error));
      return;
    }
    this.#queue.done(batch);
    this.#refused = null;
    const { results, folded } = outcome;
    const milliseconds = performance.now() - batch.takenAt;
    tellFlush(this.#options, { events: batch.waiting.length, milliseconds, folded });
    answer(batch.waiting, results);
  }

  /** Beside the batches in turn. */
  #beside(batch: Batch, recorded: Promise<void>): void {
    this.#queue.done(batch);
    const ending = recorded.finally(() => {
      this.#retries.delete(ending);
      this.#tellIfIdle();
    });
    this.#retries.add(ending);
  }

  /** While anybody waits. Never rejects. */
  async #look(): Promise<void> {
    this.#isLooking = true;
    do {
      await sleep(lookMilliseconds, undefined, { ref: false });
      rejectAll(
        this.#queue.takeExpired(performance.now()),
        new Unavailable("This has waited for too long to be recorded."),
      );
      void this.#takeBackUnlocked();
      this.#tellIfIdle();
    } while (this.#isFlushing || (this.#queue.setAside.programs > 0 && !(this.#isDraining && this.#isIdle)));
    this.#isLooking = false;
  }

  /** Nobody waits for it: whoever has waited for too long hears that in time. */
  async #takeBackUnlocked(): Promise<void> {
    const due = this.#queue.setAside.due(performance.now());
    if (due.length === 0 || this.#isTakingBack) return;
    this.#isTakingBack = true;
    try {
      const locked = new Set(await this.#options.database.transaction((session) => findLockedHeads(session, due)));
      this.#queue.takeBack(due.filter((programId) => !locked.has(programId)));
    } catch {
      // They stay where they are; the next look may say more.
    }
    this.#isTakingBack = false;
    this.#start();
  }

  #tellIfIdle(): void {
    if (this.#isIdle) this.#tellIdle?.();
  }
}

/** Whoever listens must not be able to stop the queue. */
function tellFlush({ onFlush }: BatcherOptions, flushed: Flush): void {
  try {
    onFlush?.(flushed);
  } catch {
    // The batch is committed and answered; a figure is missing.
  }
}
