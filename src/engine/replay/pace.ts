// Long work beside short answers in one process: a little at once, then a rest that is a multiple of it.
import { setTimeout as sleep } from "node:timers/promises";

/** It works a fifth of the time. */
const restPerWork = 4;
/** A transaction may be open meanwhile, and must not look forgotten however long a piece took. */
const restMillisecondsMax = 1000;

export class Pace {
  readonly #stop: AbortSignal;
  #since = performance.now();

  constructor(stop: AbortSignal) {
    this.#stop = stop;
  }

  /** As long as the work since the last rest asks for; rejects when it is to stop. */
  async rest(): Promise<void> {
    const milliseconds = Math.min(restMillisecondsMax, (performance.now() - this.#since) * restPerWork);
    await sleep(milliseconds, undefined, { signal: this.#stop });
    this.#since = performance.now();
  }
}
