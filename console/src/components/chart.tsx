// A chart of one measure: a line by day, a fainter line for the period before, and the same figures as a table and CSV.
import { Download, Table2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { formatDay } from "../format.ts";
import { saveCsvFile } from "../save-file.ts";
import { say } from "../texts/components.ts";
import { Button } from "./button.tsx";
import type { ChartProps, Point } from "./chart-props.ts";

const Lines = lazy(() => import("./chart-lines.tsx").then(({ ChartLines }) => ({ default: ChartLines })));

export function Chart({ title, points, format, unit = 1, summary, fileName }: ChartProps) {
  const [isTable, setIsTable] = useState(false);
  return (
    <figure className="panel chart">
      <figcaption className="chart-head">
        <div>
          <h2 className="panel-title">{title}</h2>
          {summary}
        </div>
        <div className="row">
          <Button
            kind="quiet"
            aria-pressed={isTable}
            icon={<Table2 size={14} aria-hidden="true" />}
            onClick={() => setIsTable(!isTable)}
          >
            {isTable ? say("chart") : say("table")}
          </Button>
          <Button
            kind="quiet"
            icon={<Download size={14} aria-hidden="true" />}
            onClick={() => saveCsv(fileName, title, points)}
          >
            {say("csv")}
          </Button>
        </div>
      </figcaption>
      {isTable ? (
        <FiguresTable title={title} points={points} format={format} />
      ) : (
        <div className="chart-place">
          <Suspense>
            <Lines title={title} points={points} format={format} unit={unit} />
          </Suspense>
        </div>
      )}
    </figure>
  );
}

type FiguresProps = Pick<ChartProps, "title" | "points" | "format">;

function FiguresTable({ title, points, format }: FiguresProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <section className="chart-table" tabIndex={0} aria-label={say("titleByDay", { title })}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{say("day")}</th>
            <th scope="col" className="cell-figure">
              {title}
            </th>
            <th scope="col" className="cell-figure">
              {say("periodBefore")}
            </th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ date, value, before }) => (
            <tr key={date}>
              <td>{formatDay(date)}</td>
              <td className="cell-figure">{format(value)}</td>
              <td className="cell-figure">{before === null ? "" : format(before)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function saveCsv(fileName: string, title: string, points: readonly Point[]): void {
  const lines = points.map(({ date, value, before }) => `${date},${value},${before ?? ""}`);
  const text = [`day,${title.toLowerCase().replace(/[^a-z]+/g, "_")},period_before`, ...lines, ""].join("\r\n");
  saveCsvFile(`${fileName}.csv`, text);
}
