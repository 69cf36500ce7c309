// (a) Signed webhook to 200, the race: the service against peers and bare limits, each contender with a database of its own.
// First as fast as answers come, then at half of each one's own rate with every request counted from its intended start.
import type { Contender } from "../contenders/contender.ts";
import { openCopiedRows } from "../contenders/copied-rows.ts";
import { openForked } from "../contenders/forked.ts";
import type { Arena } from "../contenders/http-turn.ts";
import type { LoadContender } from "../contenders/load-contender.ts";
import { bareLimit, copiedRows, peers, singleRows, verifyOnly } from "../contenders/roster.ts";
import { openServiceContender } from "../contenders/service.ts";
import { openSingleRows } from "../contenders/single-rows.ts";
import { serverWarmUpSeconds, takeTurns } from "../contenders/take-turns.ts";
import { webhookEntry } from "../contenders/webhook-entry.ts";
import { checkAll, withArena, withContenders } from "../contenders/with-contenders.ts";
import { atMost, type Bar, medianFigure, ratioBar } from "../report/bars.ts";
import { closedColumns, openColumns, rowColumns } from "../report/columns.ts";
import { spreadOf } from "../report/figures.ts";
import type { Series } from "../report/series.ts";
import type { Options, Scenario } from "../scenario.ts";

const names = ["service", bareLimit.name, ...peers.map(({ name }) => name), verifyOnly.name, singleRows, copiedRows];
const halfOfOwnRate = 0.5;

export const scenario: Scenario = {
  title:
    "(a) signed webhook, durable and in the books, to 200; against peers and bare limits; p99 at half of each one's rate",
  contenders: names,
  run: (options) =>
    withArena((arena) =>
      withContenders(openings(arena, options), async (contenders) => {
        const { rounds, seconds, connections } = options;
        const closed = await takeTurns(contenders, { rounds, seconds, label: "c", warmUpSeconds: serverWarmUpSeconds });
        const open = await takeOpenTurns(contenders.filter(isLoadContender), closed, options);
        return {
          postgres: arena.server.version,
          settings: { rounds, seconds, connections, openLoopShare: halfOfOwnRate },
          tables: [
            {
              title: `${connections} connections`,
              columns: closedColumns,
              series: closed.filter(({ name }) => !isWithoutHttp(name)),
            },
            { title: "at half of its own rate", columns: openColumns, series: open },
            {
              title: "rows alone, no HTTP",
              columns: rowColumns,
              series: closed.filter(({ name }) => isWithoutHttp(name)),
            },
          ].filter(({ series }) => series.length > 0),
          bars: barsOf(closed, open),
          checks: await checkAll(contenders),
          notes: [...notes, ...open.flatMap(notKept)],
        };
      }),
    ),
};

const notes = [
  "peers answer behind bare node:http, which costs less than what they are used behind; the bare limits behind Express",
  "at a fixed rate, latencies count from the intended start and hold the generator's own lateness (last column)",
];

/** Latencies of a rate that was not kept say how long the queue had become, and nothing else. */
function notKept({ name, turns }: Series): string[] {
  const missed = turns.filter(({ figures }) => figures.keptRate === 0).length;
  return missed === 0 ? [] : [`${name} did not keep half of its own rate in ${missed} of ${turns.length} rounds`];
}

function openings(arena: Arena, { wants, connections }: Options): (() => Promise<Contender>)[] {
  const forked = [bareLimit, ...peers, verifyOnly].map((entry) => ({
    name: entry.name,
    open: () => openForked(arena, entry, connections),
  }));
  const all: { readonly name: string; readonly open: () => Promise<Contender> }[] = [
    { name: "service", open: () => openServiceContender(arena, webhookEntry("service", connections)) },
    ...forked,
    { name: singleRows, open: () => openSingleRows(arena.server, singleRows, connections) },
    { name: copiedRows, open: () => openCopiedRows(arena.server, copiedRows) },
  ];
  return all.filter(({ name }) => wants(name)).map(({ open }) => open);
}

function isWithoutHttp(name: string): boolean {
  return name === singleRows || name === copiedRows;
}

function isLoadContender(contender: Contender): contender is LoadContender {
  return "openTurn" in contender;
}

function takeOpenTurns(
  contenders: readonly LoadContender[],
  closed: readonly Series[],
  { rounds, seconds }: Options,
): Promise<Series[]> {
  const rates = new Map(
    closed.map((series) => [series.name, Math.floor(medianFigure(series, "perSecond") * halfOfOwnRate)]),
  );
  return takeTurns(
    contenders,
    { rounds, seconds, label: "o", isWarmedUp: true, warmUpSeconds: serverWarmUpSeconds },
    (contender, request) => contender.openTurn({ ...request, perSecond: rates.get(contender.name) ?? 1 }),
  );
}

function barsOf(closed: readonly Series[], open: readonly Series[]): Bar[] {
  const of = (name: string): Series | undefined => closed.find((series) => series.name === name);
  const ours = of("service");
  const beside = (name: string, claim: string, bar: number): Bar[] => ratioBar({ claim, ours, theirs: of(name), bar });
  const atHalf = open.find((series) => series.name === "service");
  const p99 = atHalf?.turns.map((turn) => turn.figures.p99) ?? [];
  return [
    ...beside("stripe-sync-engine", "of stripe-sync-engine", 4),
    ...beside("emmett-projection", "of Emmett with an inline projection", 4),
    ...beside("bare-limit", "of the bare limit", 0.6),
    ...(atHalf === undefined
      ? []
      : [atMost("ms p99 at half of the maximal rate", medianFigure(atHalf, "p99"), 20, spreadOf(p99))]),
  ];
}
