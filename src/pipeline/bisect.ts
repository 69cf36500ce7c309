// What becomes of a batch that could not be recorded: whom the fault belongs to is found by halving, and the others are recorded.
// Only a fault of our own code, or data that the database refuses, ends a delivery: it is kept as failed. Whatever may pass is
// answered as such to the whole batch at once: to find out one by one what hits them all would only take longer.
import type { Database } from "../db/database.ts";
import { type DatabaseFault, databaseFaultOf } from "../db/faults.ts";
import { haveMoved } from "../log/heads.ts";
import { OutdatedRules } from "../projector/rules.ts";
import { BooksAreBehind, commitBatch, nameCause } from "./locked-batch.ts";
import type { Result } from "./submission.ts";
import { Unavailable } from "./unavailable.ts";
import type { Waiting } from "./queued-submission.ts";

type Passing = Exclude<DatabaseFault, "data_refused">;

const meanings: { readonly [Fault in Passing]: string } = {
  locked: "Another transaction holds a lock that this needs.",
  conflict: "The database took other transactions first.",
  timed_out: "The database took too long.",
  full: "The database has no space left.",
  read_only: "The database only lets read.",
  unreachable: "The database cannot be reached.",
  other: "The database could not do this now.",
};

export type Apart = {
  readonly database: Database;
  /** Whether who waits has waited for so long that only one more try is worth it. */
  readonly isTooOld: (waiting: readonly Waiting[]) => boolean;
  readonly tellPassing: (fault: Passing) => void;
  readonly tellRecorded: () => void;
};

/** Never rejects: every waiting request hears its own result or error. */
export async function recordApart(apart: Apart, batch: readonly Waiting[]): Promise<void> {
  try {
    const results = await commitBatch(
      apart.database,
      batch.map((waiting) => waiting.submission),
    );
    apart.tellRecorded();
    answer(batch, results);
  } catch (error) {
    await explain(apart, batch, error);
  }
}

/** Finds out whom a fault belongs to, and records the others. Never rejects. */
export async function explain(apart: Apart, batch: readonly Waiting[], error: unknown): Promise<void> {
  if (error instanceof BooksAreBehind || haveMoved(error)) {
    await recordApart(apart, batch);
    return;
  }
  const fault = databaseFaultOf(error);
  if (fault !== null && fault !== "data_refused") {
    apart.tellPassing(fault);
    rejectAll(batch, new Unavailable(meanings[fault], { cause: error }));
  } else if (batch.length > 1) {
    await halve(apart, batch, error);
  } else if (error instanceof OutdatedRules) {
    rejectAll(batch, new Unavailable("A newer release has taken over these books.", { cause: error }));
  } else {
    for (const waiting of batch) await keepOrReject(apart, waiting, error);
  }
}

async function halve(apart: Apart, batch: readonly Waiting[], error: unknown): Promise<void> {
  const middle = Math.ceil(batch.length / 2);
  for (const half of [batch.slice(0, middle), batch.slice(middle)]) {
    if (half.length > 1 && apart.isTooOld(half)) {
      rejectAll(half, new Unavailable("To find what cannot be recorded took too long.", { cause: error }));
    } else {
      await recordApart(apart, half);
    }
  }
}

/** Alone, and the fault is its own or ours: a delivery is kept as failed, a call hears the error. */
async function keepOrReject(apart: Apart, waiting: Waiting, error: unknown): Promise<void> {
  const { submission } = waiting;
  const cause = await nameCause(apart.database, [submission.event.programId], error).catch(() => error);
  if (cause !== error || submission.delivery === null || submission.fault !== undefined) {
    waiting.reject(cause);
    return;
  }
  const fault = error instanceof Error ? error.message : String(error);
  await recordApart(apart, [{ ...waiting, submission: { ...submission, fault } }]);
}

export function rejectAll(batch: readonly Waiting[], error: Unavailable): void {
  for (const waiting of batch) waiting.reject(error);
}

export function answer(batch: readonly Waiting[], results: readonly Result[]): void {
  for (const [index, waiting] of batch.entries()) {
    const result = results[index];
    if (result === undefined) waiting.reject(new Error("a submission was left without a result"));
    else waiting.resolve(result);
  }
}
