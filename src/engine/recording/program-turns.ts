// A mutex by program for this process: changes of one program, and reads of its whole log for one, run one after the other. They would wait
// for its head anyway; but each that waits there holds a connection, and while another process held the head there were soon none left for
// other programs.
import type { Database } from "../postgres/database.ts";
import { Unavailable } from "./unavailable.ts";

/** `longTransaction` has no time limit on a statement. */
export type Within = "transaction" | "longTransaction";

/** As long as others wait for a lock, or for a connection without a time limit. */
const turnMillisecondsMax: Readonly<Record<Within, number>> = { transaction: 3000, longTransaction: 60_000 };

/** By the connections they are for. */
const turns = new WeakMap<Database, Readonly<Record<Within, ProgramTurns>>>();

/** Never within another turn of the same program: the one would wait for the other. */
export function inTurn<T>(database: Database, within: Within, programId: number, run: () => Promise<T>): Promise<T> {
  const known = turns.get(database) ?? {
    transaction: new ProgramTurns(turnMillisecondsMax.transaction),
    longTransaction: new ProgramTurns(turnMillisecondsMax.longTransaction),
  };
  turns.set(database, known);
  return known[within].take(programId, run);
}

class ProgramTurns {
  readonly #waitMillisecondsMax: number;
  /** Settles when the last that came for the program has ended. */
  readonly #last = new Map<number, Promise<void>>();

  constructor(waitMillisecondsMax: number) {
    this.#waitMillisecondsMax = waitMillisecondsMax;
  }

  /** Rejects with `Unavailable` where those before it take too long. */
  async take<T>(programId: number, run: () => Promise<T>): Promise<T> {
    const before = this.#last.get(programId);
    const ended = Promise.withResolvers<void>();
    const all = Promise.all([before, ended.promise]).then(() => undefined);
    this.#last.set(programId, all);
    try {
      if (before !== undefined) await inTime(before, this.#waitMillisecondsMax);
      return await run();
    } finally {
      ended.resolve();
      void all.then(() => {
        if (this.#last.get(programId) === all) this.#last.delete(programId);
      });
    }
  }
}

async function inTime(before: Promise<void>, milliseconds: number): Promise<void> {
  const late = Promise.withResolvers<never>();
  const fault = new Unavailable("Other changes of this program are under way.");
  const timer = setTimeout(() => late.reject(fault), milliseconds);
  try {
    await Promise.race([before, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
