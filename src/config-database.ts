// How long the database may take, and how far its clock may be off and how long what waits for it, as variables of the environment.
import { documented, limit, programIds } from "./config-values.ts";
import { clockStepSecondsMaxDefault } from "./db/clock.ts";
import { statementSecondsDefault } from "./db/limits.ts";

export const databaseLimits = {
  DATABASE_TIMEOUT_SECONDS: limit(
    statementSecondsDefault,
    [1, 60],
    "Seconds a statement that records may take in the database; what takes longer is answered 503.",
  ),
  CLOCK_STEP_SECONDS_MAX: limit(
    clockStepSecondsMaxDefault,
    [1, 1_000_000_000],
    "Seconds the database's clock may differ from this machine's, or stand behind a program's newest event; beyond, nothing is recorded.",
  ),
  CLOCK_PROGRAMS_AHEAD: documented(
    programIds.default([]),
    "none",
    "Programs whose newest event is in the future and that record all the same, at that event's time: ids, separated by commas.",
  ),
  QUEUE_WAIT_SECONDS_MAX: limit(
    3,
    [1, 60],
    "Longest a request waits to be written, in seconds; what would wait longer is answered 503 at once.",
  ),
};
