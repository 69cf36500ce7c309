// The answer to a call that started a run: the run as it is now.
import { DatabaseUnavailable } from "../../engine/postgres/database-unavailable.ts";
import { Refusal } from "../operation/refusal.ts";

/** A replaced server that still runs does not know a run that has just started. */
export async function started<Answer>(read: Promise<Answer>): Promise<Answer> {
  try {
    return await read;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "not_found") throw error;
    throw new DatabaseUnavailable("The run has started, but this database does not know it yet.", {
      cause: error,
    });
  }
}
