// All reports as one page that needs nothing else: charts within it, tables, bars, what was checked. It follows the reader's
// choice of light or dark.
import { barText } from "../report/bars.ts";
import { cellText } from "../report/cells.ts";
import type { ScenarioReport, Table } from "../report/scenario-report.ts";

/** The charts of a report as SVG, in the order of its tables. */
export type DrawnReport = { readonly report: ScenarioReport; readonly charts: readonly string[] };

const style = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { max-width: 62rem; margin: 2rem auto; padding: 0 1rem; background: light-dark(#fff, #0d1117); color: light-dark(#1f2328, #e6edf3); }
  h2 { margin-top: 3rem; border-bottom: 1px solid #6e778144; }
  table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; display: block; overflow-x: auto; }
  th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid #6e778133; white-space: nowrap; }
  th:first-child, td:first-child { text-align: left; }
  svg { max-width: 100%; height: auto; display: block; margin: 1rem 0; }
  .met::before { content: "✓ "; color: #2da44e; } .missed::before { content: "✗ "; color: #cf222e; }
  .quiet { color: #6e7781; } ul { padding-left: 1.2rem; } .bars { list-style: none; padding: 0; }`;

export function pageOf(reports: readonly DrawnReport[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Benchmarks</title>
<style>${style}
</style>
</head>
<body>
<h1>Benchmarks</h1>
<p class="quiet">The last run of each scenario. Read the ratios: generator, servers and PostgreSQL share one machine.</p>
${reports.map(sectionOf).join("\n")}
</body>
</html>
`;
}

function sectionOf({ report, charts }: DrawnReport): string {
  const { machine, settings, bars, checks, notes, loadAtStart, loadAtEnd } = report;
  const where = `${machine.processors} × ${machine.model}, ${machine.memoryGibibytes} GiB, Node ${machine.node}, PostgreSQL ${machine.postgres}`;
  const when = `${report.measuredAt}, commit ${report.commit ?? "unknown"}, load ${loadAtStart.toFixed(1)} to ${loadAtEnd.toFixed(1)}`;
  const set = Object.entries(settings).map(([name, value]) => `${name} ${value}`);
  return [
    `<section id="${escapeHtml(report.scenario)}">`,
    `<h2>${escapeHtml(report.scenario)}</h2>`,
    `<p>${escapeHtml(report.title)}</p>`,
    `<p class="quiet">${[where, when, set.join(", ")].map(escapeHtml).join("<br>")}</p>`,
    `<ul class="bars">${bars.map((bar) => `<li class="${bar.isMet ? "met" : "missed"}">${escapeHtml(barText(bar))}</li>`).join("")}</ul>`,
    ...charts,
    ...report.tables.map(tableOf),
    listOf("Checked", checks),
    listOf("To be known", notes),
    "</section>",
  ].join("\n");
}

function tableOf({ title, columns, series }: Table): string {
  const head = [title, ...columns.map(({ heading }) => heading)].map((text) => `<th>${escapeHtml(text)}</th>`);
  const rows = series.map((each) => {
    const cells = columns.map((column) => `<td>${escapeHtml(cellText(each, column, column === columns[0]))}</td>`);
    return `<tr><td title="${escapeHtml(each.about)}">${escapeHtml(each.name)}</td>${cells.join("")}</tr>`;
  });
  return `<table><thead><tr>${head.join("")}</tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

function listOf(title: string, texts: readonly string[]): string {
  if (texts.length === 0) return "";
  return `<h3>${title}</h3><ul>${texts.map((text) => `<li>${escapeHtml(text)}</li>`).join("")}</ul>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
