// The states of the batcher: what happens in each, and which event leads to which state. The batcher reads this table and keeps no other
// flags. An event that a state does not list leaves it unchanged.

export type BatcherState = "idle" | "flushing" | "waiting" | "draining" | "draining_waiting" | "drained";

export type BatcherEvent =
  /** The queue is no longer empty. */
  | "queued"
  /** A submission arrived for a program that is set aside. */
  | "set_aside"
  | "queue_empty"
  /** Nothing that was accepted is left unanswered. */
  | "settled"
  /** The service is stopping. */
  | "drain";

type StateRules = {
  /** Whether submissions are accepted. */
  readonly accepts: boolean;
  /** Whether the pipeline takes batches off the queue. */
  readonly flushes: boolean;
  readonly on: { readonly [Event in BatcherEvent]?: BatcherState };
};

export const batcherStates: { readonly [State in BatcherState]: StateRules } = {
  /** Nothing is queued, set aside or being committed. */
  idle: { accepts: true, flushes: false, on: { queued: "flushing", set_aside: "waiting", drain: "drained" } },
  /** The pipeline commits batches until the queue is empty. */
  flushing: { accepts: true, flushes: true, on: { queue_empty: "waiting", drain: "draining" } },
  /** The queue is empty; the rest is set aside behind a lock, or belongs to a batch that is being bisected. */
  waiting: { accepts: true, flushes: false, on: { queued: "flushing", settled: "idle", drain: "draining_waiting" } },
  /** As `flushing`, for what was accepted before the drain. */
  draining: { accepts: false, flushes: true, on: { queue_empty: "draining_waiting" } },
  /** As `waiting`, for what was accepted before the drain. */
  draining_waiting: { accepts: false, flushes: false, on: { queued: "draining", settled: "drained" } },
  /** Everything that was accepted is answered; nothing follows. */
  drained: { accepts: false, flushes: false, on: {} },
};
