// What became of payouts, for people: one payout's story with what its provider was sent and answered, and the payouts that need a person.
import { id } from "../../core/vocabulary/fields.ts";
import { defineProgramList } from "../operation/list-operation.ts";
import { answerOf, defineOperation, inProgram, type Operation, programId } from "../operation/operation.ts";
import { Refusal } from "../operation/refusal.ts";
import { attentionFilters, attentionLine, listAttention } from "./attention-list.ts";
import { findPayoutStory, payoutStory } from "./story/payout-story-read.ts";

export const operations: readonly Operation[] = [
  defineOperation({
    name: "payouts.story",
    description:
      "Created, approved, handed to a payment provider, each request with its answer, fees and exchange rates, and how it ended, also weeks later. Secrets are not kept; names and addresses are masked.",
    access: inProgram("read"),
    tool: { name: "get_payout_story", scope: "commissions:read" },
    http: { method: "get", path: "/programs/:program_id/payouts/:payout_id/story" },
    command: { example: "payouts story --program 1 --payout 42" },
    input: { program_id: programId, payout_id: id("The payout's id") },
    output: answerOf(payoutStory),
    run: async ({ reads, actor }, { program_id, payout_id: payoutId }) => {
      const data = await reads.ofProgram(actor, program_id, "read", (db) => findPayoutStory(db, program_id, payoutId));
      if (data === undefined) throw new Refusal("not_found", `Program ${program_id} has no payout ${payoutId}.`);
      return { data };
    },
  }),
  defineProgramList({
    name: "payouts.attention",
    description:
      "Those whose result is not known for minutes, those that the provider declined, and those whose money came back in the last 90 days and was not paid again. Each says what to do.",
    access: inProgram("read"),
    tool: { name: "list_payouts_that_need_a_person", scope: "commissions:read" },
    http: { method: "get", path: "/programs/:program_id/payout-attention" },
    row: attentionLine,
    table: ["payout_id", "partner_id", "currency", "amount_cents", "reason", "message"],
    filters: attentionFilters,
    example: "payouts attention --program 1",
    read: listAttention,
  }),
];
