// Columns of rows as arrays in PostgreSQL's binary format: what a batch writes is one parameter a column, whatever its size,
// and neither side writes or reads a number, a time or bytes as text.
// A Buffer among a statement's values is sent as it is and marked binary by pg. Nulls are allowed in every column.
// The format: array_recv and the types' own recv functions, https://www.postgresql.org/docs/current/protocol-overview.html.

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

/** Throws a `Misfit` at a value that does not fit the type. */
export function encodeArray(type: ColumnType, values: readonly unknown[]): Buffer {
  const { oid } = columnTypes[type];
  if (values.length === 0) return writeHeader(Buffer.allocUnsafe(emptyHeaderBytes), oid, false, 0);
  const texts = type === "jsonb" ? values.map(jsonText) : values;
  let bytes = headerBytes;
  let hasNulls = false;
  for (const value of texts) {
    if (value === null) hasNulls = true;
    else bytes += bytesOf(type, value);
    bytes += lengthBytes;
  }
  const array = writeHeader(Buffer.allocUnsafe(bytes), oid, hasNulls, values.length);
  let at = headerBytes;
  for (const value of texts) at = writeElement(array, at, type, value);
  return array;
}

function writeHeader(array: Buffer, oid: number, hasNulls: boolean, length: number): Buffer {
  array.writeInt32BE(length === 0 ? 0 : 1, 0);
  array.writeInt32BE(hasNulls ? 1 : 0, 4);
  array.writeInt32BE(oid, 8);
  if (length === 0) return array;
  array.writeInt32BE(length, 12);
  array.writeInt32BE(1, 16);
  return array;
}

function jsonText(value: unknown): string | null {
  if (value === null) return null;
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw misfit("jsonb", value);
  return text;
}

function bytesOf(type: ColumnType, value: unknown): number {
  const { width } = columnTypes[type];
  if (width !== null) return width;
  if (typeof value === "string") return Buffer.byteLength(value, "utf8") + (type === "jsonb" ? jsonbVersionBytes : 0);
  if (value instanceof Uint8Array) return value.length;
  throw misfit(type, value);
}

/** Answers where the next element begins. */
function writeElement(array: Buffer, at: number, type: ColumnType, value: unknown): number {
  if (value === null) return array.writeInt32BE(nullLength, at);
  const start = at + lengthBytes;
  const end = writeValue(array, start, type, value);
  array.writeInt32BE(end - start, at);
  return end;
}

/** Answers where the value ends. */
function writeValue(array: Buffer, at: number, type: ColumnType, value: unknown): number {
  if (typeof value === "string") return writeString(array, at, type, value);
  if (typeof value === "number") return writeNumber(array, at, type, value);
  if (type === "boolean" && typeof value === "boolean") return array.writeUInt8(value ? 1 : 0, at);
  if (type === "timestamptz" && value instanceof Date) return writeTime(array, at, value);
  if (type === "bytea" && value instanceof Uint8Array) {
    array.set(value, at);
    return at + value.length;
  }
  throw misfit(type, value);
}

function writeString(array: Buffer, at: number, type: ColumnType, value: string): number {
  if (type === "text") return at + array.write(value, at, "utf8");
  if (type !== "jsonb") throw misfit(type, value);
  const start = array.writeUInt8(jsonbVersion, at);
  return start + array.write(value, start, "utf8");
}

function writeNumber(array: Buffer, at: number, type: ColumnType, value: number): number {
  if (!Number.isSafeInteger(value)) throw misfit(type, value);
  if (type === "bigint") return writeInt8(array, at, value);
  if (type === "integer") return array.writeInt32BE(value, at);
  if (type === "smallint") return array.writeInt16BE(value, at);
  throw misfit(type, value);
}

const wordValues = 2 ** 32;

function writeInt8(array: Buffer, at: number, value: number): number {
  array.writeInt32BE(Math.floor(value / wordValues), at);
  return array.writeUInt32BE(value >>> 0, at + 4);
}

/** 2000-01-01, from which PostgreSQL counts microseconds; the log keeps milliseconds. */
const epochMilliseconds = 946_684_800_000;
const microsecondsPerMillisecond = 1000;

function writeTime(array: Buffer, at: number, time: Date): number {
  const milliseconds = time.getTime();
  if (Number.isNaN(milliseconds)) throw misfit("timestamptz", time);
  const microseconds = (milliseconds - epochMilliseconds) * microsecondsPerMillisecond;
  if (Number.isSafeInteger(microseconds)) return writeInt8(array, at, microseconds);
  return array.writeBigInt64BE(BigInt(milliseconds - epochMilliseconds) * BigInt(microsecondsPerMillisecond), at);
}

/** A value no column of this type holds: refused here, as the database would. */
export class Misfit extends TypeError {}

function misfit(type: ColumnType, value: unknown): Misfit {
  return new Misfit(`a ${value === undefined ? "missing value" : typeof value} does not fit a column of ${type}`);
}
