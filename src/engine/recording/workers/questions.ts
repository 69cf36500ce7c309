// What one worker asks another of the same machine, and what it is answered.
import type { MetricObjectWithValues, MetricValue } from "prom-client";
import type { KeyFlag } from "../../../core/vocabulary/access/key-flag.ts";
import type { Result, Submission } from "../submission.ts";
import type { Failure } from "./failure.ts";

export type Question =
  /** To record it in its next batch. */
  | { readonly kind: "record"; readonly submission: Submission }
  /** To count one call, or to take one back. */
  | { readonly kind: "count"; readonly count: CountedCall }
  /** For what it has counted of itself. */
  | { readonly kind: "figures" };

export type CountedCall = { readonly name: string; readonly key: string; readonly change: "consume" | "reward" };

/** Of one worker, as prom-client adds them up. */
export type FiguresOfWorker = readonly MetricObjectWithValues<MetricValue<string>>[];

export type Answer =
  | { readonly kind: "result"; readonly result: Exclude<Result, { kind: "failed" }> }
  /** A result of the kind that holds an error. */
  | { readonly kind: "failed"; readonly failure: Failure; readonly keyFlag: KeyFlag | undefined }
  /** Null where it may go on. */
  | { readonly kind: "counted"; readonly waitMilliseconds: number | null }
  | { readonly kind: "figures"; readonly figures: FiguresOfWorker }
  | { readonly kind: "failure"; readonly failure: Failure };
