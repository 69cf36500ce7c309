// Payout schedules: set, paused and removed by owners, and shown with what the next run would pay now.
import { z } from "zod";
import {
  payoutAmountMax,
  payoutScheduleSchema,
  payoutSchedulesMax,
} from "../../../core/rules/events/settings/payout-settings.ts";
import { nextRun } from "../../../core/rules/payout-due.ts";
import { count, currencyOf, sum, timeOrNull, wholeNumber } from "../../../core/vocabulary/fields.ts";
import { sumOf } from "../../../core/vocabulary/money/money.ts";
import { type Call, defineOperation, inProgram, type Operation, programId } from "../../operation/operation.ts";
import { Refusal } from "../../operation/refusal.ts";
import { changePayoutSettings } from "../control/change-settings.ts";
import { askOf } from "../fixed-statement.ts";
import { planPayouts } from "../run-plan.ts";
import { findSchedules, isSame, partnersOf } from "./schedules-read.ts";

const path = "/programs/:program_id/payout-schedules";
const group_id = payoutScheduleSchema.shape.group_id.default(null);
const currency = currencyOf("The currency");
const table = [
  "currency",
  "group_id",
  "day_of_month",
  "minimum_cents",
  "is_paused",
  "next_run_on",
  "payouts",
  "amount_cents",
];

const schedules = z.strictObject({
  data: z
    .array(
      z.strictObject({
        ...payoutScheduleSchema.shape,
        next_run_on: timeOrNull("When it creates payouts next; null while it is paused"),
        payouts: count("How many payouts it would create now"),
        amount_cents: sum("What they would come to"),
        left_out: count("How many partners it would leave out; payouts preflight says why"),
      }),
    )
    .readonly()
    .meta({ description: "The schedules, each with what its run would do now" }),
  next: z.null().meta({ description: "Always null: all of them are listed" }),
});

export const operations: readonly Operation[] = [
  defineOperation({
    name: "payouts.schedules",
    description: "Each schedule with its next day and what its run would pay now. It changes nothing.",
    access: inProgram("read"),
    tool: { name: "list_payout_schedules", scope: "commissions:read" },
    http: { method: "get", path },
    command: { example: "payouts schedules --program 1" },
    table,
    input: { program_id: programId },
    output: schedules,
    run: (call, { program_id }) => readSchedules(call, program_id),
  }),
  defineOperation({
    name: "payouts.schedule",
    description:
      "At 00:00 UTC of its day, or of the last day of a shorter month, payouts are created once for everyone who is owed the minimum. A schedule without a group pays every group that has none of its own in the currency. A run that was missed is made later, once. A schedule begins with the first such day after it is set or resumed.",
    access: inProgram("payout_rules"),
    http: { method: "put", path, example: { currency: "USD", day_of_month: 15, minimum_cents: 5_000 } },
    errors: ["limit_reached"],
    command: { example: "payouts schedule --program 1 --currency USD --day-of-month 15 --minimum-cents 5000" },
    table,
    changes: true,
    input: {
      program_id: programId,
      currency,
      group_id,
      day_of_month: wholeNumber([1, 31], "The day of each month, or its last day if it is shorter"),
      minimum_cents: wholeNumber([1, payoutAmountMax], "Only partners who are owed this much"),
      only_with_recipient: payoutScheduleSchema.shape.only_with_recipient.default(true),
      is_paused: payoutScheduleSchema.shape.is_paused.default(false),
    },
    output: schedules,
    run: async (call, { program_id, ...schedule }) => {
      const change = (before: { readonly payout_schedules: readonly z.output<typeof payoutScheduleSchema>[] }) => {
        const others = before.payout_schedules.filter((one) => !isSame(one, schedule));
        if (others.length >= payoutSchedulesMax) {
          throw new Refusal("limit_reached", `A program has at most ${payoutSchedulesMax} payout schedules.`);
        }
        return { payout_schedules: [...others, schedule] };
      };
      await changePayoutSettings(call.database, program_id, change, call.actor);
      return readSchedules(call, program_id);
    },
  }),
  defineOperation({
    name: "payouts.unschedule",
    description: "Payouts that it created stay.",
    access: inProgram("payout_rules"),
    http: { method: "delete", path },
    command: { example: "payouts unschedule --program 1 --currency USD" },
    table,
    changes: true,
    input: { program_id: programId, currency, group_id },
    output: schedules,
    run: async (call, { program_id, ...which }) => {
      await changePayoutSettings(
        call.database,
        program_id,
        ({ payout_schedules: before }) =>
          before.some((one) => isSame(one, which))
            ? { payout_schedules: before.filter((one) => !isSame(one, which)) }
            : null,
        call.actor,
      );
      return readSchedules(call, program_id);
    },
  }),
];

function readSchedules({ reads, actor }: Call, programId: number): Promise<z.output<typeof schedules>> {
  return reads.ofProgram(actor, programId, "read", async (db) => {
    const ask = askOf(db);
    const found = await findSchedules(ask, programId);
    const all = found.map(({ schedule }) => schedule);
    const data: z.output<typeof schedules>["data"][number][] = [];
    for (const { schedule, times } of found) {
      const plan = await planPayouts(ask, programId, {
        partnerId: null,
        currency: schedule.currency,
        minimumCents: schedule.minimum_cents,
        onlyWithRecipient: schedule.only_with_recipient,
        namesBelowMinimum: true,
        ...partnersOf(schedule, all),
      });
      data.push({
        ...schedule,
        next_run_on: nextRun(schedule, times),
        payouts: plan.payouts.length,
        amount_cents: sumOf(plan.payouts.map((payout) => payout.amount_cents)),
        left_out: plan.leftOut.length,
      });
    }
    return { data, next: null };
  });
}
