// What a partner brought over time: a small chart for each measure, and for each currency, since money of two is never added; and all of
// it as a table.
import { type Currency, currencies, type Sum, sumOf } from "../../../core/vocabulary/money.ts";
import { type Html, html, table } from "../../../core/wording/html.ts";
import { countText, dayText, money, moneyText } from "../../../core/wording/words.ts";
import type { ActivityDay } from "../../../product/portal/activity-read.ts";
import { barChart } from "./chart.ts";

export const periodDays = [30, 90] as const;

export function activityPanel(
  days: readonly ActivityDay[],
  { path, isEmbedded }: { readonly path: string; readonly isEmbedded: boolean },
): Html {
  const embed = isEmbedded ? "&embed=1" : "";
  const tabs = periodDays.map(
    (count) =>
      html`<a href="${path}?days=${count}${embed}"${count === days.length ? html` aria-current="true"` : null}>${count} days</a>`,
  );
  return html`<section class="panel"><header><h2>What you brought</h2><nav class="tabs" aria-label="Period">${tabs}</nav></header>
<div class="inside stack"><div class="charts">
${countChart("Clicks", days, ({ clicks }) => clicks)}
${countChart("Leads", days, ({ leads }) => leads)}
${countChart("Sales", days, ({ sales }) => sales)}
${earnedCurrencies(days).map((currency) => earnedChart(currency, days))}
</div>
<details><summary>As a table</summary><div class="days" tabindex="0" role="region" aria-label="Day by day">${daysTable(days)}</div></details></div></section>`;
}

function countChart(title: string, days: readonly ActivityDay[], count: (day: ActivityDay) => number): Html {
  return barChart({
    id: title.toLowerCase(),
    title,
    sum: countText(days.reduce((sum, day) => sum + count(day), 0)),
    days: days.map((day) => ({ date: day.date, value: count(day) })),
    say: countText,
  });
}

function earnedChart(currency: Currency, days: readonly ActivityDay[]): Html {
  return barChart({
    id: `earned-${currency.toLowerCase()}`,
    title: `Earned, ${currency}`,
    sum: money(sumOf(days.map((day) => earnedOn(day, currency))), currency),
    // A bar's height is no figure: beyond 2^53 it is still as high.
    days: days.map((day) => ({ date: day.date, value: Number(earnedOn(day, currency)) })),
    say: (cents) => moneyText(cents, currency),
  });
}

function earnedCurrencies(days: readonly ActivityDay[]): Currency[] {
  const earned = new Set(days.flatMap((day) => day.earned.map(({ currency }) => currency)));
  const [first] = currencies;
  return earned.size === 0 ? [first] : currencies.filter((currency) => earned.has(currency));
}

function earnedOn({ earned }: ActivityDay, currency: Currency): Sum {
  return earned.find((each) => each.currency === currency)?.commission_cents ?? 0;
}

/** Days on which nothing happened are left out of the table. */
function daysTable(days: readonly ActivityDay[]): Html {
  const used = earnedCurrencies(days);
  const figure = (title: string) => ({ title, isFigure: true });
  const lively = days.filter(({ clicks, leads, sales }) => clicks + leads + sales > 0).toReversed();
  if (lively.length === 0) return html`<p class="empty">Nothing in these days.</p>`;
  return table(
    [
      { title: "Day (UTC)" },
      figure("Clicks"),
      figure("Leads"),
      figure("Sales"),
      ...used.map((currency) => figure(`Earned, ${currency}`)),
    ],
    lively.map((day) => [
      dayText(day.date),
      countText(day.clicks),
      countText(day.leads),
      countText(day.sales),
      ...used.map((currency) => money(earnedOn(day, currency), currency)),
    ]),
  );
}
