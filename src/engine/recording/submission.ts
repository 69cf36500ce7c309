// What is handed to the log to be recorded, and what comes back.

import type { Conclusion } from "../../core/rules/conclusion.ts";
import type { KeyFlag } from "../../core/vocabulary/access/key-flag.ts";
import type { NewDelivery, NewEvent } from "../log/append.ts";

/** A call's program key, confirmed in the transaction that records the call; null where none is needed. */
export type ShownKey =
  | { readonly keyHash: null }
  /** `keyUsedAt` is when the call came, in milliseconds: its deadline, where it has one, is held against that. */
  | { readonly keyHash: Buffer; readonly keyUsedAt: number };

export type Submission = ShownKey & {
  readonly event: NewEvent;
  /** Stored with its event, regardless of the outcome; null for calls. */
  readonly delivery: NewDelivery | null;
  /** Calls that were refused, or changed nothing, leave no event; deliveries and configuration always do. */
  readonly keep: "always" | "when_it_changes_something";
  /** Set when the books could not be written for this event: it is kept as failed, for an operator to replay. */
  readonly fault?: string;
  /** The line a refused or a test call leaves in the tracking log; null where none is kept. */
  readonly logged: { readonly call: string; readonly transactionId: string | null } | null;
};

export type Result = Answered & {
  /** Left out where no key was shown, or it need not be replaced. */
  readonly keyFlag?: KeyFlag;
};

type Answered =
  | { readonly kind: "concluded"; readonly conclusion: Conclusion; readonly eventId: number | null }
  /** The same source reported this event before. */
  | { readonly kind: "told_before"; readonly eventId: number }
  /** The key was replaced between its first check and the commit. */
  | { readonly kind: "key_revoked" }
  /** The key is flagged, and its deadline had come. */
  | { readonly kind: "key_past_deadline" }
  | { readonly kind: "unknown_program" }
  /** Our own code failed on this call, or its program's time is off; nothing of it was kept. */
  | { readonly kind: "failed"; readonly error: unknown };
