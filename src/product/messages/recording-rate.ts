// Whether so much is being recorded that what goes out has to give way: counted by the pipeline after each commit, for next to nothing.

const windowMilliseconds = 200;
/** Five hundred a second: far more than a shop has on its best day. */
const eventsOfBusyWindow = 100;

export class RecordingRate {
  readonly #now: () => number;
  #since = 0;
  #events = 0;
  #before = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  recorded(events: number): void {
    this.#turn();
    this.#events += events;
  }

  isBusy(): boolean {
    this.#turn();
    return Math.max(this.#before, this.#events) >= eventsOfBusyWindow;
  }

  #turn(): void {
    const now = this.#now();
    const age = now - this.#since;
    if (age < windowMilliseconds) return;
    this.#before = age < 2 * windowMilliseconds ? this.#events : 0;
    this.#events = 0;
    this.#since = now;
  }
}
