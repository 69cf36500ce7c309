// (e) Many programs: the load distributed over all of them, on one hot one, and half of it on one hot one; compared with (a), which has a
// single program in its database.
import { runServiceRace } from "../contenders/service-race.ts";
import { webhookEntry } from "../contenders/webhook-entry.ts";
import type { BenchProgram } from "../installation.ts";
import { ratioBar } from "../report/bars.ts";
import type { Options, Scenario } from "../scenario.ts";

const customersPerProgram = 2;

export const scenario: Scenario = {
  title: "(e) 1,000 programs: all of them at once, one hot one, and both at once, compared with (a)",
  contenders: ["spread", "hot", "half-hot", "webhook"],
  flags: [{ name: "programs", meaning: "how many there are", default: 1_000 }],
  run(options) {
    const programs = options.number("programs");
    return runServiceRace(options, {
      settings: { programs },
      entries: [
        entryOf(options, "spread", `(a) to ${programs} programs in turns`, (all) => all),
        entryOf(options, "hot", `(a) to one of ${programs} programs`, (all) => all.slice(0, 1)),
        entryOf(options, "half-hot", `(a), every second one to the same of ${programs} programs`, halfHot),
        webhookEntry("webhook", options.connections),
      ],
      bars: (of) =>
        ratioBar({ claim: "of spread, for one hot program", ours: of("hot"), theirs: of("spread"), bar: 0.7 }),
      notes: [`every program has a partner, a key, a connection and ${customersPerProgram} customers`],
    });
  },
};

function entryOf(
  { connections, number }: Options,
  name: string,
  about: string,
  aimAt: (programs: readonly BenchProgram[]) => readonly BenchProgram[],
) {
  return { ...webhookEntry(name, connections), about, programs: number("programs"), customersPerProgram, aimAt };
}

/** Others take turns between two to the hot one. */
function halfHot([hot, ...others]: readonly BenchProgram[]): BenchProgram[] {
  return hot === undefined ? [] : others.flatMap((other) => [hot, other]);
}
