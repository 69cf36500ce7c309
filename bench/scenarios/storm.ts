// (l) A burst on one program: the latency of the others at a fixed rate, while one program is sent as much as the service answers, compared
// with their latency without the burst.
import { openServiceContender } from "../contenders/service.ts";
import { takeTurns } from "../contenders/take-turns.ts";
import { webhookEntry } from "../contenders/webhook-entry.ts";
import { checkAll, withArena, withContenders } from "../contenders/with-contenders.ts";
import { ratioBar } from "../report/bars.ts";
import { openColumns } from "../report/columns.ts";
import type { Options, Scenario } from "../scenario.ts";

const customersPerProgram = 2;

export const scenario: Scenario = {
  title: "(l) a storm on one program: the others' latency, compared with a calm service",
  contenders: ["calm", "storm"],
  flags: [
    { name: "programs", meaning: "how many there are", default: 100 },
    { name: "rate", meaning: "deliveries a second of all others together", default: 300 },
    { name: "callers", meaning: "connections of the storm", default: 64 },
  ],
  run(options) {
    const { rounds, seconds, wants } = options;
    const [programs, rate, callers] = [options.number("programs"), options.number("rate"), options.number("callers")];
    return withArena((arena) => {
      const entries = [
        entryOf(options, "calm", `${rate} deliveries a second to ${programs - 1} programs in turns`),
        {
          ...entryOf(options, "storm", `the same, and ${callers} callers to one more`),
          storm: { connections: callers },
        },
      ].filter(({ name }) => wants(name));
      return withContenders(
        entries.map((entry) => () => openServiceContender(arena, entry)),
        async (contenders) => {
          const series = await takeTurns(contenders, { rounds, seconds, label: "o" }, (contender, request) =>
            contender.openTurn({ ...request, perSecond: rate }),
          );
          const of = (name: string) => series.find((each) => each.name === name);
          return {
            postgres: arena.server.version,
            settings: { rounds, seconds, programs, rate, callers },
            tables: [
              {
                title: "of the programs that are not stormed",
                columns: [...openColumns, { figure: "stormPerSecond", heading: "storm/s", digits: 0 }],
                series,
              },
            ],
            bars: ratioBar({
              claim: "of the calm p99, for the others",
              ours: of("storm"),
              theirs: of("calm"),
              figure: "p99",
              bar: 1,
              sense: "at most",
            }),
            checks: await checkAll(contenders),
            notes: [
              "the storm takes what processor there is: the others wait for that too, and not only for their turn",
            ],
          };
        },
      );
    });
  },
};

function entryOf({ connections, number }: Options, name: string, about: string) {
  const programs = number("programs");
  return { ...webhookEntry(name, connections), about, programs, customersPerProgram, aimAt: others };
}

/** The first is the one a storm is aimed at. */
const others = <Program>(programs: readonly Program[]): readonly Program[] => programs.slice(1);
