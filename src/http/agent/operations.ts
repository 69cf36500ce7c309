// What agents may do: each operation once, with its scope, its input and what it answers. The HTTP calls and the tools of the
// MCP server are both made from this list, so neither can do what the other cannot.
// Reading and changing are the same functions that people's management calls use; who asks goes with them into the SQL.
import { z } from "zod";
import type { AgentScope } from "../../core/agent-scopes.ts";
import type { Management } from "../../ingest/management.ts";
import { Refusal } from "../../operations/refusal.ts";
import { listCommissions } from "../../queries/commissions.ts";
import { listEvents } from "../../queries/events.ts";
import { pageRowsDefault, pageRowsMax } from "../../queries/page.ts";
import { findPartner, listPartners } from "../../queries/partners.ts";
import { findProgram } from "../../queries/programs.ts";
import { findReadiness } from "../../queries/readiness.ts";
import type { ScopedReads } from "../../queries/scoped-reads.ts";
import { oneOf, readStrictly, text } from "../manage/fields.ts";
import { newPartnerSchema } from "../manage/partner-routes.ts";
import { programChangeOf, programChangeSchema } from "../manage/program-body.ts";
import { type ProgramAnswer, programAnswer } from "../program-answer.ts";
import type { RateLimits } from "../rate-limits.ts";
import type { Agent } from "./callers.ts";
import { type VerificationParts, verifyProgram } from "./verification.ts";

export type OperationParts = VerificationParts & {
  readonly management: Pick<Management, "changeProgram" | "addPartner">;
  readonly reads: Pick<ScopedReads, "programs" | "ofProgram">;
  readonly limits: Pick<RateLimits, "verification">;
};

export type Operation = {
  /** Of the tool. */
  readonly name: string;
  readonly title: string;
  /** For whoever chooses among the tools. */
  readonly description: string;
  readonly scope: AgentScope;
  readonly method: "get" | "post" | "patch";
  /** Behind `agentPrefix`. */
  readonly path: string;
  /** Of a call that succeeded. */
  readonly status: 200 | 201;
  /** Strict; `program_id` stands in the path. */
  readonly input: z.ZodObject;
  /** Holds `given` against `input`. */
  readonly run: (agent: Agent, given: unknown) => Promise<object>;
};

export const agentPrefix = "/api/agent/v1";

const programId = z.int().positive().describe("The program's id");
const ofProgram = { program_id: programId };
const page = {
  limit: z.int().min(1).max(pageRowsMax).optional().describe(`Rows at most; ${pageRowsDefault} when left out`),
  cursor: z.string().max(4096).optional().describe("Where to go on: what the page before gave as next"),
};

export function createOperations(parts: OperationParts): readonly Operation[] {
  return [
    ...programOperations(parts),
    ...trustOperations(parts),
    ...recordOperations(parts),
    ...partnerOperations(parts),
  ];
}

function programOperations({ management, reads }: OperationParts): Operation[] {
  return [
    define({
      name: "list_programs",
      title: "List programs",
      description: "The programs of the workspace, by id, with the settings in force.",
      scope: "programs:read",
      method: "get",
      path: "/programs",
      input: z.strictObject(page),
      run: async ({ actor }, given) => {
        const { data, next } = await reads.programs(actor, pageOf(given), {});
        return { data: data.map(programAnswer), next };
      },
    }),
    define({
      name: "get_program",
      title: "Read a program",
      description: "One program with the settings in force. Of its key only the mask is shown.",
      scope: "programs:read",
      method: "get",
      path: "/programs/:programId",
      input: z.strictObject(ofProgram),
      run: async (agent, { program_id }) => ({ data: await readProgram(reads, agent, program_id) }),
    }),
    define({
      name: "update_program",
      title: "Change a program",
      description:
        "Changes what is given and leaves the rest. platform_fee_bps is the operator's alone. Sales that were received before keep the terms they were received under.",
      scope: "programs:write",
      method: "patch",
      path: "/programs/:programId",
      input: z.strictObject({ ...ofProgram, ...programChangeSchema.shape }),
      run: async (agent, { program_id, ...change }) => {
        await management.changeProgram(agent.actor, program_id, programChangeOf(change));
        return { data: await readProgram(reads, agent, program_id) };
      },
    }),
  ];
}

function trustOperations(parts: OperationParts): Operation[] {
  const { reads, limits, now } = parts;

  async function readReadiness({ actor }: Agent, programId: number) {
    const found = await reads.ofProgram(actor, programId, "member", (db) =>
      findReadiness(db, programId, new Date(now())),
    );
    return found ?? noProgram(programId);
  }

  return [
    define({
      name: "get_readiness",
      title: "Is a program ready",
      description: "Every gate between a new program and paid partners, each with its status and what to do next.",
      scope: "programs:read",
      method: "get",
      path: "/programs/:programId/readiness",
      input: z.strictObject(ofProgram),
      run: async (agent, { program_id }) => ({ data: await readReadiness(agent, program_id) }),
    }),
    define({
      name: "run_verification",
      title: "Verify a program",
      description:
        "Sends a synthetic click, lead and sale through the real pipeline, flagged as tests: nobody earns. A few times an hour for each program.",
      scope: "tracking:test",
      method: "post",
      path: "/programs/:programId/verification",
      input: z.strictObject(ofProgram),
      run: async (agent, { program_id }) => {
        await readReadiness(agent, program_id);
        await limits.verification.take(String(program_id));
        const steps = await verifyProgram(parts, program_id);
        const { next_action } = await readReadiness(agent, program_id);
        const isVerified = steps.every(({ status }) => status === "passed");
        return { data: { program_id, is_verified: isVerified, steps, next_action } };
      },
    }),
  ];
}

function recordOperations({ reads }: OperationParts): Operation[] {
  return [
    define({
      name: "list_events",
      title: "List events",
      description: "The program's log in its order, with what became of each event. Test events are among them.",
      scope: "events:read",
      method: "get",
      path: "/programs/:programId/events",
      input: z.strictObject({
        ...ofProgram,
        ...page,
        type: text.optional().describe("Only of this type, such as sale_reported"),
        source: text.optional().describe("Only from here: api, browser, operator or a provider"),
        outcome: oneOf(["recorded", "duplicate", "expired", "parked", "ignored", "failed", "pending"]).optional(),
        is_test: z.boolean().optional(),
      }),
      run: ({ actor }, { program_id, limit, cursor, is_test, ...filter }) =>
        reads.ofProgram(actor, program_id, "member", (db) =>
          listEvents(db, program_id, pageOf({ limit, cursor }), { ...filter, isTest: is_test }),
        ),
    }),
    define({
      name: "list_commissions",
      title: "List commissions",
      description: "What partners have earned, by id. Amounts are integers in the currency's smallest unit.",
      scope: "commissions:read",
      method: "get",
      path: "/programs/:programId/commissions",
      input: z.strictObject({
        ...ofProgram,
        ...page,
        status: oneOf(["pending", "approved", "paid", "held", "refunded", "reversed"]).optional(),
        partner_id: z.int().positive().optional().describe("Only of this partner"),
      }),
      run: ({ actor }, { program_id, limit, cursor, status, partner_id: partnerId }) =>
        reads.ofProgram(actor, program_id, "member", (db) =>
          listCommissions(db, program_id, pageOf({ limit, cursor }), { status, partnerId }),
        ),
    }),
  ];
}

function partnerOperations({ management, reads }: OperationParts): Operation[] {
  return [
    define({
      name: "list_partners",
      title: "List partners",
      description: "The program's partners, by id, each with the code its affiliate links carry.",
      scope: "partners:read",
      method: "get",
      path: "/programs/:programId/partners",
      input: z.strictObject({ ...ofProgram, ...page }),
      run: ({ actor }, { program_id, ...given }) =>
        reads.ofProgram(actor, program_id, "member", (db) => listPartners(db, program_id, pageOf(given))),
    }),
    define({
      name: "add_partner",
      title: "Add a partner",
      description:
        "Adds a partner. Its affiliate links are the brand's own pages with ?aff=<code>; a code is unique in the installation and never changes.",
      scope: "partners:write",
      method: "post",
      path: "/programs/:programId/partners",
      status: 201,
      input: z.strictObject({ ...ofProgram, ...newPartnerSchema.shape }),
      run: async ({ actor }, { program_id, ...partner }) => {
        const partnerId = await management.addPartner(actor, program_id, partner);
        return {
          data: await reads.ofProgram(actor, program_id, "member", (db) => findPartner(db, program_id, partnerId)),
        };
      },
    }),
  ];
}

type Definition<Input extends z.ZodObject> = Omit<Operation, "input" | "run" | "status"> & {
  readonly status?: Operation["status"];
  readonly input: Input;
  readonly run: (agent: Agent, given: z.output<Input>) => Promise<object>;
};

function define<Input extends z.ZodObject>({ status = 200, run, ...rest }: Definition<Input>): Operation {
  return { ...rest, status, run: async (agent, given) => run(agent, readStrictly(rest.input, given)) };
}

async function readProgram(
  reads: OperationParts["reads"],
  { actor }: Agent,
  programId: number,
): Promise<ProgramAnswer> {
  const program = await reads.ofProgram(actor, programId, "member", (db) => findProgram(db, programId));
  return program === undefined ? noProgram(programId) : programAnswer(program);
}

function noProgram(programId: number): never {
  throw new Refusal("not_found", `There is no program ${programId}.`);
}

function pageOf({ limit, cursor }: { readonly limit?: number | undefined; readonly cursor?: string | undefined }) {
  return { limit: limit ?? pageRowsDefault, cursor: cursor ?? null };
}
