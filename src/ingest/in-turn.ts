// Batches one right behind the other on one connection, so that PostgreSQL never waits for a fold nor a fold for PostgreSQL.
// While a batch is written the next one is read for, on a second connection, and folded from what is found there and what the
// batches under way change. Its transaction then holds the heads to be what they were taken for, and writes: whatever else was
// done to its programs, or a batch under way that failed, makes the database refuse it, and it is recorded under the lock.
// Where another process writes to the same programs all of that would be in vain, and each asks for the right of way before it
// goes on.
import type { Connection, Session } from "../db/session.ts";
import type { ProgramHeadRow } from "../db/tables.ts";
import { haveMoved, holdHeads, lockHeads, readHeads } from "../log/heads.ts";
import { lookUp } from "./commit.ts";
import type { Batch, Queue } from "./queue.ts";
import { type Known, Recording } from "./recording.ts";
import type { RightOfWay } from "./right-of-way.ts";
import type { Result } from "./submission.ts";

export type Lane = {
  readonly queue: Queue;
  /** For transactions, one behind the other. */
  readonly writes: Connection;
  /** For look-ups meanwhile. */
  readonly reads: Connection;
  readonly rightOfWay: RightOfWay;
  /** Hears, once a batch, the results after the commit, or what kept it from being recorded. */
  readonly ended: (batch: Batch, outcome: Outcome) => void;
};

export type Outcome =
  | { readonly results: readonly Result[]; readonly folded: "ahead" | "under_lock" }
  | { readonly error: unknown };

/** A batch whose turn it is; `folded` is null where that has to be done under the lock. */
type Turn = { readonly batch: Batch; readonly folded: Folded | null };

type Folded = {
  readonly recording: Recording;
  readonly results: readonly Result[];
  readonly heads: readonly ProgramHeadRow[];
};

/** When something is known of a turn; none of them rejects. */
type Moments = { readonly sent: Promise<void>; readonly written: Promise<void>; readonly ended: Promise<void> };

/** Records what the queue gives, until it is empty or a connection is lost. Never rejects. */
export async function recordInTurn(lane: Lane): Promise<void> {
  const turns = new Turns(lane);
  let turn = await turns.first();
  while (turn !== null) turn = await turns.take(turn);
}

class Turns {
  readonly #lane: Lane;
  /** Sent and not known to be committed, the newest first. */
  #underWay: Recording[] = [];
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
    const { sent, written, ended } = this.#record(turn);
    await sent;
    if (this.#goesOn) await Promise.race([queue.enough(), written]);
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

  #record({ batch, folded }: Turn): Moments {
    this.#lane.rightOfWay.tellTurn();
    const sent = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    let own: Recording | null = null;
    const recorded = this.#lane.writes.transaction(async (session) => {
      if (folded !== null) holdHeads(session, folded.heads);
      const { recording, results } = folded ?? (await this.#foldUnderLock(session, batch));
      own = recording;
      this.#underWay = [recording, ...this.#underWay];
      recording.write(session);
      sent.resolve();
      void session.answered().then(written.resolve, written.resolve);
      return results;
    });
    const ended = recorded
      .then(
        (results) => {
          if (folded !== null) this.#lane.rightOfWay.tellFoldedAhead();
          this.#lane.ended(batch, { results, folded: folded === null ? "under_lock" : "ahead" });
        },
        (error: unknown) => {
          if (folded !== null && haveMoved(error)) this.#foldedInVain(batch, error);
          else this.#lane.ended(batch, { error });
        },
      )
      .finally(() => {
        this.#underWay = this.#underWay.filter((recording) => recording !== own);
        sent.resolve();
        written.resolve();
      });
    return { sent: sent.promise, written: written.promise, ended };
  }

  #foldedInVain(batch: Batch, error: unknown): void {
    this.#again.push({ batch, error });
    this.#lane.rightOfWay.tellFoldedInVain();
  }

  /** Never rejects: what cannot be folded ahead is folded under the lock, where its fault is told. */
  async #foldAhead(batch: Batch): Promise<Turn> {
    const recording = recordingOf(batch);
    try {
      const known = await this.#lookAhead(recording);
      return { batch, folded: { recording, results: recording.fold(known), heads: known.heads } };
    } catch {
      return { batch, folded: null };
    }
  }

  /** In a transaction, since ids are taken; what is found is known before that ends. */
  #lookAhead(recording: Recording): Promise<Known> {
    const found = Promise.withResolvers<Known>();
    const underWay = this.#underWay;
    const looked = this.#lane.reads.transaction(async (session) =>
      found.resolve(await lookUp(session, recording, readHeads, underWay)),
    );
    looked.catch(found.reject);
    return found.promise;
  }

  async #foldUnderLock(session: Session, batch: Batch): Promise<Pick<Folded, "recording" | "results">> {
    const recording = recordingOf(batch);
    return { recording, results: recording.fold(await lookUp(session, recording, lockHeads)) };
  }
}

function recordingOf({ waiting }: Batch): Recording {
  return new Recording(waiting.map(({ submission }) => submission));
}
