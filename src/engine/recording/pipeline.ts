// Batches in a pipeline over two connections, so that PostgreSQL never waits for a fold nor a fold for PostgreSQL. While a batch is written
// on one connection, the next is prefetched on the other and folded from what is read there, overlaid with the changes of the batches in
// flight. Its transaction then moves the heads and writes; it fails with a conflict if a head is not what was read, because another process
// wrote the program or a batch in flight failed, and is then retried under the lock. If another process writes the same programs, every
// prefetch would conflict, so each takes the write lease first. A lock held by another transaction is waited for briefly: then its program
// is set aside, and the others go on.

import { boundLockWait, findLockedHeads, haveMoved } from "../log/heads.ts";
import type { ClockRule } from "../postgres/clock.ts";
import type { Recorders, Session } from "../postgres/driver/session.ts";
import { type DatabaseFault, databaseFaultOf } from "../postgres/faults.ts";
import { BatchFold, type BatchInputs } from "./batch-fold.ts";
import type { DirectoryCache } from "./directory-cache.ts";
import { readLocked } from "./locked-batch.ts";
import { prefetch } from "./prefetch.ts";
import type { Batch, Queue } from "./queue/queue.ts";
import type { Result } from "./submission.ts";
import type { WriteLease } from "./write-lease.ts";

export type PipelineParts = Recorders & {
  readonly clock: ClockRule;
  readonly queue: Queue;
  readonly cache: DirectoryCache;
  readonly lease: WriteLease;
  /**
   * Whether a batch is folded while the one before is written. Where others record at the same time, their work fills that time: there
   * everything that waits becomes one batch once the one before has ended, and fewer and larger batches cost less.
   */
  readonly overlaps: boolean;
  /** Called once a batch, with the results after the commit or what kept it from being committed. */
  readonly onEnd: (batch: Batch, result: BatchResult) => void;
};

/**
 * For a lock under which a batch is folded, such as a replay's or another process's. All others wait meanwhile; a prefetched batch waits
 * less, see `writesSettings`: the holder of the head is about to change it.
 */
const lockWaitMilliseconds = 200;
/** Where a lock wait timed out a moment ago. */
const suspectLockWaitMilliseconds = 20;
/**
 * Batches that are sent and not committed. Where PostgreSQL pauses, such as for a slow disk, the others wait in the queue: batches grow
 * there, and a lost connection ends none of them.
 */
const inFlightMax = 8;
/** How often a batch is retried before its callers have to. */
const conflictRetriesMax = 3;
/** `statement_timeout` may be long, and hits the whole batch: callers time out after some seconds. */
const timeoutRetriesMax = 1;

export type BatchResult =
  | { readonly results: readonly Result[]; readonly folded: "ahead" | "under_lock" }
  | { readonly error: unknown };

/** The batch to write next; `folded` is null where it has to be folded under the lock. */
type NextBatch = { readonly batch: Batch; readonly folded: Folded | null };

type Folded = { readonly fold: BatchFold; readonly results: readonly Result[] };

type InFlight = { readonly next: NextBatch; readonly fold: BatchFold };

/** A batch to be committed again, under the lock. */
type Retry = { readonly batch: Batch; readonly error: unknown };

/** When a batch's writes are sent, and when it has ended; neither rejects. */
type Progress = { readonly sent: Promise<void>; readonly ended: Promise<void> };

/** Commits what the queue gives, until it is empty or a connection is lost. Never rejects. */
export async function runPipeline(parts: PipelineParts): Promise<void> {
  const pipeline = new Pipeline(parts);
  let next = await pipeline.begin();
  while (next !== null) next = await pipeline.advance(next);
}

class Pipeline {
  readonly #parts: PipelineParts;
  /** Sent and not known to be committed, in order; an array, see decision 0163. */
  readonly #inFlight: InFlight[] = [];
  /** Of the same and of those that are about to be sent: when each has ended, in order. */
  readonly #endings: Promise<void>[] = [];
  #ended: Promise<void> = Promise.resolve();
  #retries: readonly Retry[] = [];

  constructor(parts: PipelineParts) {
    this.#parts = parts;
  }

  /** The first batch of a run, folded under the lock; null for an empty run. */
  async begin(): Promise<NextBatch | null> {
    const { queue, writes, lease } = this.#parts;
    const hasWork = this.#retries.length > 0 || queue.length > 0;
    if (hasWork && lease.isEnabled && !lease.isHeld) await lease.acquire(writes);
    const batch = this.#takeRetry() ?? this.#take();
    if (batch !== null) return { batch, folded: null };
    lease.release();
    return null;
  }

  /** Sends a batch's writes and answers the next as soon as that is prefetched; null when it was the last. */
  async advance(next: NextBatch): Promise<NextBatch | null> {
    const { queue, lease, overlaps, onEnd } = this.#parts;
    const { sent, ended } = this.#write(next);
    await (overlaps ? sent : ended);
    while (this.#endings.length >= inFlightMax) await this.#endings[0];
    if (overlaps && this.#mayPrefetch) await Promise.race([queue.batchReady(), ended]);
    const batch = this.#mayPrefetch ? this.#take() : null;
    if (batch !== null) return this.#prefetch(batch);
    if (lease.isExpired) lease.release();
    await ended;
    if (!this.#isBroken) return this.begin();
    lease.release();
    for (const { batch, error } of this.#retries) onEnd(batch, { error });
    this.#retries = [];
    return null;
  }

  #take(): Batch | null {
    const { queue, overlaps } = this.#parts;
    return overlaps ? queue.takeHalf() : queue.takeAll();
  }

  /** Ends those that have waited for too long meanwhile. */
  #takeRetry(): Batch | null {
    for (;;) {
      const [next, ...others] = this.#retries;
      if (next === undefined) return null;
      this.#retries = others;
      if (!this.#parts.queue.isTooOld(next.batch)) return next.batch;
      this.#parts.onEnd(next.batch, { error: next.error });
    }
  }

  /** Whether a prefetch now is likely to commit without a conflict. */
  get #mayPrefetch(): boolean {
    const { isEnabled, isHeld, isExpired } = this.#parts.lease;
    return !this.#isBroken && this.#retries.length === 0 && !isExpired && (isHeld || !isEnabled);
  }

  /** Then the run ends, however many wait: the next has other connections. */
  get #isBroken(): boolean {
    return this.#parts.writes.isBroken || this.#parts.reads.isBroken;
  }

  #write(next: NextBatch): Progress {
    const { writes, lease } = this.#parts;
    const { batch, folded } = next;
    lease.countBatch();
    const sent = Promise.withResolvers<void>();
    const send = (session: Session, { fold, results }: Folded): readonly Result[] => {
      this.#inFlight.push({ next, fold });
      fold.write(session);
      sent.resolve();
      return results;
    };
    const committed =
      folded === null
        ? writes.transaction(async (session) => send(session, await this.#foldUnderLock(session, batch)))
        : writes.piece((session) => send(session, folded));
    const ended = this.#end(next, committed, this.#ended).finally(() => {
      this.#endings.splice(this.#endings.indexOf(ended), 1);
      sent.resolve();
    });
    this.#endings.push(ended);
    this.#ended = ended;
    return { sent: sent.promise, ended };
  }

  /** Batches end in the order they were sent in. */
  async #end(next: NextBatch, committed: Promise<readonly Result[]>, before: Promise<void>): Promise<void> {
    const { lease, onEnd } = this.#parts;
    const { batch, folded } = next;
    const [commit] = await Promise.allSettled([committed, before]);
    const at = this.#inFlight.findIndex((sent) => sent.next === next);
    if (at >= 0) this.#inFlight.splice(at, 1);
    if (commit.status === "fulfilled") {
      if (folded !== null) lease.countCommit();
      onEnd(batch, { results: commit.value, folded: folded === null ? "under_lock" : "ahead" });
    } else {
      await this.#failed(next, commit.reason);
    }
  }

  async #failed({ batch, folded }: NextBatch, error: unknown): Promise<void> {
    const { queue, lease, onEnd } = this.#parts;
    const fault = databaseFaultOf(error);
    const wasPrefetched = folded !== null;
    if (wasPrefetched && (haveMoved(error) || fault === "locked")) {
      this.#retries = [...this.#retries, { batch, error }];
      lease.countConflict();
    } else if (fault === "locked") {
      await this.#setLockedAside(batch, error);
    } else if (mayRetry(fault, batch.tries) && !queue.isTooOld(batch)) {
      const again = queue.retry(batch).map((same) => ({ batch: same, error }));
      // What was folded from a batch that failed has failed with it, and stays behind it.
      this.#retries = wasPrefetched ? [...this.#retries, ...again] : [...again, ...this.#retries];
    } else {
      onEnd(batch, { error });
    }
  }

  /** Nothing but this batch waits for the lock: while a batch is folded under the lock, none is taken behind it. */
  async #setLockedAside(batch: Batch, error: unknown): Promise<void> {
    const { queue, reads, onEnd } = this.#parts;
    const programIds = programsOf(batch);
    let locked: readonly number[];
    try {
      locked = await reads.pieces((session) => findLockedHeads(session, programIds));
    } catch {
      onEnd(batch, { error });
      return;
    }
    // Another row than a head is locked, or it is free by now: alone, each program shows.
    if (locked.length === 0 && programIds.length > 1) {
      this.#retries = [...queue.divideByProgram(batch).map((part) => ({ batch: part, error })), ...this.#retries];
      return;
    }
    const all = [batch, ...this.#retries.map((retry) => retry.batch)];
    const isHeadLocked = locked.length > 0;
    const left = queue.setProgramsAside({ programIds: isHeadLocked ? locked : programIds, isHeadLocked }, all);
    this.#retries = left.map((part) => ({ batch: part, error }));
  }

  /** Never rejects: a batch that cannot be prefetched is folded under the lock, where its fault is reported. */
  async #prefetch(batch: Batch): Promise<NextBatch> {
    const fold = foldOf(batch);
    try {
      const inFlight = this.#inFlight.map(({ fold: earlier }) => earlier).reverse();
      const { clock, cache } = this.#parts;
      const inputs = await this.#parts.reads.pieces((session) => prefetch(session, fold, { clock, inFlight, cache }));
      return { batch, folded: this.#fold(fold, inputs) };
    } catch {
      return { batch, folded: null };
    }
  }

  async #foldUnderLock(session: Session, batch: Batch): Promise<Folded> {
    const { queue, clock } = this.#parts;
    const fold = foldOf(batch);
    boundLockWait(session, queue.isSuspect(batch) ? suspectLockWaitMilliseconds : lockWaitMilliseconds);
    return this.#fold(fold, await readLocked(session, fold, clock));
  }

  #fold(fold: BatchFold, inputs: BatchInputs): Folded {
    const results = fold.fold(inputs);
    fold.storeDirectory(this.#parts.cache, inputs);
    return { fold, results };
  }
}

function foldOf({ queued }: Batch): BatchFold {
  return new BatchFold(queued.map(({ submission }) => submission));
}

function programsOf({ queued }: Batch): number[] {
  return [...new Set(queued.map(({ submission }) => submission.event.programId))];
}

/** What was rolled back as a whole, and for no fault of its own. */
function mayRetry(fault: DatabaseFault | null, tries: number): boolean {
  if (fault === "conflict") return tries < conflictRetriesMax;
  return fault === "timed_out" && tries < timeoutRetriesMax;
}
