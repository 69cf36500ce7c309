// A report on the console.
import { barText } from "./bars.ts";
import { cellText } from "./cells.ts";
import type { ScenarioReport, Table } from "./scenario-report.ts";

export function printReport(report: ScenarioReport): void {
  const { machine, loadAtStart, loadAtEnd } = report;
  const settings = Object.entries(report.settings).map(([name, value]) => `${name} ${value}`);
  console.log(`\n${report.scenario}: ${report.title}`);
  console.log(
    `${machine.processors} × ${machine.model}, ${machine.memoryGibibytes} GiB, Node ${machine.node}, PostgreSQL ${machine.postgres}, ` +
      `commit ${report.commit ?? "unknown"}, load ${loadAtStart.toFixed(1)} to ${loadAtEnd.toFixed(1)}`,
  );
  console.log(settings.join(", "));
  for (const table of report.tables) printTable(table);
  if (report.bars.length > 0) console.log();
  for (const bar of report.bars) console.log(barText(bar));
  console.log();
  for (const check of report.checks) console.log(`checked: ${check}`);
  for (const note of report.notes) console.log(`note: ${note}`);
}

function printTable({ title, columns, series }: Table): void {
  const rows = [
    [title, ...columns.map((column) => column.heading)],
    ...series.map((each) => [each.name, ...columns.map((column) => cellText(each, column, column === columns[0]))]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  console.log();
  for (const row of rows) {
    console.log(
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join("  "),
    );
  }
}
