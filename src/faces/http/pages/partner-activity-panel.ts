// What a partner brought over time: a small chart for each measure, and for each currency, since money of two is never added; and all of
// it as a table.
import { type Currency, defaultCurrencies, inOrder } from "../../../core/vocabulary/money/currencies.ts";
import { type Sum, sumOf } from "../../../core/vocabulary/money/money.ts";
import { type Html, html, table } from "../../../core/wording/html.ts";
import type { Words } from "../../../core/wording/say.ts";
import type { ActivityDay } from "../../../product/partners/activity-read.ts";
import { barChart } from "./chart.ts";

export const periodDays = [30, 90] as const;

export function activityPanel(
  days: readonly ActivityDay[],
  addressOf: (query: Readonly<Record<string, string>>) => string,
  words: Words,
): Html {
  const tabs = periodDays.map(
    (count) =>
      html`<a href="${addressOf({ days: String(count) })}"${count === days.length ? html` aria-current="true"` : null}>${words.say("lastDays", { count })}</a>`,
  );
  return html`<section class="panel"><header><h2>${words.say("whatYouBrought")}</h2><nav class="tabs" aria-label="${words.say("period")}">${tabs}</nav></header>
<div class="inside stack"><div class="charts">
${countChart("clicks", days, ({ clicks }) => clicks, words)}
${countChart("leads", days, ({ leads }) => leads, words)}
${countChart("sales", days, ({ sales }) => sales, words)}
${earnedCurrencies(days).map((currency) => earnedChart(currency, days, words))}
</div>
<details><summary>${words.say("asTable")}</summary><div class="days" tabindex="0" role="region" aria-label="${words.say("dayByDay")}">${daysTable(days, words)}</div></details></div></section>`;
}

function countChart(
  id: "clicks" | "leads" | "sales",
  days: readonly ActivityDay[],
  count: (day: ActivityDay) => number,
  words: Words,
): Html {
  return barChart({
    id,
    title: words.say(id),
    words,
    sum: words.count(days.reduce((sum, day) => sum + count(day), 0)),
    days: days.map((day) => ({ date: day.date, value: count(day) })),
    say: words.count,
  });
}

function earnedChart(currency: Currency, days: readonly ActivityDay[], words: Words): Html {
  return barChart({
    id: `earned-${currency.toLowerCase()}`,
    title: words.say("earnedIn", { currency }),
    words,
    sum: words.money(sumOf(days.map((day) => earnedOn(day, currency))), currency),
    // A bar's height is no figure: beyond 2^53 it is still as high.
    days: days.map((day) => ({ date: day.date, value: Number(earnedOn(day, currency)) })),
    say: (cents) => words.moneyText(cents, currency),
  });
}

function earnedCurrencies(days: readonly ActivityDay[]): Currency[] {
  const earned = new Set(days.flatMap((day) => day.earned.map(({ currency }) => currency)));
  const [first] = defaultCurrencies;
  return earned.size === 0 ? [first] : inOrder([...earned]);
}

function earnedOn({ earned }: ActivityDay, currency: Currency): Sum {
  return earned.find((each) => each.currency === currency)?.commission_cents ?? 0;
}

/** Days on which nothing happened are left out of the table. */
function daysTable(days: readonly ActivityDay[], words: Words): Html {
  const used = earnedCurrencies(days);
  const figure = (title: string) => ({ title, isFigure: true });
  const lively = days.filter(({ clicks, leads, sales }) => clicks + leads + sales > 0).toReversed();
  if (lively.length === 0) return html`<p class="empty">${words.say("nothingInDays")}</p>`;
  return table(
    [
      { title: words.say("dayUtc") },
      figure(words.say("clicks")),
      figure(words.say("leads")),
      figure(words.say("sales")),
      ...used.map((currency) => figure(words.say("earnedIn", { currency }))),
    ],
    lively.map((day) => [
      words.dayText(day.date),
      words.count(day.clicks),
      words.count(day.leads),
      words.count(day.sales),
      ...used.map((currency) => words.money(earnedOn(day, currency), currency)),
    ]),
  );
}
