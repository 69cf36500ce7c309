// Batches one right behind the other on one connection, so that PostgreSQL never waits for a fold nor a fold for PostgreSQL.
// While a batch is written the next one is read for, on a second connection, and folded from what is found there and what the
// batches under way change. Its transaction then moves the heads, unless they are no longer what they were taken for, and writes:
// whatever else was done to its programs, or a batch under way that failed, makes the database refuse it, and it is recorded under
// the lock.
// Where another process writes to the same programs all of that would be in vain, and each asks for the right of way before it
// goes on.
import type { ClockRule } from "../db/clock.ts";
import type { Recorders } from "../db/database.ts";
import type { Session } from "../db/session.ts";
import { haveMoved, lockHeads, readHeads } from "../log/heads.ts";
import { lookUp } from "./commit.ts";
import type { Batch, Queue } from "./queue.ts";
import { type Known, Recording } from "./recording.ts";
import type { RightOfWay } from "./right-of-way.ts";
import type { StandingBooks } from "./standing-books.ts";
import type { Result } from "./submission.ts";

export type Lane = Recorders & {
  readonly clock: ClockRule;
  readonly queue: Queue;
  readonly standing: StandingBooks;
  readonly rightOfWay: RightOfWay;
  /** Hears, once a batch, the results after the commit, or what kept it from being recorded. */
  readonly ended: (batch: Batch, outcome: Outcome) => void;
};

export type Outcome =
  | { readonly results: readonly Result[]; readonly folded: "ahead" | "under_lock" }
  | { readonly error: unknown };

/** A batch whose turn it is; `folded` is null where that has to be done under the lock. */
type Turn = { readonly batch: Batch; readonly folded: Folded | null };

type Folded = { readonly recording: Recording; readonly results: readonly Result[] };

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
  readonly #again: { readonly batch: Batch; readonly error: unknown }[] = [];

  constructor(lane: Lane) {
    this.#lane = lane;
  }

  async first(): Promise<Turn | null> {
    const { queue, writes, rightOfWay } = this.#lane;
    const isAnybodyHere = this.#again.length > 0 || queue.length > 0;
    if (isAnybodyHere && rightOfWay.isWanted && !rightOfWay.isHeld) await rightOfWay.ask(writes);
    const batch = this.#again.shift()?.batch ?? queue.takeHalf();
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
    for (const { batch, error } of this.#again.splice(0)) tellEnded(batch, { error });
    return null;
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
    } else if (folded !== null && haveMoved(recordedOrNot.reason)) {
      this.#foldedInVain(batch, recordedOrNot.reason);
    } else {
      ended(batch, { error: recordedOrNot.reason });
    }
  }

  #foldedInVain(batch: Batch, error: unknown): void {
    this.#again.push({ batch, error });
    this.#lane.rightOfWay.tellFoldedInVain();
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
