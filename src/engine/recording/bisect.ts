// Handles a batch that could not be committed: it is bisected until the faulty submission is alone, and the others are committed. Only a
// bug of ours, or data that the database refuses, ends a delivery: it is stored as failed. A transient fault is answered as such to the
// whole batch at once: bisecting a fault that all share would only take longer.

import { OutdatedRules } from "../books/rules.ts";
import { haveMoved } from "../log/heads.ts";
import { ShardMoved } from "../postgres/citus/shards.ts";
import type { Database } from "../postgres/database.ts";
import { type DatabaseFault, databaseFaultOf } from "../postgres/faults.ts";
import { commitBatch, nameCause } from "./locked-batch.ts";
import type { QueuedSubmission } from "./queue/queued-submission.ts";
import { BooksAreBehind } from "./read-inputs.ts";
import type { Result } from "./submission.ts";
import { Unavailable } from "./unavailable.ts";

type TransientFault = Exclude<DatabaseFault, "data_refused">;

const meanings: { readonly [Fault in TransientFault]: string } = {
  locked: "Another transaction holds a lock that this needs.",
  conflict: "The database took other transactions first.",
  timed_out: "The database took too long.",
  full: "The database has no space left.",
  read_only: "The database only lets read.",
  unreachable: "The database cannot be reached.",
  other: "The database could not do this now.",
};

export type BisectParts = {
  readonly database: Database;
  /** Whether these have waited for so long that only one more try is worth it. */
  readonly isTooOld: (queued: readonly QueuedSubmission[]) => boolean;
  readonly onTransientFault: (fault: TransientFault) => void;
  readonly onCommit: () => void;
};

/** Never rejects: every caller is answered with its own result or error. */
export async function commitOrBisect(parts: BisectParts, batch: readonly QueuedSubmission[]): Promise<void> {
  try {
    const results = await commitBatch(
      parts.database,
      batch.map(({ submission }) => submission),
    );
    parts.onCommit();
    answer(batch, results);
  } catch (error) {
    await bisectFault(parts, batch, error);
  }
}

/** Finds the faulty submission, and commits the others. Never rejects. */
export async function bisectFault(
  parts: BisectParts,
  batch: readonly QueuedSubmission[],
  error: unknown,
): Promise<void> {
  if (error instanceof BooksAreBehind || error instanceof ShardMoved || haveMoved(error)) {
    await commitOrBisect(parts, batch);
    return;
  }
  const fault = databaseFaultOf(error);
  if (fault !== null && fault !== "data_refused") {
    parts.onTransientFault(fault);
    rejectAll(batch, new Unavailable(meanings[fault], { cause: error }));
  } else if (batch.length > 1) {
    await commitHalves(parts, batch, error);
  } else if (error instanceof OutdatedRules) {
    rejectAll(batch, new Unavailable("A newer release has taken over these books.", { cause: error }));
  } else {
    for (const queued of batch) await keepOrReject(parts, queued, error);
  }
}

async function commitHalves(parts: BisectParts, batch: readonly QueuedSubmission[], error: unknown): Promise<void> {
  const middle = Math.ceil(batch.length / 2);
  for (const half of [batch.slice(0, middle), batch.slice(middle)]) {
    if (half.length > 1 && parts.isTooOld(half)) {
      rejectAll(half, new Unavailable("To find what cannot be recorded took too long.", { cause: error }));
    } else {
      await commitOrBisect(parts, half);
    }
  }
}

/** Alone, so the fault is its own or ours: a delivery is kept as failed, a call is answered with the error. */
async function keepOrReject(parts: BisectParts, queued: QueuedSubmission, error: unknown): Promise<void> {
  const { submission } = queued;
  const cause = await nameCause(parts.database, [submission.event.programId], error).catch(() => error);
  if (cause !== error || submission.delivery === null || submission.fault !== undefined) {
    queued.reject(cause);
    return;
  }
  const fault = error instanceof Error ? error.message : String(error);
  await commitOrBisect(parts, [{ ...queued, submission: { ...submission, fault } }]);
}

export function rejectAll(batch: readonly QueuedSubmission[], error: Unavailable): void {
  for (const queued of batch) queued.reject(error);
}

export function answer(batch: readonly QueuedSubmission[], results: readonly Result[]): void {
  for (const [index, queued] of batch.entries()) {
    const result = results[index];
    if (result === undefined) queued.reject(new Error("a submission was left without a result"));
    else queued.resolve(result);
  }
}
