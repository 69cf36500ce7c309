// A race of the service against itself: kinds of traffic, numbers of programs or of processes, each with a database of its own.

import type { BenchServer } from "../installation.ts";
import type { Bar } from "../report/bars.ts";
import { closedColumns } from "../report/columns.ts";
import type { Column } from "../report/scenario-report.ts";
import type { Series } from "../report/series.ts";
import type { Finding, Options } from "../scenario.ts";
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
  /** On which server; the embedded one when left out. */
  withServer?(run: (server: BenchServer) => Promise<Finding>): Promise<Finding>;
};

export function runServiceRace({ rounds, seconds, connections, wants }: Options, race: Race): Promise<Finding> {
  return withArena((arena) => {
    const opens = race.entries
      .filter(({ name }) => wants(name))
      .map((entry) => () => openServiceContender(arena, entry));
    return withContenders(opens, async (contenders) => {
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
