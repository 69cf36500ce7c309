// How fast the queue is drained, measured over about the last second of work, and how long a new submission would wait.

const memoryMilliseconds = 1000;

export class DrainRate {
  #events = 0;
  #milliseconds = 0;
  #lastEndedAt = 0;

  /** A batch ended now. Pauses between batches are no work. */
  ended(batch: { readonly events: number; readonly takenAt: number }, now: number): void {
    const took = now - Math.max(this.#lastEndedAt, batch.takenAt);
    const kept = Math.exp(-took / memoryMilliseconds);
    this.#events = this.#events * kept + batch.events;
    this.#milliseconds = this.#milliseconds * kept + took;
    this.#lastEndedAt = now;
  }

  /** Milliseconds until so many are recorded; 0 while nothing is known. A batch that takes longer than usual slows it down. */
  millisecondsFor(events: number, oldestTakenAt: number | null, now: number): number {
    if (this.#events === 0) return 0;
    const inFlight = oldestTakenAt === null ? 0 : now - Math.max(this.#lastEndedAt, oldestTakenAt);
    return (events * (this.#milliseconds + inFlight)) / this.#events;
  }
}
