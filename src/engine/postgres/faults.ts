// The meaning of a database error, decided only here: whether the same call may succeed later, or the rows themselves are refused. It is an
// allow-list: only a data error (SQLSTATE classes 22 and 23) is about our rows. Every other error of PostgreSQL or the connection is
// temporary, unknown states included.
import { DatabaseError } from "pg";
import { DatabaseUnavailable } from "./database-unavailable.ts";
import { Misfit } from "./driver/binary-arrays.ts";

export type DatabaseFault =
  /** Out of bounds, or against a rule of its table: the same rows are refused again. */
  | "data_refused"
  /** Another transaction holds a lock for longer than `lock_timeout`. */
  | "locked"
  /** Rolled back in favor of another transaction, or sent behind one that failed. */
  | "conflict"
  /** Cancelled: `statement_timeout`, or `pg_cancel_backend`. */
  | "timed_out"
  | "full"
  | "read_only"
  | "unreachable"
  | "other";

const unreachableSqlStates = new Set(["53300", "57P01", "57P02", "57P03", "57P05", "25P03"]);
const unreachableSystemCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
]);
/** What pg says without a code of its own. */
const unreachableMessages =
  /^Connection terminated|^timeout expired$|^timeout exceeded when trying to connect|^Query read timeout|is not queryable$/;

const unusable: ReadonlySet<DatabaseFault> = new Set(["unreachable", "read_only", "locked", "timed_out"]);

const faultBySqlState: { readonly [state: string]: DatabaseFault } = {
  // A statement that the connection prepares with a piece before: where that one fails, PostgreSQL skips the preparation.
  "26000": "conflict",
  "55P03": "locked",
  "57014": "timed_out",
  "53100": "full",
  "25006": "read_only",
};

/** Null where it is no error of the database: then our own code threw it. */
export function databaseFaultOf(error: unknown): DatabaseFault | null {
  if (error instanceof Misfit) return "data_refused";
  if (error instanceof DatabaseUnavailable) return "unreachable";
  if (error instanceof DatabaseError) return faultOfSqlState(error.code ?? "");
  if (error instanceof AggregateError) {
    return error.errors.length > 0 && error.errors.every(isDatabaseUnavailable) ? "unreachable" : null;
  }
  if (!(error instanceof Error)) return null;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return unreachableSystemCodes.has(code) || unreachableMessages.test(error.message) ? "unreachable" : null;
}

function faultOfSqlState(state: string): DatabaseFault {
  if (state.startsWith("08") || unreachableSqlStates.has(state)) return "unreachable";
  if (state.startsWith("22") || state.startsWith("23")) return "data_refused";
  if (state.startsWith("40")) return "conflict";
  return faultBySqlState[state] ?? "other";
}

/** Whether the same call may succeed later without a change. */
export function mayPass(error: unknown): boolean {
  const fault = databaseFaultOf(error);
  return fault !== null && fault !== "data_refused";
}

/** Whether the database could not be used at all: it was not reached, was lost, only lets read, or kept us waiting. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const fault = databaseFaultOf(error);
  return fault !== null && unusable.has(fault);
}

/** Whether the rows themselves were refused. */
export function isDataRefused(error: unknown): boolean {
  return databaseFaultOf(error) === "data_refused";
}

/** Whether the database itself raised this, under a state of our own. */
export function isRaisedAs(error: unknown, sqlState: string): boolean {
  return error instanceof DatabaseError && error.code === sqlState;
}

/** Whether this user lacks a right; by SQLSTATE. */
export function isNotPermitted(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === "42501";
}

/** By SQLSTATE, never by a constraint's name: a distributed PostgreSQL reports other names. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === "23505";
}
