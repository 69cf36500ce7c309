// Batches one right behind the other on one connection, so that PostgreSQL never waits for a fold nor a fold for PostgreSQL.
// While a batch is written the next one is read for, on a second connection, and folded from what is found there and what the
// batches under way change. Its transaction then moves the heads, unless they are no longer what they were taken for, and writes:
// whatever else was done to its programs, or a batch under way that failed, makes the database refuse it, and it is recorded under
// the lock.
// Where another process writes to the same programs all of that would be in vain, and each asks for the right of way before it
// goes on.
// A lock that somebody else holds is waited for briefly: then its program is set aside, and the others go on.
import type { ClockRule } from "../db/clock.ts";
import type { Recorders } from "../db/database.ts";
import { type DatabaseFault, databaseFaultOf } from "../db/faults.ts";
import type { Session } from "../db/session.ts";
import { boundLockWait, findLockedHeads, haveMoved, lockHeads, readHeads } from "../log/heads.ts";
import { lookUp } from "./locked-batch.ts";
import type { Batch, Queue } from "./queue.ts";
import { type Known, Recording } from "./batch-fold.ts";
import type { RightOfWay } from "./write-lease.ts";
import type { StandingBooks } from "./directory-cache.ts";
import type { Result } from "./submission.ts";

export type Lane = Recorders & {
  readonly clock: ClockRule;
  readonly queue: Queue;
  readonly standing: StandingBooks;
  readonly rightOfWay: RightOfWay;
  /** Hears, once a batch, the results after the commit, or what kept it from being recorded. */
  readonly ended: (batch: Batch, outcome: Outcome) => void;
};

/**
 * For a lock under which a batch is folded, such as a replay's or another process's. All others wait meanwhile; a batch that is
 * folded ahead waits less, see `writesSettings`: whoever holds the head is about to change it.
 */
const lockWaitMilliseconds = 200;
/** Where a lock was waited for in vain a moment ago. */
const suspectLockWaitMilliseconds = 20;
/** How often a batch that may pass is recorded again before its callers have to come again. */
const conflictRetriesMax = 3;
/** `statement_timeout` may be long, and hits the whole batch: callers give up after some seconds. */
const timeoutRetriesMax = 1;

export type Outcome =
  | { readonly results: readonly Result[]; readonly folded: "ahead" | "under_lock" }
  | { readonly error: unknown };

/** A batch whose turn it is; `folded` is null where that has to be done under the lock. */
type Turn = { readonly batch: Batch; readonly folded: Folded | null };

type Folded = { readonly recording: Recording; readonly results: readonly Result[] };

/** A batch that is to be recorded again, under the lock. */
type Failed = { readonly batch: Batch; readonly error: unknown };

/** When something is known of a turn; neither rejects. */
type Moments = { readonly sent: Promise<void>; readonly ended: Promise<void> };

/** Records what the queue gives, until it is empty or a connection is lost. Never rejects. */
export async function recordInTurn(lane: Lane): Promise<void> {
  const turns = new Turns(lane);
  let turn = await turns.first();
  while (turn !== null) turn = await turns.take(turn);
}

class Turns {
  readonly #lane: Lane;
  /** Sent and not known to be committed, in order. */
  readonly #underWay = new Map<Turn, Recording>();
  #ended: Promise<void> = Promise.resolve();
  /** Folded ahead in vain. */
  #again: readonly Failed[] = [];

  constructor(lane: Lane) {
    this.#lane = lane;
  }

  async first(): Promise<Turn | null> {
    const { queue, writes, rightOfWay } = this.#lane;
    const isAnybodyHere = this.#again.length > 0 || queue.length > 0;
    if (isAnybodyHere && rightOfWay.isWanted && !rightOfWay.isHeld) await rightOfWay.ask(writes);
    const batch = this.#takeAgain() ?? queue.takeHalf();
    if (batch !== null) return { batch, folded: null };
    rightOfWay.yield();
    return null;
  }

  /** Sends a turn and answers the one behind it as soon as that is put together; null when it was the last. */
  async take(turn: Turn): Promise<Turn | null> {
    const { queue, writes, reads, rightOfWay, ended: tellEnded } = this.#lane;
    const { sent, ended } = this.#record(turn);
    await sent;
    if (this.#goesOn) await Promise.race([queue.enough(), ended]);
    const batch = this.#goesOn ? queue.takeHalf() : null;
    if (batch !== null) return this.#foldAhead(batch);
    if (rightOfWay.isOver) rightOfWay.yield();
    await ended;
    if (!writes.isBroken && !reads.isBroken) return this.first();
    rightOfWay.yield();
    for (const { batch, error } of this.#again) tellEnded(batch, { error });
    this.#again = [];
    return null;
  }

  /** Leaves out whoever has waited for too long meanwhile. */
  #takeAgain(): Batch | null {
    for (;;) {
      const [next, ...others] = this.#again;
      if (next === undefined) return null;
      this.#again = others;
      if (!this.#lane.queue.isTooOld(next.batch)) return next.batch;
      this.#lane.ended(next.batch, { error: next.error });
    }
  }

  /** Whether what is folded ahead now is likely not to be in vain. */
  get #goesOn(): boolean {
    const { isWanted, isHeld, isOver } = this.#lane.rightOfWay;
    return this.#again.length === 0 && !isOver && (isHeld || !isWanted);
  }

  #record(turn: Turn): Moments {
    const { writes, rightOfWay } = this.#lane;
    const { batch, folded } = turn;
    rightOfWay.tellTurn();
    const sent = Promise.withResolvers<void>();
    const write = (session: Session, { recording, results }: Folded): readonly Result[] => {
      this.#underWay.set(turn, recording);
      recording.write(session);
      sent.resolve();
      return results;
    };
    const recorded =
      folded === null
        ? writes.transaction(async (session) => write(session, await this.#foldUnderLock(session, batch)))
        : writes.piece((session) => write(session, folded));
    this.#ended = this.#end(turn, recorded, this.#ended).finally(sent.resolve);
    return { sent: sent.promise, ended: this.#ended };
  }

  /** Told in the order they were recorded in. */
  async #end(turn: Turn, recorded: Promise<readonly Result[]>, before: Promise<void>): Promise<void> {
    const { rightOfWay, ended } = this.#lane;
    const { batch, folded } = turn;
    const [recordedOrNot] = await Promise.allSettled([recorded, before]);
    this.#underWay.delete(turn);
    if (recordedOrNot.status === "fulfilled") {
      if (folded !== null) rightOfWay.tellFoldedAhead();
      ended(batch, { results: recordedOrNot.value, folded: folded === null ? "under_lock" : "ahead" });
    } else {
      await this.#failed(turn, recordedOrNot.reason);
    }
  }

  async #failed({ batch, folded }: Turn, error: unknown): Promise<void> {
    const { queue, rightOfWay, ended } = this.#lane;
    const fault = databaseFaultOf(error);
    const isAhead = folded !== null;
    if (isAhead && (haveMoved(error) || fault === "locked")) {
      this.#again = [...this.#again, { batch, error }];
      rightOfWay.tellFoldedInVain();
    } else if (fault === "locked") {
      await this.#setLockedAside(batch, error);
    } else if (mayBeTriedAgain(fault, batch.tries) && !queue.isTooOld(batch)) {
      const again = queue.again(batch).map((same) => ({ batch: same, error }));
      // What was folded behind a batch that failed has failed behind it.
      this.#again = isAhead ? [...this.#again, ...again] : [...again, ...this.#again];
    } else {
      ended(batch, { error });
    }
  }

  /** Nothing but this batch waits for the lock: what comes behind one that is folded under the lock is not taken before. */
  async #setLockedAside(batch: Batch, error: unknown): Promise<void> {
    const { queue, reads, ended } = this.#lane;
    const programIds = programsOf(batch);
    let locked: readonly number[];
    try {
      locked = await reads.pieces((session) => findLockedHeads(session, programIds));
    } catch {
      ended(batch, { error });
      return;
    }
    // Another row than a head is locked, or it is free by now: alone, each program shows.
    if (locked.length === 0 && programIds.length > 1) {
      this.#again = [...queue.divideByProgram(batch).map((part) => ({ batch: part, error })), ...this.#again];
      return;
    }
    const all = [batch, ...this.#again.map((failed) => failed.batch)];
    const isHeadLocked = locked.length > 0;
    const left = queue.setProgramsAside({ programIds: isHeadLocked ? locked : programIds, isHeadLocked }, all);
    this.#again = left.map((part) => ({ batch: part, error }));
  }

  /** Never rejects: what cannot be folded ahead is folded under the lock, where its fault is told. */
  async #foldAhead(batch: Batch): Promise<Turn> {
    const recording = recordingOf(batch);
    try {
      const underWay = [...this.#underWay.values()].reverse();
      const { clock, standing } = this.#lane;
      const known = await this.#lane.reads.pieces((session) =>
        lookUp(session, recording, { findHeads: readHeads, clock, underWay, standing }),
      );
      return { batch, folded: this.#fold(recording, known) };
    } catch {
      return { batch, folded: null };
    }
  }

  async #foldUnderLock(session: Session, batch: Batch): Promise<Folded> {
    const recording = recordingOf(batch);
    boundLockWait(session, this.#lane.queue.isSuspect(batch) ? suspectLockWaitMilliseconds : lockWaitMilliseconds);
    return this.#fold(recording, await lookUp(session, recording, { findHeads: lockHeads, clock: this.#lane.clock }));
  }

  #fold(recording: Recording, known: Known): Folded {
    const results = recording.fold(known);
    recording.leave(this.#lane.standing, known.heads);
    return { recording, results };
  }
}

function recordingOf({ waiting }: Batch): Recording {
  return new Recording(waiting.map(({ submission }) => submission));
}

function programsOf({ waiting }: Batch): number[] {
  return [...new Set(waiting.map(({ submission }) => submission.event.programId))];
}

/** What was rolled back as a whole, and for no fault of its own. */
function mayBeTriedAgain(fault: DatabaseFault | null, tries: number): boolean {
  if (fault === "conflict") return tries < conflictRetriesMax;
  return fault === "timed_out" && tries < timeoutRetriesMax;
}
