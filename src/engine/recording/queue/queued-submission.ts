// A submission in the queue, with the promise its caller waits on.
import type { Result, Submission } from "../submission.ts";

export type QueuedSubmission = {
  readonly submission: Submission;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  /** When it came, by `performance.now()`. */
  readonly since: number;
};
