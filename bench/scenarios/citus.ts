// The cost of a delivery on a Citus cluster of a coordinator and two workers, compared with one PostgreSQL of the same version and
// settings: to one program and distributed over many.
import { withCitusServer } from "../citus-server.ts";
import { runServiceRace } from "../contenders/service-race.ts";
import { webhookEntry } from "../contenders/webhook-entry.ts";
import { ratioBar } from "../report/bars.ts";
import { processColumns } from "../report/columns.ts";
import type { Options, Scenario } from "../scenario.ts";

const customersPerProgram = 2;

export const scenario: Scenario = {
  title: "a delivery on a Citus cluster, compared with one PostgreSQL",
  contenders: ["one", "citus-one", "many", "citus-many"],
  flags: [{ name: "programs", meaning: "how many programs the spread load is for", default: 100 }],
  run(options) {
    const programs = options.number("programs");
    return runServiceRace(options, {
      settings: { programs },
      withServer: withCitusServer,
      entries: [
        entryOf(options, "one", "one PostgreSQL, one program", 1),
        entryOf(options, "citus-one", "coordinator and two workers, one program", 1),
        entryOf(options, "many", `one PostgreSQL, ${programs} programs`, programs),
        entryOf(options, "citus-many", `coordinator and two workers, ${programs} programs`, programs),
      ],
      columns: processColumns,
      bars: (of) =>
        [
          { name: "one", bar: 0.7 },
          { name: "many", bar: 0.6 },
        ].flatMap(({ name, bar }) => {
          const [ours, theirs] = [of(`citus-${name}`), of(name)];
          return [
            ...ratioBar({ claim: `of one PostgreSQL's rate, ${name}`, ours, theirs, bar }),
            ...ratioBar({
              claim: `of one PostgreSQL's processor time, ${name}`,
              ours,
              theirs,
              figure: "bothMicroseconds",
              bar: 1.4,
              sense: "at most",
            }),
          ];
        }),
      notes: [
        "coordinator and workers share the processors with the service and the generator",
        "processor time of PostgreSQL is of all three",
      ],
    });
  },
};

function entryOf({ connections }: Options, name: string, about: string, programs: number) {
  const customers = programs === 1 ? {} : { customersPerProgram };
  return { ...webhookEntry(name, connections), about: `(a): ${about}`, programs, ...customers };
}
