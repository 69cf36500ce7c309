// Columns that several scenarios show.
import type { Column } from "./scenario-report.ts";

const perSecond: Column = { figure: "perSecond", heading: "requests/s (range)", digits: 0 };
const p50: Column = { figure: "p50", heading: "p50 ms", digits: 1 };
const p99: Column = { figure: "p99", heading: "p99 ms", digits: 1 };

/** Of requests sent as fast as answers come. Processor time is per request. */
export const closedColumns: readonly Column[] = [
  perSecond,
  p50,
  p99,
  { figure: "serverMicroseconds", heading: "server CPU µs", digits: 0 },
  { figure: "databaseMicroseconds", heading: "PostgreSQL CPU µs", digits: 0 },
  { figure: "generatorMicroseconds", heading: "generator CPU µs", digits: 0 },
];

/** Of several processes compared with one. */
export const processColumns: readonly Column[] = [
  ...closedColumns,
  { figure: "bothMicroseconds", heading: "both µs", digits: 0 },
  { figure: "largestShare", heading: "busiest of even", digits: 2 },
];

/** Of requests sent at a fixed rate, each counted from its intended start. */
export const openColumns: readonly Column[] = [
  { ...p99, heading: "p99 ms (range)" },
  p50,
  { figure: "p999", heading: "p99.9 ms", digits: 1 },
  { figure: "max", heading: "max ms", digits: 1 },
  { figure: "wantedPerSecond", heading: "wanted/s", digits: 0 },
  { ...perSecond, heading: "answered/s" },
  { figure: "keptRate", heading: "kept rate", digits: 0 },
  { figure: "waitedShare", heading: "waited for a socket", digits: 3 },
  { figure: "startDelayP99", heading: "generator late p99 ms", digits: 1 },
];

/** Of rows without HTTP requests. */
export const rowColumns: readonly Column[] = [
  { figure: "perSecond", heading: "rows/s (range)", digits: 0 },
  { figure: "databaseMicroseconds", heading: "PostgreSQL CPU µs", digits: 0 },
];
