// bench/results/index.html, from all results there are.
import { mkdir, writeFile } from "node:fs/promises";
import { readReports } from "../report/scenario-report.ts";
import { chartsOfReport } from "./charts-of-report.ts";
import { pageOf } from "./page.ts";
import { renderSvg } from "./render-svg.ts";

const reports = await readReports();
const page = pageOf(reports.map((report) => ({ report, charts: chartsOfReport(report).map(renderSvg) })));
await mkdir(new URL("../results/", import.meta.url), { recursive: true });
await writeFile(new URL("../results/index.html", import.meta.url), page);
console.log("charts: bench/results/index.html");
