// Who goes first where several processes write to the same programs: one of them for some milliseconds, then the next in the
// order they asked in, so that what each folds ahead is not in vain. It is a courtesy and guards nothing: a process without it
// waits for the heads as ever, and one that waited too long for it goes on without.
import type { Connection } from "../db/session.ts";
import type { Statement } from "../db/statement.ts";
import { ignore } from "../db/wire.ts";
import { boundLockWait } from "../log/heads.ts";

/** For several batches, and no longer than others may well wait. */
const heldMillisecondsMax = 20;
/** A process that stands still with it must not keep the others from recording. */
const waitMillisecondsMax = 1000;
/** So many turns it is wanted for after one was in vain. */
const wantedTurnsMin = 4;
const wantedTurnsMax = 256;
/** One for a database; replays lock theirs under a class of their own. */
export const rightOfWayLock = 0x5_76_63_77;

const askStatement: Statement = { name: "ask_right_of_way", text: "select pg_advisory_lock($1, 0)" };
const yieldStatement: Statement = { name: "yield_right_of_way", text: "select pg_advisory_unlock_all()" };

export class RightOfWay {
  #wantedTurns = 0;
  #nextWantedTurns = wantedTurnsMin;
  #heldOn: Connection | null = null;
  #heldUntil = 0;

  /** Whether other processes wrote to the same programs of late. */
  get isWanted(): boolean {
    return this.#wantedTurns > 0;
  }

  get isHeld(): boolean {
    return this.#heldOn !== null;
  }

  /** Whether it is the next one's turn. */
  get isOver(): boolean {
    return this.isHeld && performance.now() >= this.#heldUntil;
  }

  tellTurn(): void {
    this.#wantedTurns = Math.max(0, this.#wantedTurns - 1);
  }

  /** A single change by somebody else makes it wanted for little, and one after the other for ever more. */
  tellFoldedInVain(): void {
    if (this.isWanted) return;
    this.#wantedTurns = this.#nextWantedTurns;
    this.#nextWantedTurns = Math.min(wantedTurnsMax, this.#nextWantedTurns * 2);
  }

  tellFoldedAhead(): void {
    if (!this.isHeld) this.#nextWantedTurns = Math.max(wantedTurnsMin, this.#nextWantedTurns - 1);
  }

  /** Waits for it, and when that takes too long wants it no more: whoever has it writes nothing. Never rejects. */
  async ask(connection: Connection): Promise<void> {
    try {
      await connection.transaction(async (session) => {
        boundLockWait(session, waitMillisecondsMax);
        void session.query(askStatement, [rightOfWayLock]);
      });
    } catch {
      this.#wantedTurns = 0;
      return;
    }
    this.#heldOn = connection;
    this.#heldUntil = performance.now() + heldMillisecondsMax;
  }

  /** Behind everything its connection was sent before. */
  yield(): void {
    const connection = this.#heldOn;
    this.#heldOn = null;
    connection?.transaction(async (session) => void session.query(yieldStatement, [])).catch(ignore);
  }
}
