// The charts of a report: for each table its first column, and, if processor time is known, what a request costs each process. Colors and
// grays are distinguishable and readable on both white and black backgrounds.
import type { CustomSeriesOption, EChartsOption } from "echarts";
import { figureText, type Spread, spreadOf } from "../report/figures.ts";
import type { Column, ScenarioReport, Table } from "../report/scenario-report.ts";
import type { ContenderKind, Series } from "../report/series.ts";
import type { Chart } from "./render-svg.ts";

const textColour = "#6e7781";
const gridColour = "#6e778144";
const colourOf: Readonly<Record<ContenderKind, string>> = { ours: "#2f81f7", peer: "#8b949e", limit: "#d29922" };
const palette = ["#2f81f7", "#d29922", "#2da44e", "#db61a2", "#8b949e"];
const fontFamily = "system-ui, -apple-system, 'Segoe UI', sans-serif";
const frameHeight = 96;
const rowHeight = 30;
const linesHeight = 320;

const cpuParts = [
  { figure: "serverMicroseconds", name: "server" },
  { figure: "databaseMicroseconds", name: "PostgreSQL" },
  { figure: "generatorMicroseconds", name: "generator" },
];

export function chartsOfReport({ scenario, title, tables }: ScenarioReport): Chart[] {
  return tables.flatMap((table, index) => {
    const [column] = table.columns;
    if (column === undefined) return [];
    const name = index === 0 ? scenario : `${scenario}-${index + 1}`;
    const label = `${title}: ${column.heading}, ${table.title}`;
    const main = table.chart === "lines" ? linesChart(table, column) : barsChart(table, column);
    const cpu = cpuChart(table);
    return [
      { name, label, ...main },
      ...(cpu === null ? [] : [{ name: `${name}-cpu`, label: `Processor time a request, ${table.title}`, ...cpu }]),
    ];
  });
}

type Drawn = Pick<Chart, "height" | "option">;

/** Medians as bars, from the first contender down, and from the slowest to the fastest round as a line over each. */
function barsChart({ title, series }: Table, column: Column): Drawn {
  const known = series.flatMap((each) => {
    const spread = spreadOf(each.turns.map((turn) => turn.figures[column.figure]));
    return spread === null ? [] : [{ ...each, spread }];
  });
  const names = known.map(({ name }) => name);
  return {
    height: frameHeight + rowHeight * known.length,
    option: {
      ...frame(`${plain(column.heading)}, ${title}; median and range`),
      yAxis: namesAxis(names),
      xAxis: valuesAxis(),
      series: [
        {
          type: "bar",
          barWidth: 16,
          data: known.map(({ kind, spread }) => ({
            value: spread.median,
            itemStyle: { color: colourOf[kind ?? "ours"] },
          })),
        },
        rangesOf(
          known.map(({ spread }) => spread),
          column.digits,
        ),
      ],
    },
  };
}

/** With the median as a figure behind each. */
function rangesOf(spreads: readonly Spread[], digits: number): CustomSeriesOption {
  return {
    type: "custom",
    z: 3,
    data: spreads.map(({ min, max }, index) => [min, max, index]),
    encode: { x: [0, 1], y: 2 },
    renderItem({ dataIndex }, api) {
      const [fromX = 0, y = 0] = api.coord([api.value(0), api.value(2)]);
      const [toX = 0] = api.coord([api.value(1), api.value(2)]);
      const line = (x1: number, y1: number, x2: number, y2: number) =>
        ({ type: "line", shape: { x1, y1, x2, y2 }, style: { stroke: textColour, lineWidth: 2 } }) as const;
      return {
        type: "group",
        children: [
          line(fromX, y, toX, y),
          line(fromX, y - 5, fromX, y + 5),
          line(toX, y - 5, toX, y + 5),
          {
            type: "text",
            x: toX + 8,
            y,
            style: {
              text: figureText(spreads[dataIndex]?.median ?? 0, digits),
              fill: textColour,
              verticalAlign: "middle",
            },
          },
        ],
      };
    },
  };
}

function linesChart({ title, series }: Table, column: Column): Drawn {
  return {
    height: linesHeight,
    option: {
      ...frame(`${plain(column.heading)}, ${title}`),
      legend: legend(),
      xAxis: {
        type: "value",
        ...axisStyle(),
        splitLine: { show: false },
        minInterval: 1,
        min: "dataMin",
        max: "dataMax",
      },
      yAxis: valuesAxis(),
      series: series.map((each, index) => ({
        type: "line",
        name: each.name,
        color: palette[index % palette.length] ?? textColour,
        data: each.turns.map(({ round, figures }) => [round, figures[column.figure] ?? Number.NaN]),
      })),
    },
  };
}

/** Null if the table does not show it, or it is unknown. */
function cpuChart({ title, columns, series }: Table): Drawn | null {
  const isShown = cpuParts.every(({ figure }) => columns.some((column) => column.figure === figure));
  const known = series.filter((each) => cpuParts.some(({ figure }) => medianOf(each, figure) !== null));
  if (!isShown || known.length === 0) return null;
  return {
    height: frameHeight + rowHeight * known.length,
    option: {
      ...frame(`processor time a request in µs, ${title}; medians`),
      legend: legend(),
      yAxis: namesAxis(known.map(({ name }) => name)),
      xAxis: valuesAxis(),
      series: cpuParts.map(({ figure, name }, index) => ({
        type: "bar",
        stack: "cpu",
        barWidth: 16,
        name,
        color: palette[index] ?? textColour,
        data: known.map((each) => medianOf(each, figure) ?? 0),
      })),
    },
  };
}

function medianOf({ turns }: Series, key: string): number | null {
  return spreadOf(turns.map(({ figures }) => figures[key]))?.median ?? null;
}

function frame(text: string) {
  return {
    animation: false,
    textStyle: { fontFamily, color: textColour },
    title: { text, left: 0, textStyle: { fontSize: 13, fontWeight: "normal", color: textColour } },
    grid: { left: 172, right: 64, top: 60, bottom: 32 },
  } satisfies EChartsOption;
}

function legend() {
  return { top: 30, left: 166, itemWidth: 12, itemHeight: 8, textStyle: { color: textColour } };
}

function axisStyle() {
  return {
    axisLabel: { color: textColour },
    axisLine: { lineStyle: { color: gridColour } },
    axisTick: { show: false },
  };
}

function namesAxis(names: readonly string[]) {
  return { type: "category" as const, data: [...names], inverse: true, ...axisStyle() };
}

function valuesAxis() {
  return { type: "value", min: 0, ...axisStyle(), splitLine: { lineStyle: { color: gridColour } } } as const;
}

/** The chart says by itself that it shows ranges. */
function plain(heading: string): string {
  return heading.replace(" (range)", "");
}
