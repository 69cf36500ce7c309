// The intended start of requests at a fixed rate, and latency counted from there: a request that left late because the server, the sockets
// or the generator itself stalled has waited since its intended start.

export class SendSchedule {
  readonly count: number;
  readonly #startsAt: number;
  readonly #gap: number;
  #next = 0;

  /** Times are in milliseconds. */
  constructor({ startsAt, perSecond, seconds }: { startsAt: number; perSecond: number; seconds: number }) {
    this.count = Math.floor(perSecond * seconds);
    this.#startsAt = startsAt;
    this.#gap = 1000 / perSecond;
  }

  /** When this one is meant to start. */
  startOf(index: number): number {
    return this.#startsAt + index * this.#gap;
  }

  /** How many are to start now that have not been handed out; each is handed out once. */
  takeDue(now: number): { readonly from: number; readonly to: number } {
    const due = now < this.#startsAt ? 0 : Math.floor((now - this.#startsAt) / this.#gap) + 1;
    const from = this.#next;
    this.#next = Math.max(from, Math.min(this.count, due));
    return { from, to: this.#next };
  }

  get isOver(): boolean {
    return this.#next === this.count;
  }
}
