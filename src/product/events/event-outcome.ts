// The outcome of an event: from the books, recorded, or pending if the books do not have it yet.
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { count } from "../../core/vocabulary/fields.ts";
import { outcomeNames } from "../../core/vocabulary/outcome-reasons.ts";

export const eventOutcomes = [...outcomeNames, "pending"] as const;
export type EventOutcome = (typeof eventOutcomes)[number];

/** An outcome's details, besides its reason. */
export const outcomeDetail = z
  .strictObject({ click_age_days: count("How old the click was"), window_days: count("How old it may be") })
  .nullable()
  .meta({ description: "The figures behind an expired outcome" });

const notRecorded = [
  "duplicate",
  "expired",
  "parked",
  "ignored",
  "failed",
  "refused",
  "pending",
] as const satisfies readonly Exclude<EventOutcome, "recorded">[];

/**
 * Whether an event is recorded, or pending. Its outcome is looked up by key: outcomes are never read as a whole. Recorded is expressed by a
 * negation: the planner takes a text equality as rare, and most events are recorded.
 */
export function isOutcome(
  programId: number,
  eventId: RawBuilder<number>,
  outcome: "recorded" | "pending",
): RawBuilder<unknown> {
  const lastProjectedId = sql`
    coalesce(
      (select last.id
         from program_head h
         join event last on last.program_id = h.program_id and last.seq = h.projected_seq
        where h.program_id = ${programId}),
      0
    )`;
  const outcomeNow = sql`
    coalesce(
      (select kept.outcome from outcome kept where kept.program_id = ${programId} and kept.event_id = ${eventId}),
      case when ${eventId} > ${lastProjectedId} then 'pending' else 'recorded' end
    )`;
  return outcome === "pending" ? sql`${outcomeNow} = 'pending'` : sql`${outcomeNow} not in (${sql.join(notRecorded)})`;
}

/** Of an event `e` with what is kept of it, `o`, and its program's head `h`. */
export const outcomeInPage = sql<EventOutcome>`
  coalesce(o.outcome, case when e.seq > h.projected_seq then 'pending' else 'recorded' end)`;
