// Two bars a month: what was earned, and what would have been. The table below the chart has the same figures.
import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { formatAmount, formatShort, unitsOf } from "../../format.ts";
import { rich, say } from "../../texts/forecasts.ts";
import type { ForecastMonth } from "./forecast-query.ts";

const quiet = { fontSize: 12, fill: "var(--quiet)" };

type MonthBarsProps = { readonly months: readonly ForecastMonth[]; readonly currency: string };

export function MonthBars({ months, currency }: MonthBarsProps) {
  const data = months.map(({ month, earned_cents, forecast_cents }) => ({
    month,
    earned: unitsOf(earned_cents, currency),
    forecast: unitsOf(forecast_cents, currency),
  }));
  const amountOf = new Map(months.map((month) => [month.month, month]));
  return (
    <div className="chart-lines" role="img" aria-label={say("commissionsByMonthTheTableBelow")}>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={data} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="month" tick={quiet} tickLine={false} axisLine={{ stroke: "var(--line)" }} />
          <YAxis
            tickFormatter={(value: number) => formatShort(value)}
            tick={quiet}
            tickLine={false}
            axisLine={false}
            width={44}
          />
          <Legend formatter={(name: string) => <span className="quiet">{name}</span>} />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: "var(--hover)" }}
            content={({ active, label }) => {
              const month = amountOf.get(String(label));
              return active && month !== undefined ? <MonthWords month={month} currency={currency} /> : null;
            }}
          />
          <Bar name="Earned" dataKey="earned" fill="var(--chart-before)" maxBarSize={48} isAnimationActive={false} />
          <Bar
            name="With these terms"
            dataKey="forecast"
            fill="var(--chart-1)"
            maxBarSize={48}
            isAnimationActive={false}
          />
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

function MonthWords({ month, currency }: { readonly month: ForecastMonth; readonly currency: string }) {
  const words = (cents: ForecastMonth["earned_cents"]) => `${formatAmount(cents, currency)} ${currency}`;
  return (
    <div className="chart-words">
      <p className="quiet">{month.month}</p>
      <p>{rich("strongWithTheseTerms", { strong: <strong>{words(month.forecast_cents)}</strong> })}</p>
      <p className="quiet">{say("wordsEarned", { words: words(month.earned_cents) })}</p>
    </div>
  );
}
