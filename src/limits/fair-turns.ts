// Shares a few slots fairly: of those who wait, the one whose last turn is longest ago goes first, however much it requests. So a caller
// that requests a thousand slots and one that requests a single one wait for the same: the next slot. No caller holds more than its share.

/** Remembered callers that hold no slot; an evicted one counts as never served. */
const rememberedMax = 10_000;

export type Places = {
  readonly total: number;
  /** Held by one at most. */
  readonly perShare: number;
};

/** Called once, when the place is given back. */
export type GiveBack = () => void;

/** Decides who is next. A share is a number: the id of the workspace that the work is for. */
export class FairTurns {
  readonly #places: Places;
  readonly #held = new Map<number, number>();
  /** In the order of their last turns. */
  readonly #served = new Set<number>();
  #taken = 0;

  constructor(places: Places) {
    this.#places = places;
  }

  get taken(): number {
    return this.#taken;
  }

  /** How many more places it may hold now. */
  roomOf(share: number): number {
    const { total, perShare } = this.#places;
    return Math.max(0, Math.min(total - this.#taken, perShare - (this.#held.get(share) ?? 0)));
  }

  /** Of these, who is next; undefined where none may hold another place now. Of those never served, the first. */
  next(shares: Iterable<number>): number | undefined {
    const waiting = new Set<number>();
    for (const share of shares) if (this.roomOf(share) > 0) waiting.add(share);
    for (const share of waiting) if (!this.#served.has(share)) return share;
    for (const share of this.#served) if (waiting.has(share)) return share;
    return undefined;
  }

  take(share: number): GiveBack {
    this.#taken += 1;
    this.#held.set(share, (this.#held.get(share) ?? 0) + 1);
    this.#served.delete(share);
    this.#served.add(share);
    for (const oldest of this.#served) {
      if (this.#served.size <= rememberedMax) break;
      this.#served.delete(oldest);
    }
    return () => {
      this.#taken -= 1;
      const left = (this.#held.get(share) ?? 0) - 1;
      if (left > 0) this.#held.set(share, left);
      else this.#held.delete(share);
    };
  }
}

type Waiting = { readonly begin: (giveBack: GiveBack | null) => void };

/** A line before the places of `FairTurns`. */
export class FairSlots {
  readonly #turns: FairTurns;
  readonly #waiting = new Map<number, Waiting[]>();

  constructor(places: Places) {
    this.#turns = new FairTurns(places);
  }

  get taken(): number {
    return this.#turns.taken;
  }

  /** Callers are waiting: a free slot may be another's. */
  get isWaitedFor(): boolean {
    return this.#waiting.size > 0;
  }

  /** Null where `signal` ended the wait. */
  take(share: number, signal: AbortSignal): Promise<GiveBack | null> {
    if (signal.aborted) return Promise.resolve(null);
    return new Promise((resolve) => {
      const stop = (): void => {
        this.#leave(share, waiting);
        resolve(null);
      };
      const waiting: Waiting = {
        begin: (giveBack) => {
          signal.removeEventListener("abort", stop);
          resolve(giveBack);
        },
      };
      signal.addEventListener("abort", stop, { once: true });
      const line = this.#waiting.get(share);
      if (line === undefined) this.#waiting.set(share, [waiting]);
      else line.push(waiting);
      this.#handOut();
    });
  }

  #leave(share: number, waiting: Waiting): void {
    const left = (this.#waiting.get(share) ?? []).filter((one) => one !== waiting);
    if (left.length > 0) this.#waiting.set(share, left);
    else this.#waiting.delete(share);
  }

  #handOut(): void {
    for (;;) {
      const share = this.#turns.next(this.#waiting.keys());
      const first = share === undefined ? undefined : this.#waiting.get(share)?.[0];
      if (share === undefined || first === undefined) return;
      this.#leave(share, first);
      const end = this.#turns.take(share);
      first.begin(() => {
        end();
        this.#handOut();
      });
    }
  }
}
