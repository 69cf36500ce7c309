// What a command answers: one JSON document for programs, a table or a few lines for people.
// Text that came from outside is shown without the characters a terminal would obey; JSON escapes them itself.
import Table from "cli-table3";
import type { Page } from "../../core/vocabulary/page.ts";
import { printable } from "./failures.ts";

export type Output = {
  /** Snake case, as on the wire. */
  readonly json: object;
  /** For people; made only when it is wanted. */
  readonly text: () => string;
  /** Written to stderr, with exit code 1, when the answer is that something is wrong. */
  readonly failure?: string;
};

export function listOutput<Row extends object>(page: Page<Row>, columns: readonly (keyof Row & string)[]): Output {
  const more = page.next === null ? "" : `\nMore: --cursor ${page.next}`;
  return {
    json: page,
    text: () => (page.data.length === 0 ? "Nothing." : tableOf(page.data, columns)) + more,
  };
}

/** What an operation answered: rows as a table of `columns`, one thing with its fields. */
export function answerOutput(answer: JsonRecord, columns: readonly string[] | null): Output {
  const { data } = answer;
  if (!Array.isArray(data)) return recordOutput(recordOf(data));
  const { warnings: _, refusals, ...rest } = answer;
  const next = typeof answer.next === "string" ? answer.next : null;
  const page: Page<JsonRecord> = { data: data.map(recordOf), next };
  const shown = listOutput(page, columns ?? Object.keys(page.data[0] ?? {}));
  const output = { json: { ...rest, next }, text: shown.text };
  return Array.isArray(refusals) ? { ...output, failure: refusals.join(" ") } : output;
}

export type JsonRecord = Readonly<Record<string, unknown>>;

export function recordOf(value: unknown): JsonRecord {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

/** One thing with its fields, one a line; rows within it are tables below. */
export function recordOutput(record: object): Output {
  return {
    json: record,
    text: () => {
      const fields = Object.entries(record);
      const width = Math.max(...fields.map(([name]) => name.length));
      const isTable = ([, value]: readonly [string, unknown]) => rowsIn(value).length > 0;
      const lines = fields
        .filter((field) => !isTable(field))
        .map(([name, value]) => `${name.padEnd(width)}  ${cell(value)}`);
      const tables = fields.filter(isTable).map(([name, value]) => {
        const rows = rowsIn(value);
        return `${name}:\n${tableOf(rows, Object.keys(rows[0] ?? {}))}`;
      });
      return [...lines, ...tables].join("\n");
    },
  };
}

function rowsIn(value: unknown): readonly JsonRecord[] {
  if (!Array.isArray(value) || value.some((row) => typeof row !== "object" || row === null)) return [];
  return value.map(recordOf);
}

export function tableOf<Row extends object>(rows: readonly Row[], columns: readonly (keyof Row & string)[]): string {
  const table = new Table({
    head: [...columns],
    style: { head: [], border: [], compact: true },
    colAligns: columns.map((column) => (rows.every((row) => isFigure(row[column])) ? "right" : "left")),
  });
  table.push(...rows.map((row) => columns.map((column) => cell(row[column]))));
  return table.toString();
}

function isFigure(value: unknown): boolean {
  return typeof value === "number" || value === null;
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString();
  return printable(typeof value === "object" ? JSON.stringify(value) : String(value));
}
