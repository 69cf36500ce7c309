// A lease that processes writing the same programs take in turn: the holder commits for some milliseconds, then the next in the
// order of their requests, so that what each prefetches stays valid. It is advisory and guards nothing: without it a process waits
// for the heads' locks as usual, and one that waited too long for it goes on without.

import { boundLockWait } from "../log/heads.ts";
import type { PipelinedConnection } from "../postgres/driver/session.ts";
import type { Statement } from "../postgres/driver/statement.ts";
import { ignore } from "../postgres/driver/wire.ts";

/** Several batches, and no longer than the others can well wait. */
const heldMillisecondsMax = 20;
/** A holder that stalls must not keep the others from committing. */
const waitMillisecondsMax = 1000;
/** For how many batches a conflict enables the lease. */
const enabledBatchesMin = 4;
const enabledBatchesMax = 256;
/** The class of the advisory lock, one for a database; replays lock theirs under a class of their own. */
export const writeLeaseLock = 0x5_76_63_77;

const acquireStatement: Statement = { name: "acquire_write_lease", text: "select pg_advisory_lock($1, 0)" };
const releaseStatement: Statement = { name: "release_write_lease", text: "select pg_advisory_unlock_all()" };

export class WriteLease {
  #batchesLeft = 0;
  #batchesNext = enabledBatchesMin;
  #heldOn: PipelinedConnection | null = null;
  #heldUntil = 0;

  /** Whether another process wrote the same programs of late. */
  get isEnabled(): boolean {
    return this.#batchesLeft > 0;
  }

  get isHeld(): boolean {
    return this.#heldOn !== null;
  }

  get isExpired(): boolean {
    return this.isHeld && performance.now() >= this.#heldUntil;
  }

  countBatch(): void {
    this.#batchesLeft = Math.max(0, this.#batchesLeft - 1);
  }

  /** The first conflict enables the lease for 4 batches; each one after it has run out doubles that, up to 256. */
  countConflict(): void {
    if (this.isEnabled) return;
    this.#batchesLeft = this.#batchesNext;
    this.#batchesNext = Math.min(enabledBatchesMax, this.#batchesNext * 2);
  }

  /** A prefetched batch was committed: without the lease, conflicts have become rarer. */
  countCommit(): void {
    if (!this.isHeld) this.#batchesNext = Math.max(enabledBatchesMin, this.#batchesNext - 1);
  }

  /** Waits up to 1 s; on a timeout the lease is disabled, as its holder has stalled. Never rejects. */
  async acquire(connection: PipelinedConnection): Promise<void> {
    try {
      await connection.transaction(async (session) => {
        boundLockWait(session, waitMillisecondsMax);
        void session.query(acquireStatement, [writeLeaseLock]);
      });
    } catch {
      this.#batchesLeft = 0;
      return;
    }
    this.#heldOn = connection;
    this.#heldUntil = performance.now() + heldMillisecondsMax;
  }

  /** Takes effect behind everything that was sent on its connection before. */
  release(): void {
    const connection = this.#heldOn;
    this.#heldOn = null;
    connection?.transaction(async (session) => void session.query(releaseStatement, [])).catch(ignore);
  }
}
