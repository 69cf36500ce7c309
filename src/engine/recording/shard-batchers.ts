// On a cluster: a batcher for each shard, which commits the programs of that shard on its node, and one for programs whose shard is not
// known, which commits through the coordinator. A program is always in one of them, so its order is kept.
import type { Shard, Shards } from "../postgres/citus/shards.ts";
import type { Batcher, BatcherStats } from "./batcher-stats.ts";
import type { Result, Submission } from "./submission.ts";
import { Unavailable } from "./unavailable.ts";

/** Of one shard, or of all programs without one. */
type StartOf = (of: { readonly recorders?: Shard }) => Batcher;

export class ShardBatchers implements Batcher {
  readonly #shards: Shards;
  readonly #queueMax: number;
  readonly #startOf: StartOf;
  readonly #otherwise: Batcher;
  readonly #ofShards = new Map<Shard, Batcher>();
  /** Those of shards that were divided, until they have answered what they accepted. */
  readonly #leaving = new Set<Batcher>();
  #unanswered = 0;
  #isDraining = false;

  constructor(shards: Shards, queueMax: number, startOf: StartOf) {
    this.#shards = shards;
    this.#queueMax = queueMax;
    this.#startOf = startOf;
    this.#otherwise = startOf({});
  }

  async submit(submission: Submission): Promise<Result> {
    // The bound of one queue is that of all together. Most are being recorded, and are not counted by it.
    if (this.#unanswered >= this.#queueMax && this.stats().queued >= this.#queueMax) {
      throw new Unavailable("Too many requests are waiting to be recorded.", { retryAfterSeconds: 1 });
    }
    this.#unanswered += 1;
    try {
      if (!this.#shards.isLoaded) await this.#shards.load();
      if (this.#isDraining) throw new Unavailable("The service is stopping.");
      return await this.#batcherOf(submission.event.programId).submit(submission);
    } finally {
      this.#unanswered -= 1;
    }
  }

  async drain(): Promise<void> {
    this.#isDraining = true;
    await Promise.all([...this.#all()].map((batcher) => batcher.drain()));
  }

  stats(): BatcherStats {
    const all = [...this.#all()].map((batcher) => batcher.stats());
    return {
      queued: all.reduce((sum, { queued }) => sum + queued, 0),
      programsSetAside: all.reduce((sum, { programsSetAside }) => sum + programsSetAside, 0),
      oldestWaitingSeconds: Math.max(...all.map(({ oldestWaitingSeconds }) => oldestWaitingSeconds)),
      refusedFor: all.find(({ refusedFor }) => refusedFor !== null)?.refusedFor ?? null,
    };
  }

  #batcherOf(programId: number): Batcher {
    const shard = this.#shards.shardOf(programId);
    if (shard === undefined) return this.#otherwise;
    const known = this.#ofShards.get(shard);
    if (known !== undefined) return known;
    this.#leaveDivided();
    const batcher = this.#startOf({ recorders: shard });
    this.#ofShards.set(shard, batcher);
    return batcher;
  }

  #leaveDivided(): void {
    for (const [shard, batcher] of this.#ofShards) {
      if (!shard.isGone) continue;
      this.#ofShards.delete(shard);
      this.#leaving.add(batcher);
      void batcher.drain().finally(() => this.#leaving.delete(batcher));
    }
  }

  *#all(): Generator<Batcher> {
    yield this.#otherwise;
    yield* this.#ofShards.values();
    yield* this.#leaving;
  }
}
