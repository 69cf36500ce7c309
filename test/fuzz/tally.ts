// What a run has tried and what came of it: by call, by provider, by kind of event.
import { isRecord } from "../support/fixtures.ts";
import type { Case } from "./cases.ts";
import type { WireAnswer } from "./wire.ts";

type Counts = Map<string, number>;

export class Tally {
  /** By target, answers by what they were. */
  readonly #answers = { call: new Map<string, Counts>(), delivery: new Map<string, Counts>() };
  readonly #events = new Map<string, Counts>();
  #sent = 0;
  #faulty = 0;

  get sent(): number {
    return this.#sent;
  }

  get faulty(): number {
    return this.#faulty;
  }

  /** `fault` is what was wrong with the answer. */
  add({ kind, target }: Case, answer: WireAnswer | null, fault: string | undefined): void {
    this.#sent += 1;
    if (fault !== undefined && (answer === null || answer.status >= 500)) this.#faulty += 1;
    const said = isRecord(answer?.body) ? answer.body.status : undefined;
    const isTaken = kind === "delivery" && answer?.status === 200;
    count(this.#answers[kind], target, isTaken ? String(said) : String(answer?.status ?? "ended"));
  }

  addEvents(type: string, outcome: string, events: number): void {
    count(this.#events, type, outcome, events);
  }

  /** For people. */
  report(targets: readonly string[]): string {
    const { call, delivery } = this.#answers;
    const tried = new Set([...call.keys(), ...delivery.keys()]);
    const untried = targets.filter((target) => !tried.has(target));
    return [
      table("Calls", call),
      table("Deliveries", delivery),
      table("Events in the logs, by outcome", this.#events),
      `${this.#sent} cases over HTTP to ${call.size} calls and ${delivery.size} forms of providers; ${this.#faulty} server errors.`,
      ...(untried.length === 0 ? [] : [`Not tried: ${untried.join(", ")}`]),
    ].join("\n\n");
  }
}

function count(counts: Map<string, Counts>, name: string, what: string, more = 1): void {
  const of = counts.get(name) ?? new Map<string, number>();
  of.set(what, (of.get(what) ?? 0) + more);
  counts.set(name, of);
}

function table(title: string, counts: ReadonlyMap<string, Counts>): string {
  const lines = [...counts]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, of]) => {
      const sum = [...of.values()].reduce((all, each) => all + each, 0);
      const each = [...of].sort(([one], [other]) => (one < other ? -1 : 1)).map(([what, times]) => `${what} ${times}`);
      return `  ${name.padEnd(40)} ${String(sum).padStart(7)}  ${each.join(", ")}`;
    });
  return [title, ...lines].join("\n");
}
