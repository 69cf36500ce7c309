// What reads came to, list by list: the slowest of its pages counts, and one that read a table from end to end, or looked at much
// more than its own rows, is no page by index.
import { pageRowsDefault } from "../../src/core/vocabulary/page.ts";
import { percentile } from "../load/latencies.ts";
import type { Column } from "../report/scenario-report.ts";
import type { Series } from "../report/series.ts";
import type { MeasuredRead } from "./measure-reads.ts";
import { tablesThatGrow } from "./reads.ts";

/** What a row of a page may take, with what is looked up for it and passed over on the way to it. */
const rowsReadPerRow = 150;

export const readColumns: readonly Column[] = [
  { figure: "p50", heading: "ms, median of the slowest", digits: 1 },
  { figure: "p99", heading: "ms, p99 of the slowest", digits: 1 },
  { figure: "reads", heading: "pages and searches", digits: 0 },
  { figure: "rowsRead", heading: "rows looked at, most", digits: 0 },
  { figure: "buffers", heading: "8 KiB blocks, most", digits: 0 },
];

/** One line for each list, and one for each report. */
export function readSeries(reads: readonly MeasuredRead[], load: number): { pages: Series[]; reports: Series[] } {
  const pages = reads.filter(({ kind }) => kind === "page");
  const reports = reads.filter(({ kind }) => kind === "report");
  return {
    pages: [...Map.groupBy(pages, listOf)].map(([list, ofList]) => seriesOf(list, ofList, load)),
    reports: reports.map((read) => seriesOf(read.name, [read], load)),
  };
}

function listOf({ name }: MeasuredRead): string {
  return (
    /^(partner's page|items of a payout|programs of a workspace|statement's lines|[a-z-]+)/.exec(name)?.[0] ?? name
  );
}

function seriesOf(name: string, reads: readonly MeasuredRead[], load: number): Series {
  const most = (figure: (read: MeasuredRead) => number): number => Math.max(...reads.map(figure));
  const slowest = reads.reduce((one, other) => (at(other, 0.5) > at(one, 0.5) ? other : one));
  return {
    name,
    about: reads.length === 1 ? name : `slowest: ${slowest.name}`,
    turns: [
      {
        round: 1,
        load,
        figures: {
          p50: at(slowest, 0.5),
          p99: most((read) => at(read, 0.99)),
          reads: reads.length,
          rowsRead: most(({ work }) => work.rowsRead),
          buffers: most(({ work }) => work.buffers),
        },
      },
    ],
  };
}

function at({ milliseconds }: MeasuredRead, share: number): number {
  return percentile(Float64Array.from(milliseconds).toSorted(), share);
}

/** Throws at the first page that is not by index. */
export function requireByIndex(reads: readonly MeasuredRead[]): string {
  const pages = reads.filter(({ kind }) => kind === "page");
  for (const { name, work } of pages) {
    const scanned = work.scanned.filter((table) => tablesThatGrow.includes(table));
    if (scanned.length > 0) throw new Error(`the page "${name}" reads ${scanned.join(", ")} from end to end`);
    if (work.rowsRead > rowsReadPerRow * pageRowsDefault) {
      throw new Error(`the page "${name}" looks at ${work.rowsRead} rows`);
    }
  }
  return `${pages.length} pages and searches go by index: EXPLAIN ANALYZE finds no table read from end to end`;
}
