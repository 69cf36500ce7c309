// What a scenario found: every turn of every contender, the bars held against them, and what was checked for being right.
// It is kept as JSON, and tables, charts and pages are drawn from that alone.
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import type { Bar } from "./bars.ts";
import { type Machine, readCommit } from "./machine.ts";
import type { Series } from "./series.ts";

export type Column = {
  /** Key in the turns' figures. */
  readonly figure: string;
  readonly heading: string;
  readonly digits: number;
};

/** Its first column is the one its chart shows. */
export type Table = {
  readonly title: string;
  /** Bars of the medians with their ranges when left out; `lines` go from round to round, for what happens over time. */
  readonly chart?: "bars" | "lines";
  readonly columns: readonly Column[];
  readonly series: readonly Series[];
};

export type ScenarioReport = {
  readonly scenario: string;
  readonly title: string;
  readonly measuredAt: string;
  readonly commit: string | null;
  readonly machine: Machine;
  /** Rounds, seconds, connections and the like, as they were for this run. */
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  readonly loadAtStart: number;
  readonly loadAtEnd: number;
  readonly tables: readonly Table[];
  readonly bars: readonly Bar[];
  /** What was held against what and found right; a scenario that finds something wrong has no report. */
  readonly checks: readonly string[];
  /** What must be known to read the figures. */
  readonly notes: readonly string[];
};

const resultsFolder = new URL("../results/", import.meta.url);

export async function writeReport(found: Omit<ScenarioReport, "measuredAt" | "commit">): Promise<ScenarioReport> {
  const report = { ...found, measuredAt: new Date().toISOString(), commit: await readCommit() };
  await mkdir(resultsFolder, { recursive: true });
  await writeFile(new URL(`${report.scenario}.json`, resultsFolder), `${JSON.stringify(report, null, 2)}\n`);
  return report;
}

/** Of the last run of every scenario, by name; files that an older bench left there are passed over. */
export async function readReports(): Promise<ScenarioReport[]> {
  const names = (await readdir(resultsFolder).catch(() => [])).filter((name) => name.endsWith(".json")).sort();
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(new URL(name, resultsFolder), "utf8"));
  return (await Promise.all(names.map(read))).filter(isReport);
}

/** Only the bench writes there, so one check is enough. */
function isReport(value: unknown): value is ScenarioReport {
  return typeof value === "object" && value !== null && "scenario" in value && "tables" in value;
}
