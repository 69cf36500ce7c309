// Columns of rows as arrays in PostgreSQL's binary format: a batch is one parameter a column, regardless of its size, and neither side
// formats or parses numbers, times or bytes as text. pg sends a Buffer among the values unchanged and marked as binary. Nulls are allowed
// in every column. The format: array_recv and the types' own recv functions,
// https://www.postgresql.org/docs/current/protocol-overview.html.
import { Draft } from "./draft.ts";

/** The types rows are made of, with the array's name in SQL and the element's number in the catalogue. */
const columnTypes = {
  bigint: { oid: 20, width: 8 },
  integer: { oid: 23, width: 4 },
  smallint: { oid: 21, width: 2 },
  boolean: { oid: 16, width: 1 },
  timestamptz: { oid: 1184, width: 8 },
  text: { oid: 25, width: null },
  bytea: { oid: 17, width: null },
  jsonb: { oid: 3802, width: null },
} as const;

export type ColumnType = keyof typeof columnTypes;

/** The column types a value of a row fits; a jsonb column holds objects and arrays. */
type ColumnTypeOf<Value> = [Value] extends [number | null]
  ? "bigint" | "integer" | "smallint"
  : [Value] extends [boolean | null]
    ? "boolean"
    : [Value] extends [string | null]
      ? "text"
      : [Value] extends [Date | null]
        ? "timestamptz"
        : [Value] extends [Buffer | null]
          ? "bytea"
          : "jsonb";

/** Every column of a row with its type, in the order they are sent. */
export type Columns<Row> = { readonly [Column in keyof Row]-?: ColumnTypeOf<Row[Column]> };

/** The names of a row's columns, in order. */
export function columnNames<Row>(columns: Columns<Row>): (keyof Row & string)[] {
  return Object.keys(columns).filter((name): name is keyof Row & string => name in columns);
}

/** One array for each column, in order: the parameters of `rowsOf`. */
export function arraysOf<Row>(columns: Columns<Row>, rows: readonly Row[]): Buffer[] {
  return columnNames(columns).map((name) =>
    encodeArray(
      columns[name],
      rows.map((row) => row[name]),
    ),
  );
}

/**
 * `select unnest($1::bigint[]) as program_id, …`, its first parameter numbered `from`: the rows that `arraysOf` took apart.
 * In the list of a SELECT the arrays are walked side by side; as a function in FROM each would first be written to a store of
 * its own, which took 5 µs a column and statement.
 */
export function rowsOf<Row>(columns: Columns<Row>, from = 1): string {
  const unnested = columnNames(columns).map((name, index) => `unnest($${from + index}::${columns[name]}[]) as ${name}`);
  return `select ${unnested.join(", ")}`;
}

const headerBytes = 20;
const emptyHeaderBytes = 12;
const lengthBytes = 4;
const nullLength = -1;
const jsonbVersion = 1;
const jsonbVersionBytes = 1;

const draft = new Draft();

/** Throws a `Misfit` at a value that does not fit the type. */
export function encodeArray(type: ColumnType, values: readonly unknown[]): Buffer {
  const { oid, width } = columnTypes[type];
  const write = writers[type];
  let hasNulls = false;
  let at = values.length === 0 ? emptyHeaderBytes : headerBytes;
  draft.makeRoom(at + values.length * (lengthBytes + (width ?? 0)));
  for (const value of values) {
    if (width === null) draft.makeRoom(at + lengthBytes);
    if (value === null) {
      hasNulls = true;
      at = draft.int4(at, nullLength);
    } else {
      const start = at + lengthBytes;
      const end = write(start, value);
      draft.int4(at, end - start);
      at = end;
    }
  }
  writeHeader(oid, hasNulls, values.length);
  return draft.take(at);
}

function writeHeader(oid: number, hasNulls: boolean, length: number): void {
  draft.int4(0, length === 0 ? 0 : 1);
  draft.int4(4, hasNulls ? 1 : 0);
  draft.int4(8, oid);
  if (length === 0) return;
  draft.int4(12, length);
  draft.int4(16, 1);
}

/** How a value of each type is written; answers where it ends. */
const writers: { readonly [Type in ColumnType]: (at: number, value: unknown) => number } = {
  bigint: (at, value) => draft.int8(at, integerOf("bigint", value)),
  integer(at, value) {
    const integer = integerOf("integer", value);
    if (integer !== Math.max(int4Min, Math.min(int4Max, integer))) throw misfit("integer", value);
    return draft.int4(at, integer);
  },
  smallint(at, value) {
    const integer = integerOf("smallint", value);
    if (integer !== Math.max(int2Min, Math.min(int2Max, integer))) throw misfit("smallint", value);
    return draft.int2(at, integer);
  },
  boolean(at, value) {
    if (typeof value !== "boolean") throw misfit("boolean", value);
    return draft.byte(at, value ? 1 : 0);
  },
  timestamptz(at, value) {
    if (!(value instanceof Date)) throw misfit("timestamptz", value);
    return writeTime(at, value);
  },
  text(at, value) {
    if (typeof value !== "string") throw misfit("text", value);
    return draft.text(at, value);
  },
  bytea(at, value) {
    if (!(value instanceof Uint8Array)) throw misfit("bytea", value);
    return draft.bytes(at, value);
  },
  jsonb(at, value) {
    const text: string | undefined = JSON.stringify(value);
    if (text === undefined) throw misfit("jsonb", value);
    draft.makeRoom(at + jsonbVersionBytes);
    return draft.text(draft.byte(at, jsonbVersion), text);
  },
};

const [int4Min, int4Max] = [-(2 ** 31), 2 ** 31 - 1];
const [int2Min, int2Max] = [-(2 ** 15), 2 ** 15 - 1];

function integerOf(type: ColumnType, value: unknown): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value)) throw misfit(type, value);
  return value;
}

/** 2000-01-01, from which PostgreSQL counts microseconds; the log keeps milliseconds. */
const epochMilliseconds = 946_684_800_000;
const microsecondsPerMillisecond = 1000;

function writeTime(at: number, time: Date): number {
  const milliseconds = time.getTime();
  if (Number.isNaN(milliseconds)) throw misfit("timestamptz", time);
  const microseconds = (milliseconds - epochMilliseconds) * microsecondsPerMillisecond;
  if (Number.isSafeInteger(microseconds)) return draft.int8(at, microseconds);
  return draft.bigInt8(at, BigInt(milliseconds - epochMilliseconds) * BigInt(microsecondsPerMillisecond));
}

/** A value no column of this type holds: refused here, as the database would. */
export class Misfit extends TypeError {}

function misfit(type: ColumnType, value: unknown): Misfit {
  return new Misfit(`a ${value === undefined ? "missing value" : typeof value} does not fit a column of ${type}`);
}
