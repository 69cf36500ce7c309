// Replays and verifications in the background: started, followed, applied, discarded. Owners run them for their own program; applying
// changes money and is for operators, and so is everything about several programs.
import { z } from "zod";
import { providers } from "../../../adapters/names.ts";
import { AccessRefused } from "../../access/access-refused.ts";
import type { Right } from "../../access/permission.ts";
import { givenTime, id, oneOf, text } from "../../core/vocabulary/fields.ts";
import type { Point } from "../../engine/replay/as-of.ts";
import {
  changeFilters,
  changeLine,
  findRunLine,
  isOfRun,
  listChanges,
  listRuns,
  runFilters,
  runLine,
} from "../../engine/replay/runs/history.ts";
import { findReplay, findVerification, replayDetail, verificationDetail } from "../../engine/replay/runs/run-detail.ts";
import { defineList } from "../operation/list-operation.ts";
import { answerOf, type Call, defineOperation, inProgram, type Operation, operators } from "../operation/operation.ts";
import { Refusal, refuseFields } from "../operation/refusal.ts";
import { started } from "./started-run.ts";
import type { Task } from "./tasks.ts";

const run_id = id("The run");
const program_id = id("The program; every program by default, for operators only").optional();
const hashPattern = /^[0-9a-f]{64}$/;

export const operations: readonly Operation[] = [
  defineOperation({
    name: "replays.plan",
    description:
      "Rebuilds the books in the background and keeps the difference; it changes nothing. Repeating the call while it runs, or after an interruption, returns the same run. A run of another kind of the same program is refused meanwhile. With as_of it compares the books of that time.",
    access: inProgram("log"),
    http: { method: "post", path: "/replays", example: { program_id: 1, from_deliveries: true } },
    errors: ["not_found", "replay_refused"],
    changes: true,
    input: {
      program_id,
      from_deliveries: z
        .boolean()
        .default(false)
        .meta({ description: "Read the stored deliveries again with today's adapters" }),
      provider: oneOf(providers, "Only programs with events of this provider, and only its deliveries").optional(),
      since: givenTime("Only programs and deliveries with events since then").optional(),
      as_of: text("A time, or a seq of one program: the totals of the books there").optional(),
    },
    output: answerOf(replayDetail),
    run: async (call, given) => {
      await requireRightToLook(call, given.program_id);
      const runId = await call.rebuilds.start(taskOf(given), call.actor);
      return { data: await started(readReplay(call, runId)) };
    },
  }),
  defineList({
    name: "replays.list",
    description: "Replays and verifications, past and running.",
    access: inProgram("log"),
    http: { method: "get", path: "/replays" },
    errors: ["not_found"],
    row: runLine,
    table: ["run_id", "kind", "status", "program_ids", "started_at", "planned_at", "finished_at", "asked_by"],
    filters: runFilters,
    example: "replay list",
    read: ({ reads, actor }, page, filter) => {
      const read = (db: Parameters<typeof listRuns>[0]) => listRuns(db, page, filter);
      if (filter.program_id === undefined) return reads.ofInstallation(actor, read);
      return reads.ofProgram(actor, filter.program_id, "log", read);
    },
  }),
  defineOperation({
    name: "replays.show",
    description: "Progress while it runs, then the change in money for each partner and currency.",
    access: inProgram("log"),
    http: { method: "get", path: "/replays/:run_id" },
    input: { run_id },
    output: answerOf(replayDetail),
    run: async (call, given) => ({ data: await readReplay(call, given.run_id) }),
  }),
  defineList({
    name: "replays.rows",
    description: "Each row before and after: as planned until it is applied, then as changed.",
    access: inProgram("log"),
    http: { method: "get", path: "/replays/:run_id/rows" },
    row: changeLine,
    table: ["program_id", "book", "row_key", "before", "after", "changed_at"],
    filters: changeFilters,
    example: "replay rows --run 7",
    read: (call, page, filter) =>
      ofRun(call, filter.run_id, "log", async (db) => {
        const { run_id, program_id } = filter;
        if (program_id !== undefined && !(await isOfRun(db, run_id, program_id))) {
          throw new Refusal("not_found", `There is no program ${program_id}.`);
        }
        return listChanges(db, page, filter);
      }),
  }),
  defineOperation({
    name: "replays.apply",
    description:
      "Applies the plan in the background while traffic continues. An interrupted run continues. The plan is named by its hash, so that only a reviewed plan is applied.",
    access: operators,
    http: {
      method: "post",
      path: "/replays/:run_id/apply",
      example: { plan_hash: "0".repeat(64), reason: "Refunds in dong were read as cents" },
    },
    errors: ["forbidden", "replay_refused"],
    changes: true,
    input: {
      run_id,
      plan_hash: z
        .string()
        .regex(hashPattern, { error: "must be the plan's hash, as it was shown" })
        .meta({ description: "The plan's hash, from replays.show" }),
      reason: text("The reason, for later readers"),
      send_corrections: z.boolean().default(false).meta({
        description: "Send a row.corrected for each changed row to the endpoints that subscribe to it; none by default",
      }),
    },
    output: answerOf(replayDetail),
    run: async (call, { run_id, plan_hash, reason, send_corrections }) => {
      await ofRun(call, run_id, "operator", async () => undefined);
      const approval = { planHash: plan_hash, reason, sendsCorrections: send_corrections };
      await call.rebuilds.start({ kind: "apply", runId: run_id, approval }, call.actor);
      return { data: await readReplay(call, run_id) };
    },
  }),
  defineOperation({
    name: "replays.discard",
    description: "Stops a running replay and drops its plan; its result stays listed.",
    access: inProgram("log"),
    http: { method: "post", path: "/replays/:run_id/discard" },
    errors: ["replay_refused"],
    command: { example: "replay discard 7", argument: "run_id" },
    changes: true,
    input: { run_id },
    output: answerOf(replayDetail),
    run: async (call, given) => {
      const { status } = await readReplay(call, given.run_id);
      // A half-applied one is left as it is by an operator alone.
      const right = status === "applying" || status === "apply_interrupted" ? "operator" : "log";
      await ofRun(call, given.run_id, right, async () => undefined);
      await call.rebuilds.discard(given.run_id);
      return { data: await readReplay(call, given.run_id) };
    },
  }),
  defineOperation({
    name: "verifications.start",
    description:
      "Verifies the hash chain of every log and rebuilds the books next to the live ones, in the background.",
    access: inProgram("log"),
    http: { method: "post", path: "/verifications", example: { program_id: 1 } },
    errors: ["not_found", "replay_refused"],
    changes: true,
    input: { program_id },
    output: answerOf(verificationDetail),
    run: async (call, given) => {
      await requireRightToLook(call, given.program_id);
      const programIds = given.program_id === undefined ? null : [given.program_id];
      const runId = await call.rebuilds.start({ kind: "verify", programIds }, call.actor);
      return { data: await started(readVerification(call, runId)) };
    },
  }),
  defineOperation({
    name: "verifications.show",
    description: "Progress while it runs, then its findings.",
    access: inProgram("log"),
    http: { method: "get", path: "/verifications/:run_id" },
    input: { run_id },
    output: answerOf(verificationDetail),
    run: async (call, given) => ({ data: await readVerification(call, given.run_id) }),
  }),
];

type Wanted = {
  readonly program_id?: number | undefined;
  readonly from_deliveries: boolean;
  readonly provider?: string | undefined;
  readonly since?: Date | undefined;
  readonly as_of?: string | undefined;
};

function taskOf({ program_id, from_deliveries, provider, since, as_of }: Wanted): Task {
  const programIds = program_id === undefined ? null : [program_id];
  if (as_of !== undefined) {
    if (from_deliveries || provider !== undefined || since !== undefined) {
      throw refuseFields([{ field: "as_of", message: "only looks: it goes with program_id and nothing else." }]);
    }
    return { kind: "as_of", programIds, point: pointOf(as_of) };
  }
  const request = {
    program_ids: programIds,
    provider: provider ?? null,
    since: since?.toISOString() ?? null,
    from_deliveries,
    outcome: null,
    event_id: null,
  };
  return { kind: "plan", request };
}

const pointTime = givenTime("A time");

function pointOf(given: string): Point {
  if (/^\d{1,15}$/.test(given)) return { seq: Number(given) };
  const time = pointTime.safeParse(given);
  if (time.success) return { time: time.data };
  throw refuseFields([{ field: "as_of", message: "must be a time such as 2026-01-31T00:00:00Z, or a seq." }]);
}

async function requireRightToLook({ reads, actor }: Call, programId: number | undefined): Promise<void> {
  const nothing = async (): Promise<void> => undefined;
  if (programId === undefined) await reads.ofInstallation(actor, nothing);
  else await reads.ofProgram(actor, programId, "log", nothing);
}

type Read<Answer> = Parameters<Call["reads"]["ofProgram"]>[3] extends (db: infer Db) => unknown
  ? (db: Db) => Promise<Answer>
  : never;

/** A run of one program is for its owners; one of several is for operators. No one else learns that it exists. */
async function ofRun<Answer>(call: Call, runId: number, right: Right, read: Read<Answer>): Promise<Answer> {
  const { reads, actor, database } = call;
  const run = await findRunLine(database.kysely, runId);
  if (run === undefined) throw noRun(runId);
  const [only, ...others] = run.program_ids ?? [];
  try {
    if (only === undefined || others.length > 0) return await reads.ofInstallation(actor, read);
    return await reads.ofProgram(actor, only, right, read);
  } catch (error) {
    if (error instanceof AccessRefused && error.kind === "not_found") throw noRun(runId);
    throw error;
  }
}

function noRun(runId: number): Refusal {
  return new Refusal("not_found", `There is no run ${runId}.`);
}

async function readReplay(call: Call, runId: number) {
  const found = await ofRun(call, runId, "log", (db) => findReplay(db, runId));
  if (found === undefined) throw noRun(runId);
  return found;
}

async function readVerification(call: Call, runId: number) {
  const found = await ofRun(call, runId, "log", (db) => findVerification(db, runId));
  if (found === undefined) throw noRun(runId);
  return found;
}
