// docs/benchmarks/*.svg, from all results there are. Charts of scenarios that have no result here stay as they are.
import { mkdir, writeFile } from "node:fs/promises";
import { readReports } from "../report/scenario-report.ts";
import { chartsOfReport } from "./charts-of-report.ts";
import { renderSvg } from "./render-svg.ts";

const folder = new URL("../../docs/benchmarks/", import.meta.url);
await mkdir(folder, { recursive: true });
for (const report of await readReports()) {
  for (const chart of chartsOfReport(report)) {
    await writeFile(new URL(`${chart.name}.svg`, folder), `${renderSvg(chart)}\n`);
    console.log(`chart: docs/benchmarks/${chart.name}.svg`);
  }
}
