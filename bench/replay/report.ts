// What a run says: figures, ratios, and which bars they meet; on the console and as JSON.
// It only reckons: what is too slow is told as such and ends no run.
import { mkdir, writeFile } from "node:fs/promises";
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import { type Measured, median } from "../load.ts";
import type { Log } from "./bench-database.ts";
import type { Contender, Run } from "./contenders.ts";
import type { LiveRun } from "./live.ts";

const bytesPerGibibyte = 1_073_741_824;
const microsecondsPerSecond = 1_000_000;

/** All runs of one contender over one log. */
export type Series = {
  readonly contender: Contender;
  readonly log: string;
  readonly events: number;
  readonly programs: number;
  readonly runs: readonly Run[];
};

export type Bar = {
  readonly claim: string;
  readonly value: number;
  readonly sense: "at least" | "at most";
  readonly bar: number;
  readonly isMet: boolean;
};

export type Machine = {
  readonly processors: number;
  readonly model: string;
  readonly memoryGibibytes: number;
  readonly node: string;
  readonly postgres: string;
};

export type Report = {
  readonly measuredAt: string;
  readonly machine: Machine;
  readonly loadAtStart: number;
  readonly loadAtEnd: number;
  readonly series: readonly Series[];
  readonly live: readonly LiveRun[];
  readonly bars: readonly Bar[];
};

export function describeMachine(postgres: string): Machine {
  return {
    processors: availableParallelism(),
    model: cpus()[0]?.model ?? "unknown",
    memoryGibibytes: Math.round(totalmem() / bytesPerGibibyte),
    node: process.version,
    postgres,
  };
}

export function loadNow(): number {
  return loadavg()[0] ?? Number.NaN;
}

/** One run in one line, while it goes on. */
export function describeRun(contender: Contender, log: Log, run: Run): string {
  const name = `${contender}, ${log.name}`.padEnd(21);
  const node = perEvent(run.nodeCpuSeconds, log.events);
  const database = run.databaseCpuSeconds === null ? "?" : perEvent(run.databaseCpuSeconds, log.events);
  return `${name} ${rate(run.perSecond)}  CPU ${node} + ${database} µs  ${mebibytes(run)} MiB  load ${run.load.toFixed(1)}`;
}

export function describeLive({ alone, duringReplay, replayedPerSecond }: LiveRun): string {
  const told = (measured: Measured): string => `${rate(measured.perSecond)} p99 ${measured.p99.toFixed(1)} ms`;
  return `live: alone ${told(alone)}, beside a replay ${told(duringReplay)}, which goes at ${rate(replayedPerSecond)}`;
}

/** The bars of issue and design: `short` and `long` are the same number of programs with logs of two lengths. */
export function barsOf(series: readonly Series[], live: readonly LiveRun[]): Bar[] {
  const of = (contender: Contender, log: string): number => {
    const found = series.find((each) => each.contender === contender && each.log === log);
    return found === undefined ? Number.NaN : medianOf(found.runs, (run) => run.perSecond);
  };
  const memory = series.filter((each) => each.contender === "svc").flatMap((each) => each.runs);
  const ingest = (choose: (run: LiveRun) => Measured): number => median(live.map((run) => choose(run).perSecond));
  return [
    atLeast("events/s of the long log", of("svc", "long"), 15_000),
    atLeast("of Emmett's rate, the same events", of("svc", "short") / of("emmett", "short"), 8),
    atLeast("of the pure-SQL rate, the long log", of("svc", "long") / of("sql", "long"), 0.4),
    atLeast("of the rate at the short log, at the long one", of("svc", "long") / of("svc", "short"), 0.9),
    atMost("MiB at the peak of any run", Math.max(...memory.map((run) => run.rssPeakMebibytes)), 600),
    atLeast("of the ingest rate, beside a replay", ingest((run) => run.duringReplay) / ingest((run) => run.alone), 0.5),
  ];
}

function atLeast(claim: string, value: number, bar: number): Bar {
  return { claim, value, sense: "at least", bar, isMet: value >= bar };
}

function atMost(claim: string, value: number, bar: number): Bar {
  return { claim, value, sense: "at most", bar, isMet: value <= bar };
}

export function print({ machine, loadAtStart, loadAtEnd, series, bars }: Report): void {
  const { processors, model, memoryGibibytes, node, postgres } = machine;
  console.log(`\n${processors} × ${model}, ${memoryGibibytes} GiB, Node ${node}, PostgreSQL ${postgres}`);
  console.log(`load ${loadAtStart.toFixed(1)} at the start, ${loadAtEnd.toFixed(1)} at the end; medians (range)\n`);
  for (const { contender, log, events, runs } of series) {
    const rates = runs.map((run) => run.perSecond);
    const range = `${Math.round(Math.min(...rates))} to ${Math.round(Math.max(...rates))}`;
    const node = perEvent(
      medianOf(runs, (run) => run.nodeCpuSeconds),
      events,
    );
    const database = perEvent(
      medianOf(runs, (run) => run.databaseCpuSeconds ?? Number.NaN),
      events,
    );
    const peak = Math.max(...runs.map(mebibytes));
    console.log(
      `${contender.padEnd(14)} ${log.padEnd(12)} ${events} events  ${rate(median(rates))} (${range})  ` +
        `CPU ${node} + ${database} µs an event  ${peak} MiB`,
    );
  }
  console.log();
  for (const { claim, value, sense, bar, isMet } of bars) {
    console.log(`${isMet ? "met    " : "NOT MET"}  ${figure(value)} ${claim} (${sense} ${bar})`);
  }
}

export async function writeReport(path: URL, report: Report): Promise<void> {
  await mkdir(new URL(".", path), { recursive: true });
  await writeFile(path, `${JSON.stringify(report, null, 2)}\n`);
}

function medianOf(runs: readonly Run[], choose: (run: Run) => number): number {
  return median(runs.map(choose));
}

function perEvent(seconds: number, events: number): string {
  return ((seconds / events) * microsecondsPerSecond).toFixed(1);
}

function mebibytes(run: Run): number {
  return Math.round(run.rssPeakMebibytes);
}

function rate(perSecond: number): string {
  return `${Math.round(perSecond)}/s`;
}

function figure(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toFixed(2);
}
