// A year of some hundred programs, hour by hour: visitors come and mostly leave, some become customers, pay by call or by a provider,
// renew, are refunded; people without a partner pay as well; commissions are approved and paid out. The same seed gives the same story. One
// program has a tenth of everything.
import { Chance, inCharacters } from "./chance.ts";
import type { LogTail, LogWriter, WrittenEvent } from "./log-writer.ts";

export const hoursPerDay = 24;
const millisecondsPerHour = 3_600_000;

/** A sale the partner is to be paid for; what was refunded or disputed is left to the next payout's rules. */
export type Earned = {
  readonly saleId: number;
  readonly partner: number;
  readonly commissionCents: number;
  readonly dueAt: number;
  isUntouched: boolean;
};

export type Partner = { readonly id: number; readonly code: string };

export type StoryProgram = {
  readonly tail: LogTail;
  /** How much of everything happens here, of 1. */
  readonly share: number;
  readonly partners: Partner[];
  /** In the order of their sales. */
  onHold: Earned[];
  approved: Earned[];
};

export type Scene = { readonly story: Story; readonly program: StoryProgram };

export class Story {
  readonly chance: Chance;
  readonly programs: readonly StoryProgram[];
  readonly #writer: LogWriter;
  readonly #pending: (() => void)[][] = [];
  /** By share, for choosing one by a draw. */
  readonly #upTo: readonly number[];
  #hour = 0;
  #now: Date;
  #numbers = 0;

  constructor(writer: LogWriter, programs: readonly StoryProgram[], { seed, start }: { seed: number; start: Date }) {
    this.chance = new Chance(seed);
    this.programs = programs;
    this.#writer = writer;
    this.#now = start;
    let sum = 0;
    this.#upTo = programs.map(({ share }) => {
      sum += share;
      return sum;
    });
  }

  get now(): Date {
    return this.#now;
  }

  get eventCount(): number {
    return this.#writer.eventCount;
  }

  /** Counts up: what is unique in the installation. */
  nextNumber(): number {
    this.#numbers += 1;
    return this.#numbers;
  }

  record({ tail }: StoryProgram, event: WrittenEvent): number {
    return this.#writer.append(tail, this.#now, event);
  }

  /** At some time of a later hour. */
  later(hours: number, step: () => void): void {
    const hour = this.#hour + Math.max(1, Math.round(hours));
    const steps = this.#pending[hour];
    if (steps === undefined) this.#pending[hour] = [step];
    else steps.push(step);
  }

  chooseProgram(): StoryProgram {
    const drawn = this.chance.share() * (this.#upTo.at(-1) ?? 0);
    let [low, high] = [0, this.#upTo.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#upTo[middle] ?? 0) > drawn) high = middle;
      else low = middle + 1;
    }
    const program = this.programs[low];
    if (program === undefined) throw new Error("a story needs programs");
    return program;
  }

  /** Some partners have most of the visitors. */
  choosePartner({ partners }: StoryProgram): number {
    const share = this.chance.share();
    return Math.floor(share * share * partners.length);
  }

  /** As Stripe's ids are: they begin with the time, and so are nearly in order, and end in chance. */
  stripeId(prefix: string): string {
    const seconds = Math.floor(this.#now.getTime() / 1000);
    return `${prefix}_${inCharacters(seconds, 6)}${this.chance.text(18)}`;
  }

  /** `events` of this hour: first what was to come, then new journeys. What is too much for the hour comes in the next. */
  async runHour(events: number, begin: (story: Story) => void): Promise<void> {
    const startsAt = this.#now.getTime();
    const first = this.eventCount;
    const due = this.#pending[this.#hour] ?? [];
    let taken = 0;
    for (let spent = 0; spent < events; spent = this.eventCount - first) {
      this.#now = new Date(startsAt + Math.floor((spent * millisecondsPerHour) / events));
      const step = due[taken];
      taken += 1;
      if (step === undefined) begin(this);
      else step();
      await this.#writer.flush();
    }
    this.#endHour(due.slice(taken));
  }

  /** One in which nothing happens. */
  skipHour(): void {
    this.#endHour(this.#pending[this.#hour] ?? []);
  }

  #endHour(late: readonly (() => void)[]): void {
    for (const step of late) this.later(1, step);
    delete this.#pending[this.#hour];
    this.#hour += 1;
    this.#now = new Date(Math.floor(this.#now.getTime() / millisecondsPerHour + 1) * millisecondsPerHour);
  }
}
