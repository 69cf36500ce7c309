// The chance of a run, all of it from one seed: what is drawn by one part of the harness does not move what another draws.
export class Chance {
  #state: number;

  constructor(seed: number, part = "") {
    let state = seed | 0;
    for (const character of part) state = Math.imul(state ^ character.charCodeAt(0), 0x9e3779b1);
    this.#state = state;
  }

  /** From 0 to before 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** From 0 to before `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  between(from: number, to: number): number {
    return from + this.below(to - from + 1);
  }

  isOneIn(count: number): boolean {
    return this.below(count) === 0;
  }

  oneOf<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error("there is nothing to choose from");
    return item;
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    const all = [...items];
    for (let last = all.length - 1; last > 0; last -= 1) {
      const other = this.below(last + 1);
      [all[last], all[other]] = [all[other] as Item, all[last] as Item];
    }
    return all;
  }
}
