// Limits each program's concurrent requests while several programs have some: a burst on one waits at the edge, and the others pass it. A
// waiting request has been read, but neither verified nor parsed, and gets 503 after the maximal wait. A program alone is never limited.
// Clicks have a share of their own: anyone can send them, and payments never wait behind them.
import { Unavailable } from "./unavailable.ts";

export type ProgramSharesOptions = {
  /** Of one program, while others come. */
  readonly underWayMax: number;
  readonly waitSecondsMax: number;
  /** In milliseconds, from any time on; never goes back. */
  readonly now?: () => number;
};

const millisecondsPerSecond = 1000;
/** Others count as coming for so long after one of them came. */
const comingMilliseconds = 1000;

export type Lane = "clicks" | "others";

type Waiting = { readonly begin: () => void; readonly deadline: NodeJS.Timeout };
type Share = { underWay: number; readonly waiting: Waiting[] };

export class ProgramShares {
  readonly #underWayMax: number;
  readonly #waitMillisecondsMax: number;
  readonly #now: () => number;
  readonly #lanes: { readonly [Name in Lane]: Map<number, Share> } = { clicks: new Map(), others: new Map() };
  #lastProgramId: number | null = null;
  /** When one program came behind another. */
  #changedAt = Number.NEGATIVE_INFINITY;

  constructor({ underWayMax, waitSecondsMax, now = () => performance.now() }: ProgramSharesOptions) {
    this.#underWayMax = underWayMax;
    this.#waitMillisecondsMax = waitSecondsMax * millisecondsPerSecond;
    this.#now = now;
  }

  /** How much waits at the door, of all programs. */
  get waiting(): number {
    const shares = [...this.#lanes.others.values(), ...this.#lanes.clicks.values()];
    return shares.reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  /** Rejects with `Unavailable`, before starting the work, if its turn did not come in time. */
  async run<Result>(programId: number, lane: Lane, work: () => Promise<Result>): Promise<Result> {
    this.#came(programId);
    const shares = this.#lanes[lane];
    const share = shares.get(programId) ?? { underWay: 0, waiting: [] };
    shares.set(programId, share);
    if (this.#isFull(share)) await this.#turnOf(share);
    else share.underWay += 1;
    try {
      return await work();
    } finally {
      this.#end(share);
      if (share.underWay === 0) shares.delete(programId);
    }
  }

  #came(programId: number): void {
    if (programId === this.#lastProgramId) return;
    if (this.#lastProgramId !== null) this.#changedAt = this.#now();
    this.#lastProgramId = programId;
  }

  #isFull({ underWay }: Share): boolean {
    return underWay >= this.#underWayMax && this.#now() - this.#changedAt < comingMilliseconds;
  }

  /** Resolves when it counts as under way. */
  #turnOf(share: Share): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const deadline = setTimeout(() => {
      share.waiting.splice(share.waiting.indexOf(waiting), 1);
      reject(new Unavailable("Too much of this program waits to be recorded."));
    }, this.#waitMillisecondsMax);
    const waiting = { begin: resolve, deadline };
    share.waiting.push(waiting);
    return promise;
  }

  #end(share: Share): void {
    share.underWay -= 1;
    while (!this.#isFull(share)) {
      const next = share.waiting.shift();
      if (next === undefined) break;
      clearTimeout(next.deadline);
      share.underWay += 1;
      next.begin();
    }
  }
}
