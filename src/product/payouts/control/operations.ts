// What happens between a payout's creation and its payment: a preflight, the approval of a second person, and limits.
import { z } from "zod";
import { payoutAmountMax, payoutLimitSchema } from "../../../core/rules/events/settings/payout-settings.ts";
import {
  cents,
  count,
  currency,
  currencyOf,
  id,
  sum,
  text,
  wholeNumber,
  wordsOrNull,
} from "../../../core/vocabulary/fields.ts";
import { answerOf, defineOperation, inProgram, type Operation, programId } from "../../operation/operation.ts";
import { cancelPayout } from "../change.ts";
import { payoutDetail } from "../detail-read.ts";
import { askOf } from "../fixed-statement.ts";
import { leftOutLine, payoutTable, readPayout, requireCurrencyOfMinimum } from "../operations.ts";
import { findPayoutSettings } from "../payout-settings-read.ts";
import { approvePayout } from "./approve.ts";
import { changePayoutSettings, withLimit } from "./change-settings.ts";
import { findPreflight, preflightLinesMax } from "./preflight-read.ts";

const payout_id = id("The payout's id");
const path = "/programs/:program_id/payouts";
const limit = (description: string) => wholeNumber([1, payoutAmountMax], description).nullable().optional();

export const operations: readonly Operation[] = [
  defineOperation({
    name: "payouts.preflight",
    description: `What payouts create would do now with the same input, to the cent, and who would be left out and why. The first ${preflightLinesMax.toLocaleString("en-US")} of each are listed; totals count all. It changes nothing.`,
    access: inProgram("read"),
    tool: { name: "preflight_payouts", scope: "commissions:read" },
    http: { method: "get", path: "/programs/:program_id/payout-preflight" },
    command: { example: "payouts preflight --program 1 --currency USD --minimum-cents 5000" },
    input: {
      program_id: programId,
      currency: currencyOf("Only in this currency").optional(),
      minimum_cents: wholeNumber([1, payoutAmountMax], "Only what comes to this much; 1 by default").optional(),
      partner_id: id("Only this partner").optional(),
      only_with_recipient: z
        .boolean()
        .default(false)
        .meta({ description: "Leave out partners without a payout recipient" }),
    },
    output: answerOf(
      z.strictObject({
        payouts: z
          .array(
            z.strictObject({
              partner_id: id("The partner"),
              partner_name: wordsOrNull("Its name"),
              currency,
              amount_cents: cents("What the payout would come to"),
              item_count: count("For how many sales"),
            }),
          )
          .readonly()
          .meta({ description: "The payouts it would create" }),
        left_out: z.array(leftOutLine).readonly().meta({ description: "Whom it would not pay, and why" }),
        left_out_count: count("How many it would leave out"),
        totals: z
          .array(z.strictObject({ currency, amount_cents: sum("What they come to"), count: count("How many") }))
          .readonly()
          .meta({ description: "All payouts it would create, by currency" }),
        approvals_needed: count("How many people each needs"),
      }),
    ),
    run: async ({ reads, actor }, { program_id, ...given }) => {
      requireCurrencyOfMinimum(given);
      const options = {
        currency: given.currency ?? null,
        minimumCents: given.minimum_cents ?? 1,
        partnerId: given.partner_id ?? null,
        onlyWithRecipient: given.only_with_recipient,
      };
      return {
        data: await reads.ofProgram(actor, program_id, "read", (db) => findPreflight(db, program_id, options)),
      };
    },
  }),
  defineOperation({
    name: "payouts.approve",
    description:
      "With payout_approvals 2 another person than the payout's creator approves it, an owner or one of finance; two approve one that a schedule or the operator's command line created. Approving it again changes nothing. Only accounts approve: agent keys and the operator's command line cannot.",
    access: inProgram("payout_approvals"),
    http: { method: "post", path: `${path}/:payout_id/approve` },
    errors: ["payout_closed", "second_person_required"],
    command: { example: "payouts approve --program 1 --payout 42", each: "payout_id" },
    table: payoutTable,
    changes: true,
    input: { program_id: programId, payout_id },
    output: answerOf(payoutDetail),
    run: async (call, { program_id, payout_id }) => {
      await approvePayout(call.database, { programId: program_id, payoutId: payout_id }, call.actor);
      return { data: await readPayout(call, program_id, payout_id) };
    },
  }),
  defineOperation({
    name: "payouts.refuse",
    description: "Cancels a payout that was not paid, with the reason; what it held is owed as before.",
    access: inProgram("payouts"),
    http: { method: "post", path: `${path}/:payout_id/refuse`, example: { reason: "The sales are under review" } },
    errors: ["payout_closed"],
    command: { example: 'payouts refuse --program 1 --payout 42 --reason "The sales are under review"' },
    table: payoutTable,
    changes: true,
    input: { program_id: programId, payout_id, reason: text("Why it is refused") },
    output: answerOf(payoutDetail),
    run: async (call, { program_id, payout_id, reason }) => {
      await cancelPayout(call.database, { programId: program_id, payoutId: payout_id, reason }, call.actor);
      return { data: await readPayout(call, program_id, payout_id) };
    },
  }),
  defineOperation({
    name: "payouts.limit",
    description:
      "A payout over payout_limit_cents is not created; the amount stays owed. Over day_limit_cents no further payout is exported on the same day (UTC). A payout is never split. What is left out stays as it is; null removes a limit.",
    access: inProgram("payout_rules"),
    http: {
      method: "put",
      path: "/programs/:program_id/payout-limits",
      example: { currency: "USD", payout_limit_cents: 500_000, day_limit_cents: 2_000_000 },
    },
    command: { example: "payouts limit --program 1 --currency USD --payout-limit-cents 500000" },
    table: ["currency", "payout_limit_cents", "day_limit_cents"],
    changes: true,
    input: {
      program_id: programId,
      currency: currencyOf("The currency of the limits"),
      payout_limit_cents: limit("The most that one payout may come to"),
      day_limit_cents: limit("The most that may leave in a day (UTC)"),
    },
    output: z.strictObject({
      data: z.array(payoutLimitSchema).readonly().meta({ description: "The limits now, by currency" }),
    }),
    run: async ({ database, reads, actor }, { program_id, ...change }) => {
      await changePayoutSettings(database, program_id, (before) => withLimit(before, change), actor);
      const settings = await reads.ofProgram(actor, program_id, "payout_rules", (db) =>
        findPayoutSettings(askOf(db), program_id),
      );
      return { data: settings.payout_limits };
    },
  }),
];
