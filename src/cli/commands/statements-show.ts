// svc statements show: a program's month as figures, a page to print, or every line as CSV.

import { csvLine } from "../../core/csv-line.ts";
import {
  statementCsvColumns,
  statementCsvRow,
  statementPage,
  statementPageLinesMax,
} from "../../pages/statement-page.ts";
import { pageRowsMax } from "../../queries/page.ts";
import { listStatementLines } from "../../queries/statement-lines.ts";
import { findStatement, type Statement } from "../../queries/statements.ts";
import { defineCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { CommandFailed } from "../failures.ts";
import { choiceFlag, optional, programFlag } from "../flags.ts";
import { monthFlag } from "../money-flags.ts";
import { recordOutput, tableOf } from "../output.ts";

const formats = ["text", "html", "csv", "json"] as const;

export const command = defineCommand({
  example: "statements show --program 1 --month 2026-01 --format html",
  flags: {
    program: programFlag,
    month: monthFlag,
    format: optional(choiceFlag(formats, "A page to print, every line, or the figures; text when left out")),
  },
  run: async (context, { program, month, format = "text" }) => {
    const statement = await findStatement(context.db, program, month);
    if (statement === undefined) throw new CommandFailed(`There is no program ${program}.`);
    const text = await write[format](context, statement);
    return { json: statement, text: () => text };
  },
});

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

const write: { readonly [Format in (typeof formats)[number]]: (context: Context, of: Statement) => Promise<string> } = {
  text: async (_, { totals, corrections, invoice, not_invoiced, ...statement }) => {
    const figures =
      totals.length === 0
        ? "Nothing."
        : tableOf(totals, Object.keys(totals[0] ?? {}) as (keyof (typeof totals)[number])[]);
    const fees = [{ on_invoice: "yes", ...invoice }, ...not_invoiced.map((fee) => ({ on_invoice: "no", ...fee }))];
    return [
      recordOutput(statement).text(),
      figures,
      tableOf(fees, ["currency", "platform_fee_cents", "on_invoice"]),
      ...(corrections.length === 0
        ? []
        : ["Of these figures, corrections of closed months:", correctionsTable(corrections)]),
    ].join("\n");
  },
  json: async (_, statement) => JSON.stringify(statement),
  html: async ({ db }, statement) => {
    const request = { limit: statementPageLinesMax, cursor: null };
    const { data, next } = await listStatementLines(db, statement.program_id, statement.month, request);
    return statementPage(statement, { lines: data, hasMore: next !== null }).trimEnd();
  },
  csv: async ({ db }, { program_id, month }) => {
    const lines = [csvLine(statementCsvColumns)];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await listStatementLines(db, program_id, month, { limit: pageRowsMax, cursor: cursor ?? null });
      for (const row of page.data.map(statementCsvRow))
        lines.push(csvLine(statementCsvColumns.map((name) => row[name])));
      cursor = page.next;
    }
    return lines.join("").trimEnd();
  },
};
