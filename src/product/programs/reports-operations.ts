// The state of a program: its checklist, its gates, a synthetic verification, and its figures day by day.
import { z } from "zod";
import { flag, givenDay, id, oneOf, wordsOrNull } from "../../core/vocabulary/fields.ts";
import type { Database } from "../../engine/postgres/database.ts";
import { answerOf, type Call, defineOperation, inProgram, type Operation, programId } from "../operation/operation.ts";
import { Refusal, refuseFields } from "../operation/refusal.ts";
import { verifiedStep } from "../proof/verification-operations.ts";
import { daysAfter, millisecondsPerDay } from "../reads/days.ts";
import { OverviewMemory } from "./overview-memory.ts";
import { type Figured, findOverview, overview, overviewDaysMax } from "./overview-read.ts";
import { findPerformance, performance, performanceDaysMax } from "./performance-read.ts";
import { findReadiness, type Readiness, readiness } from "./readiness-read.ts";
import { findProgramStatus, programStatus } from "./status-read.ts";

const daysByPeriod = { "7d": 7, "30d": 30, "90d": 90, all: null } as const;
const periodByDefault = "30d";

const range = {
  period: oneOf(
    ["7d", "30d", "90d", "all"],
    `The number of days, including today; ${periodByDefault} by default`,
  ).optional(),
  from: givenDay("The first day, in place of a period").optional(),
  to: givenDay("The last day; today by default").optional(),
};
const rangeSchema = z.object(range);

const overviewDaysByDefault = 30;

export const operations: readonly Operation[] = [
  defineOperation({
    name: "programs.status",
    description:
      "Each step of the integration in live and in test mode, what waits or failed, and the one thing to do next.",
    access: inProgram("read"),
    tool: { name: "get_status", scope: "programs:read" },
    http: { method: "get", path: "/programs/:program_id/status" },
    input: { program_id: programId },
    output: answerOf(programStatus),
    run: async ({ reads, actor }, { program_id }) => {
      const found = await reads.ofProgram(actor, program_id, "read", (db) => findProgramStatus(db, program_id));
      return { data: found ?? noProgram(program_id) };
    },
  }),
  defineOperation({
    name: "programs.readiness",
    description: "Every gate between a new program and paid partners, each with its status and what to do next.",
    access: inProgram("read"),
    tool: { name: "get_readiness", scope: "programs:read" },
    http: { method: "get", path: "/programs/:program_id/readiness" },
    command: { example: "programs readiness --program 1" },
    input: { program_id: programId },
    output: answerOf(readiness),
    run: async (call, { program_id }) => ({ data: await readReadiness(call, program_id) }),
  }),
  defineOperation({
    name: "programs.verify",
    description:
      "Sends a synthetic click, lead and sale through the real pipeline, flagged as tests: they earn nothing. A few times an hour for each program.",
    access: inProgram("programs"),
    tool: { name: "run_verification", scope: "tracking:test" },
    http: { method: "post", path: "/programs/:program_id/verification" },
    errors: ["rate_limited"],
    changes: true,
    input: { program_id: programId },
    output: answerOf(
      z.strictObject({
        program_id: id("The program"),
        is_verified: flag("Every step passed"),
        steps: z.array(verifiedStep).readonly().meta({ description: "Each step with its judgement" }),
        next_action: wordsOrNull("What to do next; null when there is nothing to do"),
      }),
    ),
    run: async (call, { program_id }) => {
      await call.reads.ofProgram(call.actor, program_id, "programs", async () => undefined);
      if (call.verify === null) throw new Refusal("invalid_request", "Ask a running service: it needs one to send to.");
      const steps = await call.verify(program_id);
      const { next_action } = await readReadiness(call, program_id);
      return {
        data: { program_id, is_verified: steps.every(({ status }) => status === "passed"), steps, next_action },
      };
    },
  }),
  defineOperation({
    name: "programs.overview",
    description:
      "By UTC day and currency, with the period before; top partners and links, and open tasks. A sale counts on the day it was received, with what it and its commission are worth now.",
    access: inProgram("read"),
    tool: { name: "get_overview", scope: "programs:read" },
    http: { method: "get", path: "/programs/:program_id/overview" },
    command: { example: "programs overview --program 1 --from 2026-01-01 --before 2026-02-01" },
    input: {
      program_id: programId,
      from: givenDay(`The first day; ${overviewDaysByDefault} days before the end by default`).optional(),
      before: givenDay("The day behind the last one; tomorrow by default").optional(),
      is_test: z
        .boolean()
        .default(false)
        .meta({
          description: "Only tests, in place of live events",
          flag: { name: "mode", values: { live: false, test: true } },
        }),
    },
    output: answerOf(overview),
    run: async ({ database, reads, actor, now }, { program_id, is_test, ...wanted }) => {
      const before = wanted.before ?? daysAfter(today(now()), 1);
      const from = wanted.from ?? daysAfter(before, -overviewDaysByDefault);
      refuseUnlessDays({ from, before });
      const period = { from, before, isTest: is_test };
      return {
        data: await reads.ofProgram(actor, program_id, "read", (db) =>
          findOverview(db, program_id, period, memoryOf(database)),
        ),
      };
    },
  }),
  defineOperation({
    name: "programs.performance",
    description: "By days of UTC, and by currency: nothing is converted.",
    access: inProgram("read"),
    tool: { name: "get_performance", scope: "programs:read" },
    http: { method: "get", path: "/programs/:program_id/performance" },
    command: { example: "programs performance --program 1 --period 7d" },
    input: { program_id: programId, ...range },
    output: answerOf(performance),
    run: async ({ reads, actor, now }, { program_id, ...wanted }) => {
      const days = daysOf(wanted, now());
      return {
        data: await reads.ofProgram(actor, program_id, "read", (db) => findPerformance(db, program_id, days)),
      };
    },
  }),
];

const memories = new WeakMap<Database, OverviewMemory<Figured>>();

/** A process may have several databases open, whose programs have the same numbers. */
function memoryOf(database: Database): OverviewMemory<Figured> {
  const memory = memories.get(database) ?? new OverviewMemory<Figured>();
  memories.set(database, memory);
  return memory;
}

async function readReadiness({ reads, actor, now }: Call, programId: number): Promise<Readiness> {
  const found = await reads.ofProgram(actor, programId, "read", (db) => findReadiness(db, programId, new Date(now())));
  return found ?? noProgram(programId);
}

function refuseUnlessDays({ from, before }: { readonly from: Date; readonly before: Date }): void {
  if (from >= before) throw refuseFields([{ field: "before", message: "must be after from." }]);
  if (daysAfter(from, overviewDaysMax) < before) {
    throw refuseFields([{ field: "from", message: `must be at most ${overviewDaysMax} days before before.` }]);
  }
}

/** The midnight it began with. */
function today(nowMilliseconds: number): Date {
  return new Date(Math.floor(nowMilliseconds / millisecondsPerDay) * millisecondsPerDay);
}

/** Days of UTC, today included. */
function daysOf({ period, from, to }: z.output<typeof rangeSchema>, nowMilliseconds: number) {
  const lastByDefault = today(nowMilliseconds);
  if (from === undefined && to === undefined) {
    const days = daysByPeriod[period ?? periodByDefault];
    return { from: days === null ? null : daysAfter(lastByDefault, 1 - days), to: lastByDefault };
  }
  if (period !== undefined) throw refuseFields([{ field: "period", message: "goes with neither from nor to." }]);
  if (from === undefined) throw refuseFields([{ field: "from", message: "is required with to." }]);
  const last = to ?? lastByDefault;
  const days = (last.getTime() - from.getTime()) / millisecondsPerDay + 1;
  if (days < 1) throw refuseFields([{ field: "to", message: "must not be before from." }]);
  if (days > performanceDaysMax) {
    throw refuseFields([{ field: "from", message: `must be at most ${performanceDaysMax} days before to.` }]);
  }
  return { from, to: last };
}

function noProgram(programId: number): never {
  throw new Refusal("not_found", `There is no program ${programId}.`);
}
