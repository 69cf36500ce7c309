// The time of a simulation. It passes only from one thing that is due to the next; what is due at once comes in an order that chance
// gives, and each is over, with all that follows from it at once, before the next begins.
import { vi } from "vitest";
import type { Chance } from "../../torture/chance.ts";

type Due = { readonly at: number; readonly order: number; readonly run: () => void };

const turnOver = setImmediate;

/** Every promise that can go on has gone on. */
const allThatFollows = (): Promise<void> => new Promise((resolve) => void turnOver(resolve));

/** What `setTimeout` answers. */
class Timer {
  due: Due | null = null;

  unref(): this {
    return this;
  }

  ref(): this {
    return this;
  }
}

export class VirtualTime {
  #now = 0;
  #steps = 0;
  readonly #chance: Chance;
  /** The next one last. */
  readonly #due: Due[] = [];
  readonly #cancelled = new Set<Due>();

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  /** In milliseconds. */
  get now(): number {
    return this.#now;
  }

  get steps(): number {
    return this.#steps;
  }

  after(milliseconds: number, run: () => void): Due {
    const due = { at: this.#now + Math.max(0, milliseconds), order: this.#chance.next(), run };
    let [from, to] = [0, this.#due.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      const other = this.#due[middle];
      if (other !== undefined && (other.at > due.at || (other.at === due.at && other.order > due.order)))
        from = middle + 1;
      else to = middle;
    }
    this.#due.splice(from, 0, due);
    return due;
  }

  sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => void this.after(milliseconds, resolve));
  }

  /** Goes on until then; answers whether it was in less steps than these. */
  async until(isOver: () => boolean, stepsMax: number): Promise<boolean> {
    const last = this.#steps + stepsMax;
    await allThatFollows();
    while (!isOver()) {
      const next = this.#due.pop();
      if (next === undefined || this.#steps >= last) return false;
      if (this.#cancelled.delete(next)) continue;
      this.#steps += 1;
      this.#now = next.at;
      next.run();
      await allThatFollows();
    }
    return true;
  }

  /** For all the code of this process, until what it answers is called. */
  install(): () => void {
    const timer = (milliseconds: number, run: () => void): Timer => {
      const made = new Timer();
      made.due = this.after(milliseconds, run);
      return made;
    };
    const every = (made: Timer, milliseconds: number, run: () => void): void => {
      made.due = this.after(milliseconds, () => {
        every(made, milliseconds, run);
        run();
      });
    };
    const stop = (made: unknown): void => {
      if (made instanceof Timer && made.due !== null) this.#cancelled.add(made.due);
    };
    vi.stubGlobal("setTimeout", (run: () => void, milliseconds = 0) => timer(milliseconds, run));
    vi.stubGlobal("setImmediate", (run: () => void) => timer(0, run));
    vi.stubGlobal("setInterval", (run: () => void, milliseconds: number) => {
      const made = new Timer();
      every(made, milliseconds, run);
      return made;
    });
    for (const name of ["clearTimeout", "clearInterval", "clearImmediate"]) vi.stubGlobal(name, stop);
    const now = performance.now;
    performance.now = () => this.#now;
    return () => {
      performance.now = now;
      vi.unstubAllGlobals();
    };
  }
}
