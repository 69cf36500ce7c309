// (i) Processes of the service on one database compared with one, with the load on a single program, whose events have one order regardless
// of the number of writers, and distributed over many; and with each program's load at a process of its own, as a proxy sends it, or as the
// workers of one service hand it over.
import { runServiceRace } from "../contenders/service-race.ts";
import { webhookEntry } from "../contenders/webhook-entry.ts";
import { type Bar, ratioBar } from "../report/bars.ts";
import { processColumns } from "../report/columns.ts";
import type { Series } from "../report/series.ts";
import { withRoomyServer } from "../roomy-server.ts";
import type { Options, Scenario } from "../scenario.ts";

const customersPerProgram = 2;

export const scenario: Scenario = {
  title: "(i) two service processes on one database, against one",
  contenders: [
    "one",
    "two",
    "one-of-many",
    "two-of-many",
    "two-by-program",
    "four-by-program",
    "two-workers",
    "four-workers",
  ],
  flags: [
    { name: "programs", meaning: "how many programs the spread load is for", default: 100 },
    { name: "warm-up", meaning: "seconds of load for each process ahead of all rounds", default: 12 },
  ],
  run(options) {
    const programs = options.number("programs");
    return runServiceRace(options, {
      settings: { programs, warmUpSecondsEach: options.number("warm-up") },
      withServer: withRoomyServer,
      warmUpSecondsEach: options.number("warm-up"),
      entries: [
        entryOf(options, "one", "one process, one program", 1, 1),
        entryOf(options, "two", "two processes, one program", 2, 1),
        entryOf(options, "one-of-many", `one process, ${programs} programs`, 1, programs),
        entryOf(options, "two-of-many", `two processes, ${programs} programs`, 2, programs),
        byProgram(
          entryOf(options, "two-by-program", `two processes, each with half of ${programs} programs`, 2, programs),
        ),
        byProgram(
          entryOf(options, "four-by-program", `four processes, each with a quarter of ${programs}`, 4, programs),
        ),
        ofWorkers(entryOf(options, "two-workers", `two workers, ${programs} programs`, 1, programs), 2),
        ofWorkers(entryOf(options, "four-workers", `four workers, ${programs} programs`, 1, programs), 4),
      ],
      columns: processColumns,
      bars: (of) => [
        ...besideOne("of one process, both on one program", of("two"), of("one")),
        ...besideOne(`of one process, both on ${programs} programs`, of("two-of-many"), of("one-of-many")),
        ...["two-by-program", "two-workers"].flatMap((name) =>
          ratioBar({
            claim: `of one process's rate, ${name}`,
            ours: of(name),
            theirs: of("one-of-many"),
            bar: 0.95,
          }),
        ),
        ...["two-by-program", "four-by-program", "two-workers", "four-workers"].flatMap((name) =>
          ratioBar({
            claim: `of one process's processor time, ${name}`,
            ours: of(name),
            theirs: of("one-of-many"),
            figure: "bothMicroseconds",
            bar: 1.15,
            sense: "at most",
          }),
        ),
      ],
      notes: [
        "connections are shared out between the processes; limits of keys and addresses are out of the way",
        "on two processors the second process takes its time from PostgreSQL and from the generator",
      ],
    });
  },
};

const ofWorkers = (entry: ReturnType<typeof entryOf>, workers: number) => ({ ...entry, service: { workers } });
const byProgram = (entry: ReturnType<typeof entryOf>) => ({ ...entry, programsStay: true });

function entryOf({ connections }: Options, name: string, about: string, processes: number, programs: number) {
  const customers = programs === 1 ? {} : { customersPerProgram };
  return { ...webhookEntry(name, connections), about: `(a): ${about}`, processes, programs, ...customers };
}

function besideOne(claim: string, two: Series | undefined, one: Series | undefined): Bar[] {
  return ratioBar({ claim, ours: two, theirs: one, bar: 1 });
}
