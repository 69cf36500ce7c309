// How many requests to make for a turn: enough for the fastest one seen, and half as many again.

const perSecondAtFirst = 8_000;
const headroom = 1.5;

export class Demand {
  #perSecondMax = perSecondAtFirst;

  requests(seconds: number): number {
    return Math.ceil(this.#perSecondMax * headroom * seconds);
  }

  /** One that ran out of requests might have been faster still. */
  seen(perSecond: number, ranOut: boolean): void {
    this.#perSecondMax = Math.max(this.#perSecondMax, perSecond * (ranOut ? headroom : 1));
  }
}
