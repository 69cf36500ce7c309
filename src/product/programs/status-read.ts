// How far a program's integration is: each step of the checklist in live and in test mode, what waits or failed, and the
// one thing to do next.

import type { Kysely } from "kysely";
import { z } from "zod";
import type { ChecklistRow } from "../../core/rules/rows/rows.ts";
import { count, id, time, words, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { activeStatuses } from "../../core/vocabulary/statuses.ts";
import { runningVersions } from "../../engine/postgres/running-versions.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { type EventLine, eventLine, findLastTrackedEvent } from "../events/list.ts";

type Step = ChecklistRow["step"];

const firstSeen = z.strictObject({
  first_event_id: id("The event that ticked it"),
  first_seen_at: time("When that was received"),
});

type FirstSeen = z.output<typeof firstSeen>;

const stepStatusSchema = z.strictObject({
  step: z.enum(["click", "lead", "sale", "webhook"]).meta({ description: "What was or is to be seen" }),
  live: firstSeen.nullable().meta({ description: "Null while it was not seen" }),
  test: firstSeen.nullable().meta({ description: "In test mode" }),
});

export type StepStatus = z.output<typeof stepStatusSchema>;

export const programStatus = z.strictObject({
  program_id: id("The program"),
  name: words("Name people see"),
  status: z.enum(activeStatuses).meta({ description: "An inactive program takes no clicks and no calls" }),
  steps: z.array(stepStatusSchema).readonly().meta({ description: "The steps of an integration, in their order" }),
  partner_count: count("How many partners it has"),
  connection_count: count("How many provider connections it has"),
  parked_count: count("Events that wait for something"),
  failed_count: count("Events that failed"),
  open_alarm_count: count("Open alarms"),
  last_event: eventLine
    .omit({ data: true, detail: true })
    .nullable()
    .meta({ description: "The newest that tracking brought" }),
  versions: z
    .array(words("A release"))
    .readonly()
    .meta({ description: "Releases that run on this database now: more than one during an upgrade" }),
  next_step: wordsOrNull("What to do next; null when everything was seen live, nothing failed and nothing waits"),
});

export type ProgramStatus = z.output<typeof programStatus>;

const steps: readonly Step[] = ["click", "lead", "sale", "webhook"];

export async function findProgramStatus(db: Kysely<Tables>, programId: number): Promise<ProgramStatus | undefined> {
  // One after the other: they may share the snapshot of one connection.
  const program = await findCounts(db, programId);
  if (program === undefined) return undefined;
  const seen = await db
    .selectFrom("checklist")
    .select(["step", "is_test", "first_event_id", "first_seen_at"])
    .where("program_id", "=", programId)
    .execute();
  const lastEvent = await findLastTrackedEvent(db, programId);
  const versions = await runningVersions(db);
  const known = { ...program, versions, steps: steps.map((step) => stepStatus(step, seen)) };
  return { ...known, last_event: withoutData(lastEvent), next_step: nextStep(known) };
}

function findCounts(db: Kysely<Tables>, programId: number) {
  return db
    .selectFrom("program as p")
    .select((program) => [
      "p.program_id",
      "p.name",
      "p.status",
      program
        .selectFrom("partner")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("partner.program_id", "=", programId)
        .$asScalar()
        .$notNull()
        .as("partner_count"),
      program
        .selectFrom("connection")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("connection.program_id", "=", programId)
        .where("connection.status", "=", "active")
        .$asScalar()
        .$notNull()
        .as("connection_count"),
      program
        .selectFrom("alarm")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("alarm.program_id", "=", programId)
        .where("alarm.acknowledged_at", "is", null)
        .$asScalar()
        .$notNull()
        .as("open_alarm_count"),
      ...(["parked", "failed"] as const).map((outcome) =>
        program
          .selectFrom("outcome")
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .where("outcome.program_id", "=", programId)
          .where("outcome.outcome", "=", outcome)
          .$asScalar()
          .$notNull()
          .as(`${outcome}_count`),
      ),
    ])
    .where("p.program_id", "=", programId)
    .executeTakeFirst();
}

function stepStatus(step: Step, seen: readonly Omit<ChecklistRow, "program_id">[]): StepStatus {
  const first = (isTest: boolean): FirstSeen | null => {
    const row = seen.find((candidate) => candidate.step === step && candidate.is_test === isTest);
    return row === undefined ? null : { first_event_id: row.first_event_id, first_seen_at: row.first_seen_at };
  };
  return { step, live: first(false), test: first(true) };
}

function withoutData(event: EventLine | undefined): ProgramStatus["last_event"] {
  if (event === undefined) return null;
  const { data: _, detail: __, ...rest } = event;
  return rest;
}

export const waysToStep: { readonly [Name in Step]: string } = {
  click: "Open an affiliate link (a page with the tracker and ?aff=<code> of a partner).",
  lead: "Report a signup with its customer_key: POST /api/v1/track/lead.",
  sale: "Report a sale (POST /api/v1/track/sale), or let a provider's checkout carry svc_click_id and svc_customer_key.",
  webhook: "Send a first event from the provider to the connection's webhook_url.",
};

function nextStep(known: Omit<ProgramStatus, "last_event" | "next_step">): string | null {
  if (known.status !== "active")
    return "Activate the program: links, keys and deliveries of an inactive one earn nothing.";
  if (known.open_alarm_count > 0) return "Look into the open alarms, and acknowledge each with what you found.";
  if (known.partner_count === 0) return "Add a partner: its code is what affiliate links carry.";
  if (known.failed_count > 0) return "Look at the failed events: they are kept and wait for a replay.";
  const missing = known.steps.find((step) => step.live === null && isNeeded(step.step, known));
  if (missing !== undefined) return waysToStep[missing.step];
  if (known.parked_count > 0)
    return "Look at the parked events: each waits for a lead or payment that is not known yet.";
  return null;
}

/** A program whose backend reports its sales itself needs no connection, and then no webhook. */
function isNeeded(step: Step, known: Pick<ProgramStatus, "connection_count">): boolean {
  return step !== "webhook" || known.connection_count > 0;
}
