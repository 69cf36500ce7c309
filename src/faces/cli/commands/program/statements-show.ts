// svc statements show: a program's month as figures, a page to print, or every line as CSV.

import { csvLine } from "../../../../core/vocabulary/csv-line.ts";
import { pageRowsMax } from "../../../../core/vocabulary/page.ts";
import { loadOperation } from "../../../../product/operation/groups.ts";
import { answerOf } from "../../../../product/operation/operation.ts";
import { listStatementLines } from "../../../../product/statements/lines-read.ts";
import {
  type MonthlyStatement as Statement,
  statement as statementSchema,
} from "../../../../product/statements/list.ts";
import {
  statementCsvColumns,
  statementCsvRow,
  statementPage,
  statementPageLinesMax,
} from "../../../http/pages/statement-page.ts";
import type { Context } from "../../context.ts";
import { choiceFlag, optional } from "../../input/flags.ts";
import { flagsOf, inputOf } from "../../input/operation-flags.ts";
import { defineAskingCommand } from "../../operation-command.ts";
import type { Asked } from "../../operation-runner.ts";
import { recordOf, recordOutput, tableOf } from "../../output.ts";

const operation = await loadOperation("statements.show");
const { flags, names } = flagsOf(operation);
const answerSchema = answerOf(statementSchema);
const formats = ["text", "html", "csv", "json"] as const;

export const command = defineAskingCommand({
  example: "statements show --program 1 --month 2026-01 --format html",
  names,
  flags: {
    ...flags,
    format: optional(choiceFlag(formats, "A page to print, every line, or the figures; text by default")),
  },
  run: async (ask, { format = "text", ...given }, asked) => {
    const answer = await ask(operation, inputOf(names, given));
    const statement = answerSchema.parse(answer).data;
    const text = await textOf(format, statement, asked);
    return { json: recordOf(answer.data), text: () => text };
  },
});

async function textOf(format: (typeof formats)[number], statement: Statement, { context, readText }: Asked) {
  if (format === "text") return figuresText(statement);
  if (format === "json") return JSON.stringify(statement);
  if (context !== null) return format === "html" ? pageText(context, statement) : linesText(context, statement);
  const { program_id, month } = statement;
  return (await readText(`/api/v1/programs/${program_id}/statements/${month}?format=${format}`)).trimEnd();
}

function correctionsTable(corrections: Statement["corrections"]): string {
  return tableOf(corrections, [
    "month",
    "currency",
    "sales",
    "sales_cents",
    "commission_cents",
    "platform_fee_cents",
  ] satisfies (keyof Statement["corrections"][number])[]);
}

function figuresText({ totals, corrections, invoice, not_invoiced, ...statement }: Statement): string {
  const [first] = totals;
  const columns = [
    "currency",
    "sales",
    "sales_cents",
    "refunded_cents",
    "commission_cents",
    "platform_fee_cents",
    "paid_out_cents",
  ] as const;
  const fees = [{ on_invoice: "yes", ...invoice }, ...not_invoiced.map((fee) => ({ on_invoice: "no", ...fee }))];
  return [
    recordOutput(statement).text(),
    first === undefined ? "Nothing." : tableOf(totals, columns),
    tableOf(fees, ["currency", "platform_fee_cents", "on_invoice"]),
    ...(corrections.length === 0
      ? []
      : ["Of these figures, corrections of closed months:", correctionsTable(corrections)]),
  ].join("\n");
}

async function pageText({ db }: Context, statement: Statement): Promise<string> {
  const request = { limit: statementPageLinesMax, cursor: null };
  const { data, next } = await listStatementLines(db, statement.program_id, statement.month, request);
  return statementPage(statement, { lines: data, hasMore: next !== null }).trimEnd();
}

async function linesText({ db }: Context, { program_id, month }: Statement): Promise<string> {
  const lines = [csvLine(statementCsvColumns)];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await listStatementLines(db, program_id, month, { limit: pageRowsMax, cursor: cursor ?? null });
    for (const row of page.data.map(statementCsvRow)) lines.push(csvLine(statementCsvColumns.map((name) => row[name])));
    cursor = page.next;
  }
  return lines.join("").trimEnd();
}
