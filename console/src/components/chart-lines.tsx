// Draws a chart; loaded when the first chart is shown. The table next to it has the same figures for screen readers.
import { Area, AreaChart, CartesianGrid, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { formatDay, formatDayShort, formatShort } from "../format.ts";
import { say } from "../texts/components.ts";
import type { ChartProps, Point } from "./chart-props.ts";

const quiet = { fontSize: 12, fill: "var(--quiet)" };
/** Between two days on the axis, in pixels. */
const labelsGap = 24;

type ChartLinesProps = Pick<ChartProps, "title" | "points" | "format"> & { readonly unit: number };

export function ChartLines({ title, points, format, unit }: ChartLinesProps) {
  const total = points.reduce((sum, { value }) => sum + value, 0);
  return (
    <div
      className="chart-lines"
      role="img"
      aria-label={say("titleTotalInPointsDaysThe", { title, total: format(total), points: points.length })}
    >
      <ResponsiveContainer width="100%" height="100%">
        <AreaChart data={[...points]} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="date"
            tickFormatter={(date: string) => formatDayShort(date)}
            interval="equidistantPreserveStart"
            minTickGap={labelsGap}
            tick={quiet}
            tickLine={false}
            axisLine={{ stroke: "var(--line)" }}
          />
          <YAxis
            domain={[0, "auto"]}
            tickFormatter={(value: number) => formatShort(value / unit)}
            allowDecimals={false}
            tick={quiet}
            tickLine={false}
            axisLine={false}
            width={44}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: "var(--edge)" }}
            content={({ active, payload }) => {
              const point: Point | undefined = payload?.[0]?.payload;
              return active && point !== undefined ? <PointWords point={point} format={format} /> : null;
            }}
          />
          <Line
            type="linear"
            dataKey="before"
            stroke="var(--chart-before)"
            strokeWidth={1.5}
            strokeDasharray="3 4"
            dot={false}
            isAnimationActive={false}
          />
          <Area
            type="linear"
            dataKey="value"
            stroke="var(--chart-1)"
            strokeWidth={2}
            fill="var(--chart-1)"
            fillOpacity={0.08}
            isAnimationActive={false}
          />
        </AreaChart>
      </ResponsiveContainer>
    </div>
  );
}

type PointWordsProps = { readonly point: Point; readonly format: (value: number) => string };

function PointWords({ point, format }: PointWordsProps) {
  return (
    <div className="chart-words">
      <p className="quiet">{formatDay(point.date)}</p>
      <p>
        <strong>{format(point.value)}</strong>
      </p>
      {point.before === null ? null : (
        <p className="quiet">{say("beforeThePeriodBefore", { before: format(point.before) })}</p>
      )}
    </div>
  );
}
