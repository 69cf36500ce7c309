// What is submitted to, and what it says of itself: one batcher, or one for each shard of a cluster.
import type { Result, Submission } from "./submission.ts";

export type Batcher = {
  /** Resolves after the commit. Rejects with `Unavailable` when it could not be made durable. */
  submit(submission: Submission): Promise<Result>;
  /** Refuses later submissions; resolves when everything submitted so far is answered. */
  drain(): Promise<void>;
  stats(): BatcherStats;
};

export type BatcherStats = {
  /** Queued for the next transactions, including those that are set aside. */
  readonly queued: number;
  /** Programs whose submissions are set aside, since another transaction holds their lock. */
  readonly programsSetAside: number;
  /** Age of the oldest submission that is neither answered nor set aside; 0 if all are answered. */
  readonly oldestWaitingSeconds: number;
  /** Why the database refused writes a moment ago; null once something was recorded since. */
  readonly refusedFor: "full" | "read_only" | null;
};
