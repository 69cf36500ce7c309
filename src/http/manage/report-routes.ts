// How a program stands, over HTTP: its integration checklist, and its figures day by day.

import type { RequestHandler } from "express";
import { z } from "zod";
import { Refusal, refuseFields } from "../../operations/refusal.ts";
import { findPerformance, performanceDaysMax } from "../../queries/performance.ts";
import { findProgramStatus } from "../../queries/program-status.ts";
import { sendJson } from "../send.ts";
import { oneOf, pathId, readQuery } from "./fields.ts";
import type { ManageParts } from "./parts.ts";

const millisecondsPerDay = 86_400_000;
const daysByPeriod = { "7d": 7, "30d": 30, "90d": 90, all: null } as const;
const periodByDefault = "30d";

const day = z.iso
  .date("must be a day such as 2026-01-31")
  .transform((given) => new Date(`${given}T00:00:00Z`))
  .optional();

const performanceSchema = z.strictObject({
  period: oneOf(["7d", "30d", "90d", "all"]).optional(),
  from: day,
  to: day,
});

export function statusRoute({ callers, reads }: ManageParts): RequestHandler {
  return async (request, response) => {
    const caller = await callers.account(request, response);
    const programId = pathId(request.params.programId);
    readQuery(request, z.strictObject({}));
    const status = await reads.ofProgram(caller, programId, "member", (db) => findProgramStatus(db, programId));
    if (status === undefined) throw new Refusal("not_found", `There is no program ${programId}.`);
    sendJson(response, 200, { data: status });
  };
}

export function performanceRoute({ callers, reads, now }: ManageParts): RequestHandler {
  return async (request, response) => {
    const caller = await callers.account(request, response);
    const programId = pathId(request.params.programId);
    const range = rangeOf(readQuery(request, performanceSchema), now());
    const performance = await reads.ofProgram(caller, programId, "member", (db) =>
      findPerformance(db, programId, range),
    );
    sendJson(response, 200, { data: performance });
  };
}

/** Days of UTC, today included. */
function rangeOf(
  { period, from, to }: z.output<typeof performanceSchema>,
  nowMilliseconds: number,
): { readonly from: Date | null; readonly to: Date } {
  const today = new Date(Math.floor(nowMilliseconds / millisecondsPerDay) * millisecondsPerDay);
  if (from === undefined && to === undefined) {
    const days = daysByPeriod[period ?? periodByDefault];
    return { from: days === null ? null : daysBefore(today, days - 1), to: today };
  }
  if (period !== undefined) throw refuseFields([{ field: "period", message: "goes with neither from nor to." }]);
  if (from === undefined) throw refuseFields([{ field: "from", message: "is required with to." }]);
  const last = to ?? today;
  const days = (last.getTime() - from.getTime()) / millisecondsPerDay + 1;
  if (days < 1) throw refuseFields([{ field: "to", message: "must not be before from." }]);
  if (days > performanceDaysMax) {
    throw refuseFields([{ field: "from", message: `must be at most ${performanceDaysMax} days before to.` }]);
  }
  return { from, to: last };
}

function daysBefore(day: Date, days: number): Date {
  return new Date(day.getTime() - days * millisecondsPerDay);
}
