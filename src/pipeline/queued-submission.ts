// Who waits for a submission to be recorded.
import type { Result, Submission } from "./submission.ts";

export type Waiting = {
  readonly submission: Submission;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  /** By `performance.now()`. */
  readonly since: number;
};
