// Payouts: what is owed, putting it together, and saying what became of it. Members see all of it, owners do it. No money moves
// here: the payer reports it.
import { z } from "zod";
import { payoutAmountMax } from "../../core/rules/events/settings/payout-settings.ts";
import { exportedNote } from "../../core/rules/rows/payout-rows.ts";
import { currencyOf, id, sum, text, wholeNumber, words } from "../../core/vocabulary/fields.ts";
import { defineProgramList } from "../operation/list-operation.ts";
import {
  answerOf,
  type Call,
  defineCreation,
  defineOperation,
  inProgram,
  type Operation,
  programId,
} from "../operation/operation.ts";
import { Refusal, refuseFields } from "../operation/refusal.ts";
import { cancelPayout, createPayouts, markPayoutPaid, markPayoutReturned } from "./change.ts";
import { findPayoutDetail, type PayoutDetail, payoutDetail } from "./detail-read.ts";
import {
  findPayouts,
  listOwed,
  listPayoutItems,
  listPayouts,
  owedFilters,
  owedLine,
  payoutFilters,
  payoutItemLine,
} from "./list.ts";
import { payoutLine } from "./payout-line.ts";
import { leftOutReasons } from "./run-plan.ts";

const payout_id = id("The payout's id");
const path = "/programs/:program_id/payouts";

export const payoutTable = [
  "payout_id",
  "partner_id",
  "currency",
  "amount_cents",
  "item_count",
  "status",
  "reference",
  "created_at",
  "paid_at",
  "exported_at",
] as const;

export const leftOutLine = z.strictObject({
  partner_id: id("The partner"),
  currency: currencyOf("The currency"),
  owed_cents: sum("What is owed as before"),
  reason: z.enum(leftOutReasons).meta({ description: "Why it is not paid" }),
  message: words("Why, in a sentence"),
});

const warning = z.strictObject({ code: z.literal("payout_was_exported"), message: words("What to do about it") });

export const operations: readonly Operation[] = [
  defineProgramList({
    name: "payouts.preview",
    description:
      "It also lists what payouts create leaves out, such as negative balances. payouts preflight shows what it would pay.",
    access: inProgram("read"),
    tool: { name: "list_owed", scope: "commissions:read" },
    http: { method: "get", path: "/programs/:program_id/owed" },
    row: owedLine,
    table: [
      "partner_id",
      "partner_name",
      "currency",
      "owed_cents",
      "commission_cents",
      "adjustment_cents",
      "item_count",
    ],
    filters: owedFilters,
    example: "payouts preview --program 1 --currency USD --minimum-cents 5000",
    read: (db, programId, page, filter) => {
      requireCurrencyOfMinimum(filter);
      return listOwed(db, programId, page, filter);
    },
  }),
  defineCreation({
    name: "payouts.create",
    description: "All or nothing; what is left out, such as a partner without a recipient, is named in the answer.",
    access: inProgram("payouts"),
    http: { method: "post", path, status: 201, example: { currency: "USD", minimum_cents: 5000 } },
    errors: ["idempotency_key_reused"],
    command: { example: "payouts create --program 1 --currency USD --minimum-cents 5000" },
    table: payoutTable,
    input: {
      program_id: programId,
      currency: currencyOf("Only in this currency; the operator may leave it out, for all currencies").optional(),
      minimum_cents: wholeNumber(
        [1, payoutAmountMax],
        "Only balances of at least this amount, in the currency's smallest unit; 1 by default",
      ).optional(),
      partner_id: id("Only this partner").optional(),
      only_with_recipient: z
        .boolean()
        .default(false)
        .meta({ description: "Leave out partners without a payout recipient" }),
    },
    output: z.strictObject({
      data: z.array(payoutLine).readonly().meta({ description: "The payouts that were made" }),
      left_out: z.array(leftOutLine).readonly().optional().meta({ description: "Whom it does not pay, and why" }),
    }),
    make: ({ database, actor }, { program_id, ...given }, once) => {
      if (given.currency === undefined && actor.kind !== "operator") {
        throw refuseFields([{ field: "currency", message: "is required." }]);
      }
      requireCurrencyOfMinimum(given);
      const options = {
        currency: given.currency ?? null,
        minimumCents: given.minimum_cents ?? 1,
        partnerId: given.partner_id ?? null,
        onlyWithRecipient: given.only_with_recipient,
      };
      return createPayouts(database, program_id, options, actor, once);
    },
    madeBefore: (ids) => ({ payoutIds: ids, leftOut: [] }),
    answer: async ({ reads, actor }, { payoutIds, leftOut }, { program_id }) => ({
      data: await reads.ofProgram(actor, program_id, "read", (db) => findPayouts(db, program_id, payoutIds)),
      ...(leftOut.length === 0 ? {} : { left_out: leftOut }),
    }),
  }),
  defineOperation({
    name: "payouts.mark-paid",
    description: "They count as paid exactly as created. Changes of their sales since then adjust the next payout.",
    access: inProgram("payouts"),
    http: {
      method: "post",
      path: `${path}/:payout_id/mark-paid`,
      example: { method: "paypal", reference: "2EWXR5TVL4EG8" },
    },
    errors: ["payout_closed", "payout_withheld"],
    command: {
      example: "payouts mark-paid --program 1 --payout 42 --payout 43 --method paypal --reference 2EWXR5TVL4EG8",
      each: "payout_id",
    },
    table: payoutTable,
    changes: true,
    input: {
      program_id: programId,
      payout_id,
      method: text("How it was paid, such as paypal").nullable().default(null),
      reference: text("The bank's reference").nullable().default(null),
    },
    output: answerOf(payoutDetail),
    run: async (call, { program_id, payout_id, method, reference }) => {
      const mark = { programId: program_id, payoutId: payout_id, method, reference };
      await markPayoutPaid(call.database, mark, call.actor);
      return { data: await readPayout(call, program_id, payout_id) };
    },
  }),
  defineOperation({
    name: "payouts.cancel",
    description:
      "For payouts that were not paid; what they held is owed as before. A file that was made with one is warned of.",
    access: inProgram("payouts"),
    http: { method: "post", path: `${path}/:payout_id/cancel` },
    errors: ["payout_closed"],
    command: { example: "payouts cancel --program 1 --payout 42", each: "payout_id" },
    table: payoutTable,
    changes: true,
    input: { program_id: programId, payout_id },
    output: z.strictObject({
      data: payoutDetail,
      warnings: z.array(warning).readonly().optional().meta({ description: "Warnings for the caller" }),
    }),
    run: async (call, { program_id, payout_id }) => {
      await cancelPayout(call.database, { programId: program_id, payoutId: payout_id }, call.actor);
      const data = await readPayout(call, program_id, payout_id);
      if (data.exported_at === null) return { data };
      const message = exportedNote(payout_id, data.exported_at);
      return { data, warnings: [{ code: "payout_was_exported" as const, message }] };
    },
  }),
  defineOperation({
    name: "payouts.mark-returned",
    description: "For paid payouts whose money came back; it is owed again.",
    access: inProgram("payouts"),
    http: { method: "post", path: `${path}/:payout_id/mark-returned`, example: { reason: "account closed" } },
    errors: ["payout_closed"],
    command: { example: 'payouts mark-returned --program 1 --payout 42 --reason "account closed"', each: "payout_id" },
    table: payoutTable,
    changes: true,
    input: { program_id: programId, payout_id, reason: text("Why it came back").nullable().default(null) },
    output: answerOf(payoutDetail),
    run: async (call, { program_id, payout_id, reason }) => {
      await markPayoutReturned(call.database, { programId: program_id, payoutId: payout_id, reason }, call.actor);
      return { data: await readPayout(call, program_id, payout_id) };
    },
  }),
  defineProgramList({
    name: "payouts.list",
    description: "In any status.",
    access: inProgram("read"),
    tool: { name: "list_payouts", scope: "commissions:read" },
    http: { method: "get", path },
    row: payoutLine,
    table: payoutTable,
    filters: payoutFilters,
    example: "payouts list --program 1 --status created",
    read: listPayouts,
  }),
  defineOperation({
    name: "payouts.show",
    description: "With what is due now for the sales it holds, which refunds may have changed.",
    access: inProgram("read"),
    tool: { name: "get_payout", scope: "commissions:read" },
    http: { method: "get", path: `${path}/:payout_id` },
    input: { program_id: programId, payout_id },
    output: answerOf(payoutDetail),
    run: async (call, { program_id, payout_id }) => ({ data: await readPayout(call, program_id, payout_id) }),
  }),
  defineProgramList({
    name: "payouts.items",
    description: "One row for each sale.",
    access: inProgram("read"),
    tool: { name: "list_payout_items", scope: "commissions:read" },
    http: { method: "get", path: `${path}/:payout_id/items` },
    row: payoutItemLine,
    table: ["sale_id", "transaction_id", "amount_cents"],
    filters: { payout_id },
    example: "payouts items --program 1 --payout 42",
    read: (db, programId, page, { payout_id }) => listPayoutItems(db, programId, payout_id, page),
  }),
];

/** 5,000 are fifty dollars, and not a quarter of one in dong: a minimum is in one currency. */
export function requireCurrencyOfMinimum(given: {
  minimum_cents?: number | undefined;
  currency?: string | undefined;
}): void {
  if (given.minimum_cents === undefined || given.currency !== undefined) return;
  const message = "is required with minimum_cents: the same number is another amount in each.";
  throw refuseFields([{ field: "currency", message }]);
}

export async function readPayout({ reads, actor }: Call, programId: number, payoutId: number): Promise<PayoutDetail> {
  const found = await reads.ofProgram(actor, programId, "read", (db) => findPayoutDetail(db, programId, payoutId));
  if (found === undefined) throw new Refusal("not_found", `Program ${programId} has no payout ${payoutId}.`);
  return found;
}
