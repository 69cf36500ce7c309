// Progress of something long, on one line every few seconds: how much is done, how fast, and how long it will still take.

const secondsBetween = 5;

export class Progress {
  readonly #what: string;
  readonly #total: number;
  readonly #startedAt = performance.now();
  #shownAt = this.#startedAt;

  constructor(what: string, total: number) {
    this.#what = what;
    this.#total = total;
  }

  at(done: number): void {
    const now = performance.now();
    if (now - this.#shownAt < secondsBetween * 1000) return;
    this.#shownAt = now;
    const perSecond = done / ((now - this.#startedAt) / 1000);
    const percent = Math.floor((100 * done) / this.#total);
    const secondsLeft = Math.round((this.#total - done) / perSecond);
    console.log(`${this.#what}: ${percent} %, ${Math.round(perSecond)}/s, ${secondsLeft} s left`);
  }
}
