// Changes of one program, one after the other in this process. They would wait for its head one after the other anyway; but each that
// waits there holds a connection, and while somebody else held the head there were soon none left for other programs.
import { Unavailable } from "./unavailable.ts";

/** As long as a lock is waited for. */
const waitMillisecondsMax = 3000;

export class ProgramTurns {
  /** Settles when the last that came for the program has ended. */
  readonly #last = new Map<number, Promise<void>>();

  /** Rejects with `Unavailable` where those before it take too long. */
  async take<T>(programId: number, run: () => Promise<T>): Promise<T> {
    const before = this.#last.get(programId);
    const ended = Promise.withResolvers<void>();
    const all = Promise.all([before, ended.promise]).then(() => undefined);
    this.#last.set(programId, all);
    try {
      if (before !== undefined) await inTime(before);
      return await run();
    } finally {
      ended.resolve();
      void all.then(() => {
        if (this.#last.get(programId) === all) this.#last.delete(programId);
      });
    }
  }
}

async function inTime(before: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const fault = new Unavailable("Other changes of this program are under way.");
  const timer = setTimeout(() => late.reject(fault), waitMillisecondsMax);
  try {
    await Promise.race([before, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
