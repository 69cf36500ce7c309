// The chance of one operation, drawn beforehand: each question takes the next number, so that a history of numbers plays the same
// again. One that asks more often than there are numbers begins again.
export class Dice {
  readonly #numbers: readonly number[];
  #next = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  /** From 0 to before `end`. */
  below(end: number): number {
    const number = this.#numbers[this.#next % this.#numbers.length] ?? 0;
    this.#next += 1;
    return number % end;
  }

  isOneIn = (count: number): boolean => this.below(count) === 0;

  oneOf<const Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.below(items.length)] ?? items[0];
  }

  /** Undefined if it does not exist. */
  anyOf<Item>(items: readonly Item[]): Item | undefined {
    return items[this.below(Math.max(1, items.length))];
  }
}
