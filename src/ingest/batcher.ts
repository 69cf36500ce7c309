// Group commit: requests that arrive while a flush is under way share the next one, so the busier the service, the fewer
// transactions a request costs. The queue is bounded: beyond it callers hear at once that they must come back.
// A fault of one submission never fails its neighbours, and a delivery that was accepted for recording is never dropped
// because our own code failed on it.
import { type Database, isDatabaseUnavailable } from "../db/database.ts";
import { haveMoved } from "../log/heads.ts";
import { OutdatedRules } from "../projector/rules.ts";
import { BooksAreBehind, commitBatch, nameCause } from "./commit.ts";
import { type Outcome, recordInTurn } from "./in-turn.ts";
import { type Batch, Queue, type Waiting } from "./queue.ts";
import { RightOfWay } from "./right-of-way.ts";
import { StandingBooks } from "./standing-books.ts";
import type { Result, Submission } from "./submission.ts";

export type Batcher = {
  /** Answers after the commit. Rejects with `Unavailable` when it could not be made durable. */
  submit(submission: Submission): Promise<Result>;
  /** Answers when everything submitted so far is answered; later submissions are refused. */
  drain(): Promise<void>;
  readonly queued: number;
};

export type BatcherOptions = {
  readonly database: Database;
  readonly batchEventsMax: number;
  readonly queueEventsMax: number;
  readonly onFlush?: (flush: Flush) => void;
};

/** One transaction, from when its batch was taken to its commit. */
export type Flush = {
  readonly events: number;
  readonly milliseconds: number;
  /** `under_lock` is for the first batch after a pause, and where another process writes to the same programs. */
  readonly folded: "ahead" | "under_lock";
};

/** It could not be made durable now; the same call may be made again. */
export class Unavailable extends Error {
  readonly retryAfterSeconds: number;

  constructor(message: string, options: { cause?: unknown; retryAfterSeconds?: number } = {}) {
    super(message, { cause: options.cause });
    this.retryAfterSeconds = options.retryAfterSeconds ?? retryAfterSecondsDefault;
  }
}

const retryAfterSecondsDefault = 5;

export function startBatcher(options: BatcherOptions): Batcher {
  const { database } = options;
  const queue = new Queue({ batchMax: options.batchEventsMax, max: options.queueEventsMax });
  const standing = new StandingBooks();
  const rightOfWay = new RightOfWay();
  const retries = new Set<Promise<void>>();
  let isFlushing = false;
  let isDraining = false;
  let onIdle: (() => void) | undefined;

  async function flushAll(): Promise<void> {
    while (queue.length > 0) {
      try {
        const lane = { queue, standing, rightOfWay, ended, clock: database.clock };
        await database.withRecorders((recorders) => recordInTurn({ ...recorders, ...lane }));
      } catch {
        // There is no connection: whoever waits hears that, and others may come meanwhile.
        const batch = queue.takeAll();
        if (batch !== null) apart(batch, flush(database, batch.waiting));
      }
      while (retries.size > 0) await Promise.all(retries);
    }
    isFlushing = false;
    onIdle?.();
  }

  function ended(batch: Batch, outcome: Outcome): void {
    if ("error" in outcome) {
      apart(batch, explain(database, batch.waiting, outcome.error));
      return;
    }
    queue.done(batch);
    const { results, folded } = outcome;
    tellFlush(options, { events: batch.waiting.length, milliseconds: performance.now() - batch.takenAt, folded });
    answer(batch.waiting, results);
  }

  /** Beside the batches in turn. */
  function apart(batch: Batch, retried: Promise<void>): void {
    queue.done(batch);
    const ending = retried.finally(() => retries.delete(ending));
    retries.add(ending);
  }

  return {
    submit(submission) {
      if (isDraining) return Promise.reject(new Unavailable("The service is stopping."));
      if (queue.isFull) {
        return Promise.reject(
          new Unavailable("Too many requests are waiting to be recorded.", { retryAfterSeconds: 1 }),
        );
      }
      return new Promise<Result>((resolve, reject) => {
        queue.push({ submission, resolve, reject });
        if (isFlushing) return;
        isFlushing = true;
        // Whatever arrives in the same turn of the event loop shares the first flush.
        setImmediate(() => void flushAll());
      });
    },
    async drain() {
      isDraining = true;
      if (!isFlushing) return;
      await new Promise<void>((resolve) => {
        onIdle = resolve;
      });
    },
    get queued() {
      return queue.length;
    },
  };
}

/** Whoever listens must not be able to stop the queue. */
function tellFlush({ onFlush }: BatcherOptions, flushed: Flush): void {
  try {
    onFlush?.(flushed);
  } catch {
    // The batch is committed and answered; a figure is missing.
  }
}

function answer(batch: readonly Waiting[], results: readonly Result[]): void {
  for (const [index, waiting] of batch.entries()) {
    const result = results[index];
    if (result === undefined) waiting.reject(new Error("a submission was left without a result"));
    else waiting.resolve(result);
  }
}

/** Never rejects: every waiting request hears its own result or error. */
async function flush(database: Database, batch: readonly Waiting[]): Promise<void> {
  try {
    const results = await commitBatch(
      database,
      batch.map((waiting) => waiting.submission),
    );
    answer(batch, results);
  } catch (error) {
    await explain(database, batch, error);
  }
}

/** Finds out whom a fault belongs to, and records the others. Never rejects. */
async function explain(database: Database, batch: readonly Waiting[], error: unknown): Promise<void> {
  const unavailable = unavailableBy(error, batch.length);
  if (unavailable !== undefined) {
    for (const waiting of batch) waiting.reject(unavailable);
  } else if (error instanceof BooksAreBehind || haveMoved(error)) {
    await flush(database, batch);
  } else if (batch.length > 1) {
    for (const waiting of batch) await flush(database, [waiting]);
  } else {
    for (const waiting of batch) await keepOrReject(database, waiting, error);
  }
}

/** What is no fault of the batch: the same may be tried again, here or by another process. */
function unavailableBy(error: unknown, submissions: number): Unavailable | undefined {
  if (isDatabaseUnavailable(error)) return new Unavailable("The database cannot be reached.", { cause: error });
  // Only some programs may have newer rules: alone, each submission hears what is true of its own.
  if (!(error instanceof OutdatedRules) || submissions > 1) return undefined;
  return new Unavailable("A newer release has taken over these books.", { cause: error });
}

/** Alone, and still refused by the database: a delivery is kept as failed, a call hears the error. */
async function keepOrReject(database: Database, waiting: Waiting, error: unknown): Promise<void> {
  const { submission } = waiting;
  const cause = await nameCause(database, [submission.event.programId], error).catch(() => error);
  if (cause !== error) {
    waiting.reject(cause);
    return;
  }
  if (submission.delivery === null || submission.fault !== undefined) {
    waiting.reject(error);
    return;
  }
  const fault = error instanceof Error ? error.message : String(error);
  await flush(database, [{ ...waiting, submission: { ...submission, fault } }]);
}
