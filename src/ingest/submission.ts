// What is handed to the log to be recorded, and what comes back.
import type { Conclusion } from "../core/conclusion.ts";
import type { NewDelivery, NewEvent } from "../log/append.ts";

export type Submission = {
  readonly event: NewEvent;
  /** Kept with its event whatever the outcome; null for calls. */
  readonly delivery: NewDelivery | null;
  /** A call's program key, confirmed in the transaction that records the call; null where none is needed. */
  readonly keyHash: Buffer | null;
  /** Calls that were refused, or changed nothing, leave no event; deliveries and configuration always do. */
  readonly keep: "always" | "when_it_changes_something";
  /** Set when the books could not be written for this event: it is kept as failed, for an operator to replay. */
  readonly fault?: string;
  /** The line a refused or a test call leaves in the tracking log; null where none is kept. */
  readonly logged: { readonly call: string; readonly transactionId: string | null } | null;
};

export type Result =
  | { readonly kind: "concluded"; readonly conclusion: Conclusion; readonly eventId: number | null }
  /** The same source told the same event before. */
  | { readonly kind: "told_before"; readonly eventId: number }
  /** The key was replaced between its first check and the commit. */
  | { readonly kind: "key_revoked" }
  | { readonly kind: "unknown_program" }
  /** Our own code failed on this call; nothing of it was kept. */
  | { readonly kind: "failed"; readonly error: unknown };
