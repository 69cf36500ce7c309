// Group commit: requests that arrive during a flush share the next one, so the busier the service, the fewer transactions a
// request costs. The queue is bounded: beyond its bound callers are refused at once, with the time to retry after.
// A fault of one submission never fails its neighbours, a lock stalls only its program, and a delivery that was accepted is never
// dropped because our own code failed on it. A transient fault never ends a delivery: its provider retries.

import { findLockedHeads } from "../log/heads.ts";
import type { Database } from "../postgres/database.ts";
import { type BatcherEvent, type BatcherState, batcherStates } from "./batcher-states.ts";
import type { Batcher, BatcherStats } from "./batcher-stats.ts";
import { answer, type BisectParts, bisectFault, commitOrBisect, rejectAll } from "./bisect.ts";
import { DirectoryCache } from "./directory-cache.ts";
import { type BatchResult, runPipeline } from "./pipeline.ts";
import { type Batch, Queue } from "./queue/queue.ts";
import { ShardBatchers } from "./shard-batchers.ts";
import type { Result, Submission } from "./submission.ts";
import { Unavailable } from "./unavailable.ts";
import { WriteLease } from "./write-lease.ts";

export type { Batcher, BatcherStats };

export type BatcherOptions = {
  readonly database: Database;
  readonly batchEventsMax: number;
  readonly queueEventsMax: number;
  readonly queueWaitSecondsMax: number;
  readonly onFlush?: (flush: Flush) => void;
  /** Others record at the same time, on the same machine: see `overlaps` of the pipeline. Only this one when left out. */
  readonly isOneOfSeveral?: boolean;
  /** Where it commits; the database's own connections when left out. */
  readonly recorders?: Pick<Database, "withRecorders">;
};

/** One transaction, from when its batch was taken to its commit. */
export type Flush = {
  readonly events: number;
  readonly milliseconds: number;
  /** `ahead`: from a prefetch. `under_lock`: the first batch after a pause, and where another process writes the same programs. */
  readonly folded: "ahead" | "under_lock";
  readonly queued: readonly { readonly submission: Submission }[];
};

const millisecondsPerSecond = 1000;
/** Between two looks for expired submissions and for programs whose lock is free again. */
const watchMilliseconds = 100;
/** Then a refusal counts no longer: a service that is not ready gets no traffic that could clear it. */
const refusalMilliseconds = 10_000;

export function startBatcher(options: BatcherOptions): Batcher {
  const { shards } = options.database;
  if (shards === null) return new GroupCommit(options);
  return new ShardBatchers(
    shards,
    options.queueEventsMax,
    (recorders) => new GroupCommit({ ...options, ...recorders, isOneOfSeveral: true }),
  );
}

class GroupCommit implements Batcher {
  readonly #options: BatcherOptions;
  readonly #queue: Queue;
  readonly #cache = new DirectoryCache();
  readonly #lease = new WriteLease();
  readonly #bisections = new Set<Promise<void>>();
  readonly #bisectParts: BisectParts;
  readonly #drained = Promise.withResolvers<void>();
  readonly #recorders: Pick<Database, "withRecorders">;
  #state: BatcherState = "idle";
  #refusal: { readonly by: "full" | "read_only"; readonly at: number } | null = null;
  #isWatching = false;
  #isReadmitting = false;

  constructor(options: BatcherOptions) {
    this.#options = options;
    this.#recorders = options.recorders ?? options.database;
    this.#queue = new Queue({
      batchMax: options.batchEventsMax,
      max: options.queueEventsMax,
      waitMillisecondsMax: options.queueWaitSecondsMax * millisecondsPerSecond,
      isOfOneProgram: options.database.shards !== null && options.recorders === undefined,
    });
    this.#bisectParts = {
      database: options.database,
      isTooOld: (queued) => this.#queue.isTooOld({ queued }),
      onTransientFault: (fault) => {
        if (fault === "full" || fault === "read_only") this.#refusal = { by: fault, at: performance.now() };
      },
      onCommit: () => {
        this.#refusal = null;
      },
    };
  }

  submit(submission: Submission): Promise<Result> {
    if (!batcherStates[this.#state].accepts) return Promise.reject(new Unavailable("The service is stopping."));
    const since = performance.now();
    const refusal = this.#queue.refusalOf(submission, since);
    if (refusal !== undefined) return Promise.reject(refusal);
    return new Promise<Result>((resolve, reject) => {
      this.#queue.push({ submission, resolve, reject, since });
      this.#start();
    });
  }

  drain(): Promise<void> {
    this.#on("drain");
    return this.#drained.promise;
  }

  stats(): BatcherStats {
    const { length, setAside, oldestSince } = this.#queue;
    const now = performance.now();
    const isRefused = this.#refusal !== null && now - this.#refusal.at < refusalMilliseconds;
    return {
      queued: length + setAside.length,
      programsSetAside: setAside.programs,
      oldestWaitingSeconds: oldestSince === null ? 0 : (now - oldestSince) / millisecondsPerSecond,
      refusedFor: isRefused ? (this.#refusal?.by ?? null) : null,
    };
  }

  #on(event: BatcherEvent): void {
    this.#state = batcherStates[this.#state].on[event] ?? this.#state;
    if (this.#state === "drained") this.#drained.resolve();
  }

  #start(): void {
    if (!this.#isWatching) void this.#watch();
    if (batcherStates[this.#state].flushes) return;
    if (this.#queue.length === 0) {
      if (this.#queue.setAside.length > 0) this.#on("set_aside");
      return;
    }
    this.#on("queued");
    // Everything that arrives in the same turn of the event loop shares the first flush.
    setImmediate(() => void this.#flush());
  }

  async #flush(): Promise<void> {
    const queue = this.#queue;
    const parts = {
      queue,
      cache: this.#cache,
      lease: this.#lease,
      overlaps: this.#options.isOneOfSeveral !== true,
      clock: this.#options.database.clock,
      onEnd: (batch: Batch, result: BatchResult) => this.#ended(batch, result),
    };
    while (queue.length > 0) {
      try {
        await this.#recorders.withRecorders((recorders) => runPipeline({ ...recorders, ...parts }));
      } catch {
        // There is no connection: the queued are answered so, and new ones may come meanwhile.
        const batch = queue.takeAll();
        if (batch !== null) this.#bisect(batch, commitOrBisect(this.#bisectParts, batch.queued));
        while (this.#bisections.size > 0) await Promise.all(this.#bisections);
      }
    }
    this.#on("queue_empty");
    this.#settle();
  }

  #ended(batch: Batch, result: BatchResult): void {
    if ("error" in result) {
      this.#bisect(batch, bisectFault(this.#bisectParts, batch.queued, result.error));
      return;
    }
    this.#queue.done(batch);
    this.#refusal = null;
    const { results, folded } = result;
    const milliseconds = performance.now() - batch.takenAt;
    reportFlush(this.#options, { events: batch.queued.length, milliseconds, folded, queued: batch.queued });
    answer(batch.queued, results);
  }

  /** In parallel with the pipeline. */
  #bisect(batch: Batch, committed: Promise<void>): void {
    this.#queue.done(batch);
    const ending = committed.finally(() => {
      this.#bisections.delete(ending);
      this.#settle();
    });
    this.#bisections.add(ending);
  }

  #settle(): void {
    if (this.#bisections.size === 0 && this.#queue.length + this.#queue.setAside.length === 0) this.#on("settled");
  }

  /** Runs while anything is queued or set aside. Never rejects. */
  async #watch(): Promise<void> {
    this.#isWatching = true;
    do {
      await new Promise<void>((resolve) => setTimeout(resolve, watchMilliseconds).unref());
      rejectAll(
        this.#queue.takeExpired(performance.now()),
        new Unavailable("This has waited for too long to be recorded."),
      );
      void this.#readmitUnlocked();
      this.#settle();
    } while (batcherStates[this.#state].flushes || (this.#queue.setAside.programs > 0 && this.#state !== "drained"));
    this.#isWatching = false;
  }

  /** Not awaited by the watch: submissions expire in time however long the database takes. */
  async #readmitUnlocked(): Promise<void> {
    const due = this.#queue.setAside.due(performance.now());
    if (due.length === 0 || this.#isReadmitting) return;
    this.#isReadmitting = true;
    try {
      const locked = new Set(await this.#options.database.transaction((session) => findLockedHeads(session, due)));
      this.#queue.readmit(due.filter((programId) => !locked.has(programId)));
    } catch {
      // They stay set aside; the next attempt may succeed.
    }
    this.#isReadmitting = false;
    this.#start();
  }
}

/** A listener that throws must not stop the queue. */
function reportFlush({ onFlush }: BatcherOptions, flush: Flush): void {
  try {
    onFlush?.(flush);
  } catch {
    // The batch is committed and answered; a figure is missing.
  }
}
