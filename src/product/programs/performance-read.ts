// How a program does, day by day in UTC.

import type { Kysely } from "kysely";
import { z } from "zod";
import { id, words } from "../../core/vocabulary/fields.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { findFirstEventIds } from "../events/event-at.ts";
import { dateOf, eachDay, millisecondsPerDay } from "../reads/days.ts";
import { figuresSchema, figuresShape, findFigures, totalOf } from "./figures-read.ts";

export const performanceDaysMax = 3660;

export const performance = z.strictObject({
  program_id: id("The program"),
  from: words("The first day, in UTC"),
  to: words("The last day"),
  totals: figuresSchema.meta({ description: "Of the whole period" }),
  days: z
    .array(z.strictObject({ date: z.iso.date().meta({ description: "The day, in UTC" }), ...figuresShape }))
    .readonly()
    .meta({ description: "Every day of the range, also those on which nothing happened" }),
});

export type Performance = z.output<typeof performance>;

/** `from` null is the day the program was created. */
export async function findPerformance(
  db: Kysely<Tables>,
  programId: number,
  wanted: { readonly from: Date | null; readonly to: Date },
): Promise<Performance> {
  const from = wanted.from ?? (await firstDay(db, programId, wanted.to));
  const end = new Date(wanted.to.getTime() + millisecondsPerDay);
  const days = eachDay(from, end);
  const figures = await findFigures(db, programId, await findFirstEventIds(db, programId, [...days, end]));
  return {
    program_id: programId,
    from: dateOf(from),
    to: dateOf(wanted.to),
    totals: totalOf(figures),
    days: figures.map((ofDay, index) => ({ date: dateOf(days[index] ?? from), ...ofDay })),
  };
}

async function firstDay(db: Kysely<Tables>, programId: number, to: Date): Promise<Date> {
  const program = await db
    .selectFrom("program")
    .select("created_at")
    .where("program_id", "=", programId)
    .executeTakeFirstOrThrow();
  const earliest = to.getTime() - (performanceDaysMax - 1) * millisecondsPerDay;
  const created = Math.floor(program.created_at.getTime() / millisecondsPerDay) * millisecondsPerDay;
  return new Date(Math.min(Math.max(created, earliest), to.getTime()));
}
