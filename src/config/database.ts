// How long the database may take, and how far its clock may be off and how long what waits for it, as variables of the environment.
import type { z } from "zod";
import { Secret } from "../access/secrets/secret.ts";
import { clockRule, clockStepSecondsMaxDefault } from "../engine/postgres/clock.ts";
import { statementSecondsDefault } from "../engine/postgres/limits.ts";
import { documented, limit, programIds, replicaUrl } from "./values.ts";

export const databaseLimits = {
  DATABASE_READ_URL: documented(
    replicaUrl.optional(),
    "none: the primary answers all reads",
    "A streaming standby of DATABASE_URL, or an address in front of several, that answers lists, reports and exports.",
  ),
  DATABASE_READ_WAIT_MILLISECONDS: limit(
    200,
    [1, 10_000],
    "Longest a read waits until the standby holds what the primary does, in milliseconds; beyond, the primary answers it.",
  ),
  DATABASE_TIMEOUT_SECONDS: limit(
    statementSecondsDefault,
    [1, 60],
    "Seconds a statement that records may take in the database; what takes longer is answered 503.",
  ),
  CLOCK_STEP_SECONDS_MAX: limit(
    clockStepSecondsMaxDefault,
    [1, 1_000_000_000],
    "Seconds the database's clock may differ from this machine's, or be behind a program's newest event; beyond that nothing is recorded.",
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

type Given = z.output<z.ZodObject<typeof databaseLimits>>;

export function databaseFigures(given: Given) {
  return {
    databaseTimeoutSeconds: given.DATABASE_TIMEOUT_SECONDS,
    /** Null is no replica. */
    readUrl: given.DATABASE_READ_URL === undefined ? null : new Secret(given.DATABASE_READ_URL),
    readWaitMilliseconds: given.DATABASE_READ_WAIT_MILLISECONDS,
    clock: clockRule(given.CLOCK_STEP_SECONDS_MAX, given.CLOCK_PROGRAMS_AHEAD),
    queueWaitSecondsMax: given.QUEUE_WAIT_SECONDS_MAX,
  };
}
