// A row of a list as a line of a file: CSV, or a line of JSON.
import { csvLine } from "../../vocabulary/csv-line.ts";

export const rowFormats = ["csv", "ndjson"] as const;
export type RowFormat = (typeof rowFormats)[number];

export type RowLines = {
  /** Above the rows. */
  readonly head: string;
  readonly line: (row: object) => string;
};

export function rowLines(format: RowFormat, columns: readonly string[]): RowLines {
  if (format === "ndjson") return { head: "", line: (row) => `${JSON.stringify(row)}\n` };
  return {
    head: csvLine(columns),
    line: (row) => csvLine(columns.map((column): unknown => Reflect.get(row, column))),
  };
}
