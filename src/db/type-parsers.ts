// How PostgreSQL's text answers become JavaScript values, for the clients that are given this table.
// A bigint is a number and never a rounded one: a value beyond 2^53 is an error. A sum of bigints is a numeric, and such a sum is
// a number where it can be and its digits as text where it cannot.
// It is set per client and never on `pg` itself, whose parsers every library of the process shares.
import type { CustomTypesConfig } from "pg";
import { types } from "pg";

const oid: Record<"int8" | "int8Array" | "textArray" | "date" | "timestamp" | "numeric", number> = {
  int8: 20,
  int8Array: 1016,
  textArray: 1009,
  date: 1082,
  timestamp: 1114,
  numeric: 1700,
};

const readTextArray: (text: string) => (string | null)[] = types.getTypeParser(oid.textArray);

const parsers = new Map<number, (text: string) => unknown>([
  [oid.int8, readInt8],
  [oid.numeric, readNumeric],
  [oid.int8Array, (text) => readTextArray(text).map((element) => (element === null ? null : readInt8(element)))],
  // Without a time zone these are no instants; pg would read them in the zone of this machine.
  [oid.date, (text) => text],
  [oid.timestamp, (text) => text],
]);

export const typeParsers: CustomTypesConfig = {
  getTypeParser: (typeId, format) => parsers.get(typeId) ?? types.getTypeParser(typeId, format),
};

function readNumeric(text: string): number | string {
  const value = Number(text);
  return /^-?\d+$/.test(text) && Number.isSafeInteger(value) ? value : text;
}

function readInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The bigint ${text} does not fit a number exactly.`);
  return value;
}
