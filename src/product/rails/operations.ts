// Paying payouts by a payment provider: handing them over, watching what became of them, and recording what a person found there.
import { z } from "zod";
import {
  count,
  currencyOf,
  flag,
  id,
  idOrNull,
  oneOf,
  text,
  words,
  wordsOrNull,
} from "../../core/vocabulary/fields.ts";
import { railNames, railTitles } from "../../core/vocabulary/money/payout-rails.ts";
import { defineProgramList } from "../operation/list-operation.ts";
import { answerOf, defineOperation, inProgram, type Operation, programId } from "../operation/operation.ts";
import { Refusal, refuseFields } from "../operation/refusal.ts";
import { markPayoutFailed } from "../payouts/change.ts";
import { findPayoutDetail, payoutDetail } from "../payouts/detail-read.ts";
import { findDueNow, findPayouts } from "../payouts/list.ts";
import { payoutLine } from "../payouts/payout-line.ts";
import { findKnownRails } from "./rails-list.ts";
import { differenceKinds, looksMax, reconcilePayouts } from "./reconciliation.ts";
import { NoRailChosen, payoutsPerSendMax, sendPayouts, unsentReasons } from "./send-change.ts";
import { attemptFilters, attemptLine, listAttempts } from "./watch-list.ts";

const payout_id = id("The payout's id");

const notSent = z.strictObject({
  payout_id,
  partner_id: idOrNull("Its partner"),
  reason: z.enum(unsentReasons).meta({ description: "Why it is not sent" }),
  message: words("Why, in a sentence"),
});

const difference = z.strictObject({
  kind: z.enum(differenceKinds).meta({ description: "What differs" }),
  payout_id: idOrNull("The payout; null where no payout of the program is meant"),
  rail_id: wordsOrNull("The provider's id of the payment"),
  message: words("What differs, in a sentence"),
});

export const operations: readonly Operation[] = [
  defineOperation({
    name: "payouts.send",
    description: `The key of each payment is recorded first, so that a crash or a lost answer never pays it twice. Sending and its result follow within minutes. A payout that is not sent stays as it is, with the reason in \`not_sent\`. Up to ${payoutsPerSendMax} in one call.`,
    access: inProgram("payouts"),
    http: { method: "post", path: "/programs/:program_id/payout-sending", example: { currency: "USD" } },
    command: { example: "payouts send --program 1 --currency USD" },
    changes: true,
    input: {
      program_id: programId,
      currency: currencyOf("Only in this currency").optional(),
      payout_ids: z
        .array(payout_id)
        .min(1)
        .max(payoutsPerSendMax)
        .optional()
        .meta({ description: "Only these payouts; all that wait to be paid by default", flag: { name: "payout" } }),
    },
    output: z.strictObject({
      data: z.array(payoutLine).readonly().meta({ description: "The payouts that were handed over" }),
      not_sent: z.array(notSent).readonly().meta({ description: "Those that were not, and why" }),
    }),
    run: async ({ database, reads, secrets, actor }, { program_id, currency, payout_ids }) => {
      const input = { programId: program_id, currency: currency ?? null, payoutIds: payout_ids ?? null };
      const dueNow = (payoutIds: readonly number[]) => findDueNow(database.kysely, program_id, payoutIds);
      const { payoutIds, notSent: left } = await sendPayouts(database, secrets, dueNow, input, actor).catch(namingRail);
      const data = await reads.ofProgram(actor, program_id, "payouts", (db) => findPayouts(db, program_id, payoutIds));
      return { data, not_sent: left };
    },
  }),
  defineProgramList({
    name: "payouts.watch",
    description:
      "Each request that could pay, and each answer that brought news. Secrets are not kept; names and addresses are masked.",
    access: inProgram("read"),
    tool: { name: "list_payout_attempts", scope: "commissions:read" },
    http: { method: "get", path: "/programs/:program_id/payout-attempts" },
    row: attemptLine,
    table: ["payout_id", "attempt", "rail", "kind", "began_at", "ended_at", "conclusion", "fault"],
    filters: attemptFilters,
    example: "payouts watch --program 1 --payout 42",
    read: listAttempts,
  }),
  defineOperation({
    name: "payouts.reconcile",
    description: `By the provider's own list, in UTC: PayPal's transaction search, Wise's and Stripe's transfers. Payouts that the list lacks are looked up by their id, up to ${looksMax}. It changes nothing.`,
    access: inProgram("payouts"),
    http: { method: "get", path: "/programs/:program_id/payout-reconciliation" },
    command: { example: "payouts reconcile --program 1 --date 2026-11-26" },
    input: {
      program_id: programId,
      date: z.iso.date("must be a day, such as 2026-11-26").meta({ description: "The day, in UTC" }),
      rail: oneOf(railNames, "The payment provider; the chosen one by default").optional(),
    },
    output: answerOf(
      z.strictObject({
        rail: oneOf(railNames, "The payment provider"),
        date: words("The day, in UTC"),
        is_sandbox: flag("Its sandbox: no money moves"),
        was_read: flag("False: the provider's list could not be read, and nothing was compared"),
        reason: wordsOrNull("Why it could not be read"),
        listed_count: count("How many payments the provider lists for the day"),
        payout_count: count("How many payouts were compared"),
        differences: z.array(difference).readonly().meta({ description: "Each difference; none where all fits" }),
      }),
    ),
    run: async ({ database, reads, secrets, actor, railUrls }, { program_id, date, rail: named }) => {
      const known = await reads.ofProgram(actor, program_id, "payouts", (db) => findKnownRails(db, program_id));
      const rail = named ?? known.find(({ is_chosen }) => is_chosen)?.rail;
      if (rail === undefined) namingRail(new NoRailChosen());
      const which = { programId: program_id, rail, day: date };
      const found = await reconcilePayouts({ database, secrets, urls: railUrls }, which);
      if (found === null) {
        throw new Refusal("not_found", `Program ${program_id} has no credentials for ${railTitles[rail]}.`);
      }
      return { data: { rail, date, was_read: found.reason === null, ...found } };
    },
  }),
  defineOperation({
    name: "payouts.mark-failed",
    description:
      "For payouts that a payment provider has and did not pay, as you found there. A payment that is on its way all the same would be paid twice: look there first.",
    access: inProgram("payouts"),
    http: {
      method: "post",
      path: "/programs/:program_id/payouts/:payout_id/mark-failed",
      example: { reason: "not in PayPal's activity" },
    },
    command: {
      example: 'payouts mark-failed --program 1 --payout 42 --reason "not in PayPal\'s activity"',
      each: "payout_id",
    },
    errors: ["payout_closed"],
    changes: true,
    input: { program_id: programId, payout_id, reason: text("What you found there") },
    output: answerOf(payoutDetail),
    run: async ({ database, reads, actor }, { program_id, payout_id: payoutId, reason }) => {
      await markPayoutFailed(database, { programId: program_id, payoutId, reason }, actor);
      const data = await reads.ofProgram(actor, program_id, "read", (db) => findPayoutDetail(db, program_id, payoutId));
      if (data === undefined) throw new Refusal("not_found", `Program ${program_id} has no payout ${payoutId}.`);
      return { data };
    },
  }),
];

function namingRail(error: unknown): never {
  if (!(error instanceof NoRailChosen)) throw error;
  const message = "pays its payouts by file: choose a payment provider first, with rails choose.";
  throw refuseFields([{ field: "program_id", message }]);
}
