// Lets long work share a process with short requests: it works briefly, then rests for a multiple of that time.
import { setTimeout as sleep } from "node:timers/promises";

/** It works a fifth of the time. */
const restPerWork = 4;
/** A transaction may be open meanwhile, and must not exceed its idle timeout. */
const restMillisecondsMax = 1000;

export class DutyCycle {
  readonly #stop: AbortSignal;
  #since = performance.now();

  constructor(stop: AbortSignal) {
    this.#stop = stop;
  }

  /** Rests in proportion to the work since the last rest; rejects on abort. */
  async rest(): Promise<void> {
    const milliseconds = Math.min(restMillisecondsMax, (performance.now() - this.#since) * restPerWork);
    await sleep(milliseconds, undefined, { signal: this.#stop });
    this.#since = performance.now();
  }
}
