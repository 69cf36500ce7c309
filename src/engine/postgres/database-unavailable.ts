// The database cannot be used now and may be later: found out by us, where the driver or the server has no error of its own.
import { DatabaseError } from "pg";

export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
}

/** What the connection itself throws has no class of its own: without one it could be taken for a fault of our code. */
export function asUnavailable(error: unknown): Error {
  if (error instanceof DatabaseError || error instanceof DatabaseUnavailable) return error;
  return new DatabaseUnavailable(error instanceof Error ? error.message : String(error), { cause: error });
}
