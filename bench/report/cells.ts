// The text of a table's cell, on the console and on the page.
import { figureText, spreadOf } from "./figures.ts";
import type { Column } from "./scenario-report.ts";
import type { Series } from "./series.ts";

/** The median, with its range in the first column; a dash if unknown. */
export function cellText({ turns }: Series, { figure, digits }: Column, withRange: boolean): string {
  const spread = spreadOf(turns.map((turn) => turn.figures[figure]));
  if (spread === null) return "–";
  const text = (value: number): string => figureText(value, digits);
  return withRange && turns.length > 1
    ? `${text(spread.median)} (${text(spread.min)} to ${text(spread.max)})`
    : text(spread.median);
}
