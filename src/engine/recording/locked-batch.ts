// The locked path: one batch in one transaction that locks the heads, loads, folds, appends, writes the books, and commits. Everything a
// decision reads is written in the same transaction under the same lock, so duplicates, windows and running refund totals are exact under
// any concurrency. An answer exists only after the commit.

import { catchUp } from "../books/catch-up.ts";
import { findForeignEvents, LogIsOccupied } from "../log/foreign-events.ts";
import { lockHeads } from "../log/heads.ts";
import { type ClockRule, stepBehindHead } from "../postgres/clock.ts";
import type { Database } from "../postgres/database.ts";
import type { Session } from "../postgres/driver/session.ts";
import { isUniqueViolation } from "../postgres/faults.ts";
import { BatchFold, type BatchInputs } from "./batch-fold.ts";
import { inTurn, type Within } from "./program-turns.ts";
import { BooksAreBehind, readInputs, requireUsable } from "./read-inputs.ts";
import type { Result, Submission } from "./submission.ts";

/** What a change claims in the same transaction: a new program's head before, a partner's code after. */
export type Claims = {
  readonly before?: (session: Session) => Promise<void>;
  readonly after?: (session: Session, results: readonly Result[]) => void;
};

/** Commits a batch; answers one result for each submission, in order, after the commit. */
export function commitBatch(
  database: Database,
  submissions: readonly Submission[],
  claims: Claims = {},
): Promise<Result[]> {
  const programIds = submissions.map((submission) => submission.event.programId);
  return commit(database, { within: "transaction", programIds }, async (session) => {
    await claims.before?.(session);
    const results = await foldAndWrite(session, new BatchFold(submissions), database.clock);
    claims.after?.(session, results);
    return results;
  });
}

/**
 * Records what is decided from the books while the program's head is locked: nothing they say can change before it is
 * recorded. All of it is recorded or nothing: what `decide` throws, or one of its events, leaves nothing behind; it may be asked
 * again.
 */
export function commitDecided(
  database: Database,
  programId: number,
  decide: (session: Session) => Promise<readonly Submission[]>,
  { within = "transaction", before = sendNothing, after = keepAll }: Deciding = {},
): Promise<Result[]> {
  return commit(database, { within, programIds: [programId] }, async (session) => {
    before(session);
    requireUsable(await lockHeads(session, [programId]));
    const submissions = await decide(session);
    if (submissions.length === 0) return [];
    const results = await foldAndWrite(session, new BatchFold(submissions), database.clock);
    for (const result of results) if (result.kind === "failed") throw result.error;
    await after(session, results);
    return results;
  });
}

/** Records a batch as received at a time in the past; answers its results, which are in the books of the next one. */
export type RecordAt = (receivedAt: Date, submissions: readonly Submission[]) => Promise<readonly Result[]>;

/**
 * Begins a program's log with a history: all of it is recorded or nothing. Only here is a received time given, and only to a log that
 * begins in the same transaction: `begin` creates its head, and no other program can be named.
 */
export function commitHistory(
  database: Database,
  programId: number,
  begin: (session: Session) => Promise<void>,
  recordAll: (record: RecordAt, session: Session) => Promise<void>,
): Promise<Result[]> {
  return commit(database, { within: "transaction", programIds: [programId] }, async (session) => {
    await begin(session);
    const [head] = await lockHeads(session, [programId]);
    if (head?.seq !== 0) throw new Error(`the log of program ${programId} does not begin here`);
    const all: Result[] = [];
    await recordAll(async (receivedAt, submissions) => {
      if (submissions.some(({ event }) => event.programId !== programId))
        throw new Error("a history is of one program");
      const results = await foldAndWrite(session, new BatchFold(submissions), database.clock, receivedAt);
      for (const result of results) if (result.kind === "failed") throw result.error;
      all.push(...results);
      return results;
    }, session);
    return all;
  });
}

type Deciding = {
  readonly within?: Within;
  /** Sent ahead of all: settings of the transaction. */
  readonly before?: (session: Session) => void;
  /** Sees the books as they will be, and may still throw them away. */
  readonly after?: (session: Session, results: readonly Result[]) => Promise<void> | void;
};

const sendNothing = (): void => undefined;
const keepAll = (): Promise<void> => Promise.resolve();

function commit(
  database: Database,
  where: { readonly within: Within; readonly programIds: readonly number[] },
  record: (session: Session) => Promise<Result[]>,
): Promise<Result[]> {
  const [programId, ...others] = new Set(where.programIds);
  const run = () => commitOrCatchUp(database, where, record);
  if (programId === undefined || others.length > 0) return run();
  return inTurn(database, where.within, programId, run);
}

async function commitOrCatchUp(
  database: Database,
  { within, programIds }: { readonly within: Within; readonly programIds: readonly number[] },
  record: (session: Session) => Promise<Result[]>,
): Promise<Result[]> {
  for (;;) {
    try {
      return await database[within](record);
    } catch (error) {
      if (!(error instanceof BooksAreBehind)) throw await nameCause(database, programIds, error);
      for (const programId of error.programIds) await catchUp(database, programId);
    }
  }
}

/** Two events never get the same seq, unless a row was inserted past the service: then that is the cause. */
export async function nameCause(database: Database, programIds: readonly number[], error: unknown): Promise<unknown> {
  const foreign = isUniqueViolation(error) ? await findForeignEvents(database, programIds) : [];
  return foreign.length === 0 ? error : new LogIsOccupied(foreign, { cause: error });
}

/** Sends the writes and does not wait: the commit does. */
async function foldAndWrite(
  session: Session,
  batch: BatchFold,
  clock: ClockRule,
  receivedAt: Date | null = null,
): Promise<Result[]> {
  const inputs = await readLocked(session, batch, clock);
  const isBefore = receivedAt !== null && receivedAt < inputs.now;
  const results = batch.fold(isBefore ? { ...inputs, now: receivedAt } : inputs);
  batch.write(session);
  return results;
}

/** Everything a batch is folded from, with its heads locked to the end of the transaction. */
export async function readLocked(session: Session, batch: BatchFold, clock: ClockRule): Promise<BatchInputs> {
  const plans = batch.planLoads([], null);
  const [heads, { now, ids }, confirmed, recordedKeys, , lineIds] = await readInputs(session, batch, plans, {
    findHeads: lockHeads,
    clock,
  });
  requireUsable(heads);
  const stepBehind: BatchInputs["stepBehind"] = (head) => stepBehindHead(clock, now, head);
  return { heads, now, ids, lineIds, confirmed, recordedKeys, waits: new Map(), stepBehind };
}
