// Whether a program is ready to pay partners, as gates that each say what to do next: the integration checklist, the program's
// key, and what waits or failed.

import type { Kysely } from "kysely";
import { z } from "zod";
import { flagOf, isPastDeadline, type KeyFlag } from "../../core/vocabulary/access/key-flag.ts";
import { flag, id, words, wordsOrNull } from "../../core/vocabulary/fields.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { findProgramStatus, type ProgramStatus, type StepStatus, waysToStep } from "./status-read.ts";

/** `tested`: seen in test mode, not yet in live. `open`: to be done. `failed`: something is wrong. */
const gate = z.strictObject({
  gate: words("What must be so, such as partner or sale"),
  status: z
    .enum(["passed", "tested", "open", "failed", "not_needed"])
    .meta({ description: "tested: by test events only" }),
  next_action: wordsOrNull("What to do; null when there is nothing to do"),
});

export type Gate = z.output<typeof gate>;

export const readiness = z.strictObject({
  program_id: id("The program"),
  is_ready: flag("Every gate that is needed has passed"),
  gates: z.array(gate).readonly().meta({ description: "In the order in which they are passed" }),
  next_action: wordsOrNull("Of the first gate that has not passed"),
});

export type Readiness = z.output<typeof readiness>;

export async function findReadiness(db: Kysely<Tables>, programId: number, now: Date): Promise<Readiness | undefined> {
  const status = await findProgramStatus(db, programId);
  if (status === undefined) return undefined;
  const key = await db
    .selectFrom("program_key")
    .select(["flagged_at", "rotate_by"])
    .where("program_id", "=", programId)
    .executeTakeFirst();
  const gates = [
    activeGate(status),
    partnerGate(status),
    key === undefined ? open("api_key", waysToKey(programId)) : keyGate(programId, flagOf(key), now),
    ...status.steps.map((step) => stepGate(step, status)),
    failedGate(status),
    parkedGate(status),
  ];
  const missing = gates.find(({ status: gate }) => gate !== "passed" && gate !== "not_needed");
  return {
    program_id: programId,
    is_ready: missing === undefined,
    gates,
    next_action: missing?.next_action ?? null,
  };
}

const passed = (gate: string): Gate => ({ gate, status: "passed", next_action: null });
const open = (gate: string, next: string): Gate => ({ gate, status: "open", next_action: next });
const failed = (gate: string, next: string): Gate => ({ gate, status: "failed", next_action: next });

function activeGate({ status }: ProgramStatus): Gate {
  if (status === "active") return passed("program_active");
  return failed("program_active", "Set the program's status to active: links, keys and deliveries earn nothing now.");
}

function partnerGate({ partner_count: count }: ProgramStatus): Gate {
  return count > 0 ? passed("partner") : open("partner", "Add a partner: its code is what affiliate links carry.");
}

function keyGate(programId: number, flag: KeyFlag | null, now: Date): Gate {
  if (flag === null) return passed("api_key");
  if (isPastDeadline(flag, now.getTime())) {
    return failed(
      "api_key",
      `The program key is refused since ${flag.rotateBy.toISOString()}. ${waysToKey(programId)}`,
    );
  }
  return open("api_key", `The program key is refused from ${flag.rotateBy.toISOString()} on. ${waysToKey(programId)}`);
}

function waysToKey(programId: number): string {
  return `An owner of the workspace regenerates it: POST /api/v1/programs/${programId}/api-key.`;
}

function stepGate({ step, live, test }: StepStatus, { connection_count: connections }: ProgramStatus): Gate {
  if (live !== null) return passed(step);
  if (step === "webhook" && connections === 0) return { gate: step, status: "not_needed", next_action: null };
  return { gate: step, status: test === null ? "open" : "tested", next_action: waysToStep[step] };
}

function failedGate({ failed_count: count }: ProgramStatus): Gate {
  if (count === 0) return passed("failed_events");
  return failed("failed_events", `${count} events failed and are kept: the operator of this service replays them.`);
}

function parkedGate({ parked_count: count }: ProgramStatus): Gate {
  if (count === 0) return passed("parked_events");
  const way = "List the events with outcome=parked: each waits for a lead or payment that is not known yet.";
  return open("parked_events", `${count} events wait. ${way}`);
}
