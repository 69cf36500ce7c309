// Bonuses: a fixed amount for a partner whose sales reach something, once a month or once in all. A bonus never changes: an owner stops it
// and adds another.
import { z } from "zod";
import { bonusIdPattern, bonusIdRule, bonusTermsSchema } from "../../core/rules/events/bonus-events.ts";
import { givenTime, id, rule } from "../../core/vocabulary/fields.ts";
import { defineProgramList } from "../operation/list-operation.ts";
import { answerOf, type Call, defineOperation, inProgram, type Operation, programId } from "../operation/operation.ts";
import { Refusal, refuseFields } from "../operation/refusal.ts";
import { addBonus, stopBonus } from "./change.ts";
import {
  type BonusLine,
  bonusFilters,
  bonusLine,
  bonusProgress,
  findBonus,
  findBonusProgress,
  listBonuses,
} from "./list.ts";

const path = "/programs/:program_id/bonuses";
const bonusId = z
  .string(rule(bonusIdRule))
  .regex(bonusIdPattern, rule(bonusIdRule))
  .meta({ description: "The bonus, as its program names it", examples: ["ten-sales"] });
const bonus = answerOf(bonusLine);
const partnerProgress = z.strictObject({
  partner_id: id("The partner"),
  bonuses: z.array(bonusProgress).readonly().meta({ description: "Those that run now, by id" }),
});

export const operations: readonly Operation[] = [
  defineOperation({
    name: "bonuses.add",
    description:
      "Sales received from now on count, net of refunds, where they are in its currency and earn the partner a commission. Once they reach `at_least`, the partner earns the amount as a commission of kind `bonus`, with the usual hold, once a month or once in all. Refunds that take them below while it is on hold reverse it; once approved it stays. Repeating the call changes nothing.",
    access: inProgram("terms"),
    tool: { name: "add_bonus", scope: "programs:terms" },
    http: {
      method: "post",
      path,
      example: {
        bonus_id: "ten-sales",
        metric: "sales",
        at_least: 10,
        period: "month",
        amount_cents: 5000,
        currency: "USD",
      },
    },
    errors: ["bonus_taken", "limit_reached", "unsupported_currency"],
    command: {
      example:
        "bonuses add --program 1 --bonus ten-sales --metric sales --at-least 10 --period month --amount-cents 5000 --currency USD",
    },
    changes: true,
    input: {
      program_id: programId,
      bonus_id: bonusId,
      ...bonusTermsSchema.shape,
      from: givenTime("Sales received from then on count; from when it is added by default").optional(),
      until: givenTime("Sales received before then count; without an end by default").optional(),
    },
    output: bonus,
    run: async (call, { program_id, bonus_id, from, until, ...terms }) => {
      if (from !== undefined && until !== undefined && from >= until) {
        throw refuseFields([{ field: "until", message: "must be later than from." }]);
      }
      const definition = { ...terms, from: from?.toISOString() ?? null, until: until?.toISOString() ?? null };
      await addBonus(call.database, { programId: program_id, bonusId: bonus_id }, definition, call.actor);
      return { data: await readBonus(call, program_id, bonus_id) };
    },
  }),
  defineProgramList({
    name: "bonuses.list",
    description: "Also those that were stopped.",
    access: inProgram("read"),
    tool: { name: "list_bonuses", scope: "programs:read" },
    http: { method: "get", path },
    row: bonusLine,
    table: ["bonus_id", "metric", "at_least", "period", "amount_cents", "currency", "status", "earned"],
    filters: bonusFilters,
    example: "bonuses list --program 1",
    read: listBonuses,
  }),
  defineOperation({
    name: "bonuses.stop",
    description:
      "Sales received from now on count no longer. What partners have earned stays. A stopped bonus is not started again.",
    access: inProgram("terms"),
    tool: { name: "stop_bonus", scope: "programs:terms" },
    http: { method: "post", path: `${path}/:bonus_id/stop` },
    command: { example: "bonuses stop ten-sales --program 1", argument: "bonus_id" },
    changes: true,
    input: { program_id: programId, bonus_id: bonusId },
    output: bonus,
    run: async (call, { program_id, bonus_id }) => {
      await stopBonus(call.database, { programId: program_id, bonusId: bonus_id }, call.actor);
      return { data: await readBonus(call, program_id, bonus_id) };
    },
  }),
  defineOperation({
    name: "bonuses.progress",
    description: "Of the bonuses that run now: what the partner's sales have reached in this month (UTC), or in all.",
    access: inProgram("read"),
    tool: { name: "get_bonus_progress", scope: "partners:read" },
    http: { method: "get", path: "/programs/:program_id/partners/:partner_id/bonuses" },
    command: { example: "bonuses progress 2 --program 1", argument: "partner_id" },
    input: { program_id: programId, partner_id: id("The partner") },
    output: answerOf(partnerProgress),
    run: async ({ reads, actor, now }, { program_id, partner_id }) => {
      const found = await reads.ofProgram(actor, program_id, "read", async (db) => {
        const partner = await db
          .selectFrom("partner")
          .select("partner_id")
          .where("program_id", "=", program_id)
          .where("partner_id", "=", partner_id)
          .executeTakeFirst();
        return partner && findBonusProgress(db, program_id, partner_id, new Date(now()));
      });
      if (found === undefined) throw new Refusal("not_found", `The program has no partner ${partner_id}.`);
      return { data: { partner_id, bonuses: found } };
    },
  }),
];

async function readBonus({ reads, actor }: Call, programId: number, bonusId: string): Promise<BonusLine> {
  const found = await reads.ofProgram(actor, programId, "read", (db) => findBonus(db, programId, bonusId));
  if (found !== undefined) return found;
  throw new Refusal("not_found", `The program has no bonus ${bonusId}.`);
}
