// A forecast next to what was earned: by month, and by partner with its months. Sums are exact at any size.
import { z } from "zod";
import { count, currency, id, sum, words } from "../../core/vocabulary/fields.ts";
import { differenceOf, sumOf } from "../../core/vocabulary/money/money.ts";
import type { EarnedLine } from "./earned-read.ts";

/** Those with the largest difference; the others are in the months' sums. */
export const partnersShownMax = 200;

const earnedCents = {
  earned_cents: sum("What was earned, less what refunds took off"),
  forecast_cents: sum("What would have been earned under these terms"),
  difference_cents: sum("The forecast less what was earned"),
};

export const forecastMonth = z.strictObject({
  month: words("The month (UTC), such as 2026-11"),
  currency,
  sales: count("Sales that earned a commission"),
  ...earnedCents,
});

export const forecastPartner = z.strictObject({
  partner_id: id("The partner"),
  currency,
  sales: count("Sales that earned a commission"),
  ...earnedCents,
  months: z
    .array(forecastMonth.omit({ currency: true }))
    .readonly()
    .meta({ description: "By month" }),
});

export const comparedForecast = z.strictObject({
  months: z.array(forecastMonth).readonly(),
  partners: z.array(forecastPartner).readonly(),
  partners_left_out: count("Partners that are not listed"),
});

type ComparedForecast = z.output<typeof comparedForecast>;

/** Of the books as they are, and of the books under the supposed terms. */
type Pair = { readonly earned: readonly EarnedLine[]; readonly forecast: readonly EarnedLine[] };

export function compared(lines: Pair): ComparedForecast {
  const months = pairsBy(lines, ({ month, currency }) => `${month} ${currency}`).map(monthOfPair);
  const partners = pairsBy(lines, (line) => `${line.partner_id} ${line.currency}`)
    .map((pair) => {
      const { partner_id, currency } = anyOf(pair);
      const ofMonths = pairsBy(pair, (line) => line.month).map(monthOfPair);
      const inOrder = ofMonths.map(({ currency: _, ...rest }) => rest).sort((a, b) => a.month.localeCompare(b.month));
      return { partner_id, currency, ...sumsOf(pair), months: inOrder };
    })
    .sort(
      (a, b) =>
        Math.abs(Number(b.difference_cents)) - Math.abs(Number(a.difference_cents)) || a.partner_id - b.partner_id,
    );
  return {
    months: months.sort((a, b) => a.month.localeCompare(b.month) || a.currency.localeCompare(b.currency)),
    partners: partners.slice(0, partnersShownMax),
    partners_left_out: Math.max(0, partners.length - partnersShownMax),
  };
}

function pairsBy({ earned, forecast }: Pair, keyOf: (line: EarnedLine) => string): Pair[] {
  const [ofEarned, ofForecast] = [Map.groupBy(earned, keyOf), Map.groupBy(forecast, keyOf)];
  return [...new Set([...ofEarned.keys(), ...ofForecast.keys()])].map((key) => ({
    earned: ofEarned.get(key) ?? [],
    forecast: ofForecast.get(key) ?? [],
  }));
}

function anyOf({ earned, forecast }: Pair): EarnedLine {
  const [line] = [...earned, ...forecast];
  if (line === undefined) throw new Error("a group of lines is empty");
  return line;
}

function monthOfPair(pair: Pair): z.output<typeof forecastMonth> {
  const { month: of, currency: by } = anyOf(pair);
  return { month: of, currency: by, ...sumsOf(pair) };
}

function sumsOf({ earned, forecast }: Pair) {
  const [earned_cents, forecast_cents] = [earned, forecast].map((lines) => sumOf(lines.map(({ cents }) => cents)));
  const sales = Math.max(...[earned, forecast].map((lines) => lines.reduce((all, line) => all + line.sales, 0)));
  return {
    sales,
    earned_cents: earned_cents ?? 0,
    forecast_cents: forecast_cents ?? 0,
    difference_cents: differenceOf(forecast_cents ?? 0, earned_cents ?? 0),
  };
}
