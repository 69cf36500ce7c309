// The results of the rebuilds: tables and bars. It only computes: a slow result is reported and ends no run.
import type { MeasuredClosed } from "../load/generator.ts";
import { atLeast, atMost, type Bar, medianFigure, ratioBar } from "../report/bars.ts";
import { median } from "../report/figures.ts";
import type { Table } from "../report/scenario-report.ts";
import type { ContenderKind, Figures, Series } from "../report/series.ts";
import type { Log } from "./bench-database.ts";
import type { Contender, Run } from "./contenders.ts";
import type { LiveRun } from "./live.ts";

const microsecondsPerSecond = 1_000_000;

const kindOf: { readonly [Name in Contender]: ContenderKind } = {
  svc: "ours",
  emmett: "peer",
  "emmett+index": "peer",
  sql: "limit",
  "sql-one-session": "limit",
};

const aboutOf: { readonly [Name in Contender]: string } = {
  svc: "all books by the service's own replay",
  emmett: "Emmett's documented rebuild into comparable read models, with its fastest batch size",
  "emmett+index": "the same with an index that Emmett does not make itself",
  sql: "the same rows moved by SQL alone, a session for each processor",
  "sql-one-session": "the same in one session",
};

/** One contender on one log, with its rounds. */
export function rebuildSeries(contender: Contender, log: Log, runs: readonly Run[]): Series {
  return {
    name: `${contender}, ${log.name}`,
    about: `${aboutOf[contender]}; ${log.events} events of ${log.programIds.length} programs`,
    kind: kindOf[contender],
    turns: runs.map((run, index) => ({ round: index + 1, load: run.load, figures: rebuildFigures(run, log.events) })),
  };
}

function rebuildFigures(run: Run, events: number): Figures {
  const each = (seconds: number): number => (seconds / events) * microsecondsPerSecond;
  return {
    perSecond: run.perSecond,
    events,
    nodeMicroseconds: each(run.nodeCpuSeconds),
    postgresMicroseconds: run.databaseCpuSeconds === null ? null : each(run.databaseCpuSeconds),
    rssPeakMebibytes: run.rssPeakMebibytes,
  };
}

export function rebuildTable(series: readonly Series[]): Table {
  return {
    title: "rebuild",
    columns: [
      { figure: "perSecond", heading: "events/s (range)", digits: 0 },
      { figure: "events", heading: "events", digits: 0 },
      { figure: "nodeMicroseconds", heading: "Node CPU µs an event", digits: 1 },
      { figure: "postgresMicroseconds", heading: "PostgreSQL CPU µs an event", digits: 1 },
      { figure: "rssPeakMebibytes", heading: "peak MiB", digits: 0 },
    ],
    series,
  };
}

export function liveTable(live: readonly LiveRun[]): Table {
  const seriesOf = (name: string, about: string, figures: (run: LiveRun) => Figures): Series => ({
    name,
    about,
    turns: live.map((run, index) => ({ round: index + 1, load: run.load, figures: figures(run) })),
  });
  const figuresOf = ({ perSecond, latency }: MeasuredClosed): Figures => ({ perSecond, p99: latency.p99 });
  return {
    title: "ingest and replay",
    columns: [
      { figure: "perSecond", heading: "deliveries/s (range)", digits: 0 },
      { figure: "p99", heading: "p99 ms", digits: 1 },
      { figure: "replayedPerSecond", heading: "events/s replayed meanwhile", digits: 0 },
    ],
    series: [
      seriesOf("ingest alone", "signed deliveries over 32 connections", (run) => figuresOf(run.alone)),
      seriesOf("during a replay", "the same while the long log is replayed", (run) => ({
        ...figuresOf(run.duringReplay),
        replayedPerSecond: run.replayedPerSecond,
      })),
    ],
  };
}

/** `short` and `long` are the same number of programs with logs of two lengths. */
export function barsOf(series: readonly Series[], live: readonly LiveRun[]): Bar[] {
  const of = (name: string): Series | undefined => series.find((each) => each.name === name);
  const long = of("svc, long");
  const peaks = series.filter(({ kind }) => kind === "ours").flatMap(({ turns }) => turns);
  const ingest = (choose: (run: LiveRun) => MeasuredClosed): number => median(live.map((run) => choose(run).perSecond));
  return [
    ...ratioBar({
      claim: "of Emmett's rate, same events",
      ours: of("svc, short"),
      theirs: of("emmett, short"),
      bar: 8,
    }),
    ...ratioBar({
      claim: "of Emmett's rate with an index it lacks",
      ours: of("svc, short"),
      theirs: of("emmett+index, short"),
      bar: 8,
    }),
    ...ratioBar({ claim: "of the pure-SQL rate, long log", ours: long, theirs: of("sql, long"), bar: 0.4 }),
    ...ratioBar({ claim: "of the short log's rate, long log", ours: long, theirs: of("svc, short"), bar: 0.9 }),
    ...(long === undefined ? [] : [atLeast("events/s, long log", medianFigure(long, "perSecond"), 15_000)]),
    ...(peaks.length === 0
      ? []
      : [atMost("MiB, peak of all runs", Math.max(...peaks.map(({ figures }) => figures.rssPeakMebibytes ?? 0)), 600)]),
    ...(live.length === 0
      ? []
      : [
          atLeast(
            "of the ingest rate, during a replay",
            ingest((run) => run.duringReplay) / ingest((run) => run.alone),
            0.6,
          ),
        ]),
  ];
}

/** One run in one line, while it goes on. */
export function runText(contender: Contender, log: Log, run: Run): string {
  const { nodeMicroseconds, postgresMicroseconds } = rebuildFigures(run, log.events);
  const cpu = `${nodeMicroseconds?.toFixed(1)} + ${postgresMicroseconds?.toFixed(1) ?? "?"} µs`;
  const name = `${contender}, ${log.name}`.padEnd(21);
  return `${name} ${Math.round(run.perSecond)}/s  CPU ${cpu}  ${Math.round(run.rssPeakMebibytes)} MiB  load ${run.load.toFixed(1)}`;
}
