// What a case draws by chance: from the run's seed and the case's number alone, so that a case is the same again on its own.
const fraction = 2 ** 32;

export class Chance {
  #state: number;

  constructor(seed: number, number: number) {
    this.#state = (Math.imul(seed, 0x9e_37_79_b1) ^ Math.imul(number + 1, 0x85_eb_ca_6b)) >>> 0;
    for (let round = 0; round < 4; round += 1) this.#next();
  }

  /** Mulberry32: from 0 to before 1. */
  #next(): number {
    this.#state = (this.#state + 0x6d_2b_79_f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / fraction;
  }

  below(end: number): number {
    return Math.floor(this.#next() * end);
  }

  isOneIn(count: number): boolean {
    return this.below(count) === 0;
  }

  oneOf<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error("nothing to draw from");
    return item;
  }

  /** A seed for what is drawn apart. */
  seed(): number {
    return this.below(fraction);
  }
}
