// The statement of a program for a month of UTC: sales, what went back, commissions, platform fees and payouts, by currency.
// A sale counts with what it was worth when it was received; a later change counts in the month it arrived in. Once a
// month is closed its figures do not change; what is learned of it later is a correction in the month it was learned in. So all
// months together are what the books say now, unless a replay corrected a rule.
// Invoices are in USD and nothing is converted: fees in other currencies are listed apart, as they are.

import { CompiledQuery, type Kysely } from "kysely";
import { z } from "zod";
import { boundsOfMonth, type StatementCorrection, type StatementTotals } from "../../core/rules/events/statement.ts";
import { count, currency, flag, id, sum, timeOrNull, words } from "../../core/vocabulary/fields.ts";
import type { Currency } from "../../core/vocabulary/money/currencies.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { findProgram } from "../programs/list.ts";
import { monthCorrectionsText, monthTotalsText } from "./month-sums-read.ts";

const invoiceCurrency: Currency = "USD";
const monthRule = "must be a month such as 2026-01";
const monthPattern = /^\d{4}-(0[1-9]|1[0-2])$/;

/** `2026-01`. */
export const monthSchema = z.string("is required").regex(monthPattern, monthRule);

const sums = {
  currency,
  sales: count("How many"),
  sales_cents: sum("What was sold, gross"),
  refunded_cents: sum("What went back of any sale in this month, less what came again"),
  commission_cents: sum("What partners earned"),
  platform_fee_cents: sum("What is owed in platform fees"),
};
const statementTotals = z.strictObject({
  ...sums,
  paid_out_cents: sum("Paid to partners, less what came back"),
}) satisfies z.ZodType<StatementTotals>;
const statementCorrection = z.strictObject({
  month: words("The closed month that it corrects"),
  reason: z
    .enum(["late_report", "replay"])
    .meta({ description: "late_report: an event came after the close; replay: a rule was corrected" }),
  ...sums,
});
const feeSum = z.strictObject({ currency, platform_fee_cents: sum("Owed in platform fees") });

export const statement = z.strictObject({
  program_id: id("The program"),
  program_name: words("Its name"),
  month: words("In UTC, such as 2026-01"),
  is_final: flag("The month is closed: nothing of this changes any more"),
  closed_at: timeOrNull("When it was closed"),
  totals: z.array(statementTotals).readonly().meta({ description: "By currency" }),
  corrections: z.array(statementCorrection).readonly().meta({
    description: "Corrections to earlier closed months, included in the totals",
  }),
  invoice: feeSum.meta({ description: "What is invoiced for the month" }),
  not_invoiced: z.array(feeSum).readonly().meta({ description: "Platform fees that are on no invoice" }),
});

export type MonthlyStatement = z.output<typeof statement>;

/** Undefined when there is no such program. */
export async function findStatement(
  db: Kysely<Tables>,
  programId: number,
  month: string,
): Promise<MonthlyStatement | undefined> {
  const program = await findProgram(db, programId);
  if (program === undefined) return undefined;
  const closed = await findClosedMonth(db, programId, month);
  const { totals, corrections } = closed ?? (await sumMonth(db, programId, month));
  const fees = totals
    .filter((line) => line.sales !== 0 || line.platform_fee_cents !== 0)
    .map(({ currency, platform_fee_cents }) => ({ currency, platform_fee_cents }));
  return {
    program_id: programId,
    program_name: program.name,
    month,
    is_final: closed !== undefined,
    closed_at: closed?.closed_at ?? null,
    totals,
    corrections: corrections.map(asShown),
    invoice: fees.find((fee) => fee.currency === invoiceCurrency) ?? {
      currency: invoiceCurrency,
      platform_fee_cents: 0,
    },
    not_invoiced: fees.filter((fee) => fee.currency !== invoiceCurrency),
  };
}

/** The log and the books keep the name that the closing events of earlier releases have. */
function asShown(correction: StatementCorrection): z.output<typeof statementCorrection> {
  return { ...correction, reason: correction.reason === "told_later" ? "late_report" : "replay" };
}

function findClosedMonth(db: Kysely<Tables>, programId: number, month: string) {
  return db
    .selectFrom("closed_month")
    .select(["totals", "corrections", "closed_at"])
    .where("program_id", "=", programId)
    .where("month", "=", month)
    .executeTakeFirst();
}

async function sumMonth(db: Kysely<Tables>, programId: number, month: string) {
  const values = [programId, ...boundsOfMonth(month)];
  // One after the other: they share the snapshot of one connection.
  const totals = await db.executeQuery<StatementTotals>(CompiledQuery.raw(monthTotalsText, values));
  const corrections = await db.executeQuery<StatementCorrection>(CompiledQuery.raw(monthCorrectionsText, values));
  return { totals: totals.rows, corrections: corrections.rows };
}
