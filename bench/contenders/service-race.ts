// A race of the service against itself: kinds of traffic, numbers of programs or of processes, each with a database of its own.

import type { BenchServer } from "../installation.ts";
import type { Bar } from "../report/bars.ts";
import { closedColumns } from "../report/columns.ts";
import type { Column } from "../report/scenario-report.ts";
import type { Series } from "../report/series.ts";
import type { Finding, Options } from "../scenario.ts";
import type { LoadContender } from "./load-contender.ts";
import { openServiceContender, type ServiceEntry } from "./service.ts";
import { serverWarmUpSeconds, takeTurns } from "./take-turns.ts";
import { checkAll, withArena, withContenders } from "./with-contenders.ts";

export type Race = {
  readonly entries: readonly ServiceEntry[];
  readonly settings?: Finding["settings"];
  /** The usual ones when left out. */
  readonly columns?: readonly Column[];
  /** `of` finds a contender's turns; undefined when it did not take part. */
  bars(of: (name: string) => Series | undefined): Bar[];
  readonly notes: readonly string[];
  /** Of load for each process of a contender, ahead of all rounds: what an engine compiles is no process's cost. None when left out. */
  readonly warmUpSecondsEach?: number;
  /** On which server; the embedded one when left out. */
  withServer?(run: (server: BenchServer) => Promise<Finding>): Promise<Finding>;
};

/** Requests are made ahead of a turn, and their signatures hold for some minutes. */
const warmUpTurnSeconds = 4;

export function runServiceRace({ rounds, seconds, connections, wants }: Options, race: Race): Promise<Finding> {
  return withArena((arena) => {
    const entries = race.entries.filter(({ name }) => wants(name));
    const opens = entries.map((entry) => () => openServiceContender(arena, entry));
    return withContenders(opens, async (contenders) => {
      for (const [index, entry] of entries.entries()) {
        await warmUp(contenders[index], processesOf(entry) * (race.warmUpSecondsEach ?? 0));
      }
      const series = await takeTurns(contenders, { rounds, seconds, label: "c", warmUpSeconds: serverWarmUpSeconds });
      return {
        postgres: arena.server.version,
        settings: { rounds, seconds, connections, ...race.settings },
        tables: [{ title: `${connections} connections`, columns: race.columns ?? closedColumns, series }],
        bars: race.bars((name) => series.find((each) => each.name === name)),
        checks: await checkAll(contenders),
        notes: race.notes,
      };
    });
  }, race.withServer);
}

function processesOf({ processes = 1, service }: ServiceEntry): number {
  return processes * (service?.workers ?? 1);
}

async function warmUp(contender: LoadContender | undefined, seconds: number): Promise<void> {
  for (let turn = 0; turn * warmUpTurnSeconds < seconds; turn += 1) {
    await contender?.turn({ run: `v${turn}`, seconds: warmUpTurnSeconds });
  }
}
