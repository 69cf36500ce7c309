// Long work beside short answers in one process: a little at once, then a rest that is a multiple of it.
import { setTimeout as sleep } from "node:timers/promises";

/** It works a fifth of the time. */
const restPerWork = 4;

export class Pace {
  readonly #stop: AbortSignal;
  #since = performance.now();

  constructor(stop: AbortSignal) {
    this.#stop = stop;
  }

  /** As long as the work since the last rest asks for; rejects when it is to stop. */
  async rest(): Promise<void> {
    await sleep((performance.now() - this.#since) * restPerWork, undefined, { signal: this.#stop });
    this.#since = performance.now();
  }
}
