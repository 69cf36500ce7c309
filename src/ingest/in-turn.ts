// Batches one right behind the other on one connection, so that PostgreSQL never waits for a fold nor a fold for PostgreSQL.
// While a batch is written the next one is read for, on a second connection, and folded from what is found there and what the
// batches under way change. Its transaction then holds the heads to be what they were taken for, and writes: whatever else was
// done to its programs, or a batch under way that failed, makes the database refuse it, and it is recorded under the lock.
// Where another process writes to the same programs all of that would be in vain: then the lock comes first, and whoever has
// come while it was waited for is recorded under it as well.
import type { Connection, Session } from "../db/session.ts";
import type { ProgramHeadRow } from "../db/tables.ts";
import { haveMoved, holdHeads, lockHeads, readHeads } from "../log/heads.ts";
import { lookUp } from "./commit.ts";
import type { Batch, Queue } from "./queue.ts";
import { type Known, Recording } from "./recording.ts";
import type { Result } from "./submission.ts";

export type Lane = {
  readonly queue: Queue;
  /** For transactions, one behind the other. */
  readonly writes: Connection;
  /** For look-ups meanwhile. */
  readonly reads: Connection;
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

/** So many turns nothing is folded ahead after that was in vain. */
const turnsOfRestMin = 4;
const turnsOfRestMax = 256;

/** Records what the queue gives, until it is empty or a connection is lost. Never rejects. */
export async function recordInTurn(lane: Lane): Promise<void> {
  const turns = new Turns(lane);
  let turn = turns.first();
  while (turn !== null) turn = await turns.take(turn);
}

class Turns {
  readonly #lane: Lane;
  /** Sent and not known to be committed, the newest first. */
  #underWay: Recording[] = [];
  /** Folded ahead in vain. */
  readonly #again: { readonly batch: Batch; readonly error: unknown }[] = [];
  #rest = 0;
  #nextRest = turnsOfRestMin;

  constructor(lane: Lane) {
    this.#lane = lane;
  }

  first(): Turn | null {
    const { queue } = this.#lane;
    const batch = this.#again.shift()?.batch ?? (this.#rest > 0 ? queue.takeAll() : queue.takeHalf());
    return batch === null ? null : { batch, folded: null };
  }

  /** Sends a turn and answers the one behind it as soon as that is put together; null when it was the last. */
  async take(turn: Turn): Promise<Turn | null> {
    const { queue, writes, reads, ended: tellEnded } = this.#lane;
    const { sent, written, ended } = this.#record(turn);
    await sent;
    if (this.#rest === 0) {
      await Promise.race([queue.enough(), written]);
      const batch = this.#rest === 0 ? queue.takeHalf() : null;
      if (batch !== null) return this.#foldAhead(batch);
    }
    await ended;
    this.#rest = Math.max(0, this.#rest - 1);
    if (!writes.isBroken && !reads.isBroken) return this.first();
    for (const { batch, error } of this.#again.splice(0)) tellEnded(batch, { error });
    return null;
  }

  #record({ batch, folded }: Turn): Moments {
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
          if (folded !== null) this.#nextRest = Math.max(turnsOfRestMin, this.#nextRest - 1);
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

  /** A single change by somebody else costs little rest, and one after the other ever more. */
  #foldedInVain(batch: Batch, error: unknown): void {
    this.#again.push({ batch, error });
    if (this.#rest > 0) return;
    this.#rest = this.#nextRest;
    this.#nextRest = Math.min(turnsOfRestMax, this.#nextRest * 2);
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
    let findHeads = lockHeads;
    if (this.#rest > 0) {
      const { programIds } = recordingOf(batch);
      const heads = await lockHeads(session, programIds);
      this.#lane.queue.grow(batch, programIds);
      findHeads = () => Promise.resolve(heads);
    }
    const recording = recordingOf(batch);
    return { recording, results: recording.fold(await lookUp(session, recording, findHeads)) };
  }
}

function recordingOf({ waiting }: Batch): Recording {
  return new Recording(waiting.map(({ submission }) => submission));
}
