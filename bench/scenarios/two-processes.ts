// (i) Two processes of the service on one database against one, with the load on a single program, whose events stand in one
// order however many write them, and spread over many.
import { runServiceRace } from "../contenders/service-race.ts";
import { webhookEntry } from "../contenders/webhook-entry.ts";
import { type Bar, ratioBar } from "../report/bars.ts";
import type { Series } from "../report/series.ts";
import type { Options, Scenario } from "../scenario.ts";

const customersPerProgram = 2;

export const scenario: Scenario = {
  title: "(i) two service processes on one database, against one",
  contenders: ["one", "two", "one-of-many", "two-of-many"],
  flags: [{ name: "programs", meaning: "how many programs the spread load is for", default: 100 }],
  run(options) {
    const programs = options.number("programs");
    return runServiceRace(options, {
      settings: { programs },
      entries: [
        entryOf(options, "one", "one process, one program", 1, 1),
        entryOf(options, "two", "two processes, one program", 2, 1),
        entryOf(options, "one-of-many", `one process, ${programs} programs`, 1, programs),
        entryOf(options, "two-of-many", `two processes, ${programs} programs`, 2, programs),
      ],
      bars: (of) => [
        ...besideOne("of one process, both on one program", of("two"), of("one")),
        ...besideOne(`of one process, both on ${programs} programs`, of("two-of-many"), of("one-of-many")),
      ],
      notes: [
        "connections are shared out between the processes; limits of keys and addresses are out of the way",
        "on two processors the second process takes its time from PostgreSQL and from the generator",
      ],
    });
  },
};

function entryOf({ connections }: Options, name: string, about: string, processes: number, programs: number) {
  const customers = programs === 1 ? {} : { customersPerProgram };
  return { ...webhookEntry(name, connections), about: `(a): ${about}`, processes, programs, ...customers };
}

function besideOne(claim: string, two: Series | undefined, one: Series | undefined): Bar[] {
  return ratioBar({ claim, ours: two, theirs: one, bar: 1 });
}
