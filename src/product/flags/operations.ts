// Flags: what looks wrong about a partner's commission. Members look, and owners resolve.
import { z } from "zod";
import { flagVerdicts } from "../../core/rules/events/flag-events.ts";
import { oneOf, text, words } from "../../core/vocabulary/fields.ts";
import { defineProgramList } from "../operation/list-operation.ts";
import { answerOf, type Call, defineOperation, inProgram, type Operation, programId } from "../operation/operation.ts";
import { Refusal } from "../operation/refusal.ts";
import { decideFlags, type FlagDecision, flagResults, flagsPerDecisionMax } from "./change.ts";
import { countFlags, flagCounts } from "./count-read.ts";
import { flagId } from "./flag-id.ts";
import { findFlagLine, flagFilters, flagLine, listFlags } from "./list.ts";

const path = "/programs/:program_id/flags";

const flag_ids = z
  .array(flagId)
  .min(1)
  .max(flagsPerDecisionMax)
  .meta({ description: `Which, at most ${flagsPerDecisionMax} of one call`, flag: { name: "flag" } });

const decidedAnswer = z.strictObject({
  data: z
    .array(
      z.strictObject({
        flag_id: flagId,
        result: oneOf(flagResults, "The result: done, or why not"),
        message: words("The same in a sentence"),
      }),
    )
    .readonly()
    .meta({ description: "Each that was named, once, in their order" }),
});

const table = ["flag_id", "result", "message"] as const;

export const operations: readonly Operation[] = [
  defineProgramList({
    name: "flags.list",
    description:
      "Commissions that look wrong, with what was found: the sale, the partner, and what matched: the e-mail, the click, the site or the other partner. Addresses themselves are never shown. What is looked for, and what follows, are settings of the program (`flag_own_email` and others).",
    access: inProgram("read"),
    tool: { name: "list_flags", scope: "commissions:read" },
    http: { method: "get", path },
    row: flagLine,
    table: ["flag_id", "status", "choice", "partner_name", "commission_cents", "commission_status", "summary"],
    filters: flagFilters,
    example: "flags list --program 1 --status open",
    read: listFlags,
  }),
  defineOperation({
    name: "flags.count",
    description: "Of all partners, or of one.",
    access: inProgram("read"),
    tool: { name: "get_flag_counts", scope: "commissions:read" },
    http: { method: "get", path: "/programs/:program_id/flag-counts" },
    command: { example: "flags count --program 1" },
    input: { program_id: programId, partner_id: flagFilters.partner_id },
    output: answerOf(flagCounts),
    run: async ({ reads, actor }, { program_id, partner_id }) => ({
      data: await reads.ofProgram(actor, program_id, "read", (db) => countFlags(db, program_id, { partner_id })),
    }),
  }),
  defineOperation({
    name: "flags.resolve",
    description:
      "`fine` releases the commission that the flag held, or pays the one that it refused. `abuse` reverses the commission; what was paid already is taken off the next payout. A flag may be resolved again, and reopened.",
    access: inProgram("terms"),
    http: {
      method: "post",
      path: `${path}/resolve`,
      example: { flag_ids: ["42-own_email-2"], as: "abuse", reason: "The partner ordered for itself" },
    },
    errors: ["forbidden"],
    command: {
      example: 'flags resolve --program 1 --flag 42-own_email-2 --as abuse --reason "the partner\'s own order"',
    },
    table,
    changes: true,
    input: {
      program_id: programId,
      flag_ids,
      as: oneOf(flagVerdicts, "What it is"),
      reason: text("The reason, for later readers; the partner never reads it"),
    },
    output: decidedAnswer,
    run: (call, { as, ...request }) => decide(call, request, { do: "resolve", as }),
  }),
  defineOperation({
    name: "flags.reopen",
    description:
      "As if they had never been resolved: what they held is held again, and what was reversed is owed again.",
    access: inProgram("terms"),
    http: {
      method: "post",
      path: `${path}/reopen`,
      example: { flag_ids: ["42-own_email-2"], reason: "It was a relative's order" },
    },
    errors: ["forbidden"],
    command: { example: 'flags reopen --program 1 --flag 42-own_email-2 --reason "it was a relative\'s order"' },
    table,
    changes: true,
    input: { program_id: programId, flag_ids, reason: text("The reason, for later readers") },
    output: decidedAnswer,
    run: (call, request) => decide(call, request, { do: "reopen" }),
  }),
  // Behind those whose addresses begin alike.
  defineOperation({
    name: "flags.show",
    description:
      "One of the list, by its id. Not found as well where its sale became another partner's and it was never resolved.",
    access: inProgram("read"),
    tool: { name: "get_flag", scope: "commissions:read" },
    http: { method: "get", path: `${path}/:flag_id` },
    command: { example: "flags show 42-own_email-2 --program 1", argument: "flag_id" },
    input: { program_id: programId, flag_id: flagId },
    output: answerOf(flagLine),
    run: async ({ reads, actor }, { program_id, flag_id }) => {
      const found = await reads.ofProgram(actor, program_id, "read", (db) => findFlagLine(db, program_id, flag_id));
      if (found === undefined) throw new Refusal("not_found", `The program has no flag ${flag_id}.`);
      return { data: found };
    },
  }),
];

type DecisionRequest = { readonly program_id: number; readonly flag_ids: readonly string[]; readonly reason: string };

async function decide(
  { database, actor }: Call,
  { program_id: programId, flag_ids: flagIds, reason }: DecisionRequest,
  decision: FlagDecision,
): Promise<z.output<typeof decidedAnswer>> {
  return { data: await decideFlags(database, { programId, flagIds, decision, reason }, actor) };
}
