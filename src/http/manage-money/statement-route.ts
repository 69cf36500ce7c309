// A program's month over HTTP: as figures, as a page to print, or as every line in CSV.
import type { RequestHandler } from "express";
import { z } from "zod";
import { Refusal } from "../../operations/refusal.ts";
import {
  statementCsvColumns,
  statementCsvRow,
  statementPage,
  statementPageLinesMax,
} from "../../pages/statement-page.ts";
import { pageRowsMax } from "../../queries/page.ts";
import { listStatementLines } from "../../queries/statement-lines.ts";
import { findStatement, monthSchema } from "../../queries/statements.ts";
import { sendCsv } from "../manage/csv.ts";
import { oneOf, pathId, readQuery } from "../manage/fields.ts";
import type { Books } from "../manage/list-route.ts";
import { protectPage } from "../pages.ts";
import { sendJson } from "../send.ts";
import { sendHtml } from "../send-html.ts";
import type { MoneyParts } from "./parts.ts";

const querySchema = z.strictObject({ format: oneOf(["json", "html", "csv"]).default("json") });

export function statementRoute({ callers, reads }: MoneyParts): RequestHandler {
  return async (request, response) => {
    const caller = await callers.account(request, response);
    const programId = pathId(request.params.programId);
    const month = monthSchema.safeParse(request.params.month).data;
    if (month === undefined) throw new Refusal("not_found", "There is no such month: write it as 2026-01.");
    const { format } = readQuery(request, querySchema);
    const read = <Answer>(query: (db: Books) => Promise<Answer>) => reads.ofProgram(caller, programId, "member", query);
    if (format === "csv") {
      const pageAfter = async (cursor: string | null) => {
        const request = { limit: pageRowsMax, cursor };
        const page = await read((db) => listStatementLines(db, programId, month, request));
        return { ...page, data: page.data.map(statementCsvRow) };
      };
      await sendCsv(response, {
        fileName: `statement-${programId}-${month}`,
        columns: statementCsvColumns,
        firstPage: await pageAfter(null),
        pageAfter,
      });
      return;
    }
    // Figures and lines of one snapshot.
    const { statement, lines } = await read(async (db) => ({
      statement: await findStatement(db, programId, month),
      lines: await listStatementLines(db, programId, month, { limit: statementPageLinesMax, cursor: null }),
    }));
    if (statement === undefined) throw new Refusal("not_found", `There is no program ${programId}.`);
    if (format === "json") {
      sendJson(response, 200, { data: statement });
      return;
    }
    const page = statementPage(statement, { lines: lines.data, hasMore: lines.next !== null });
    protectPage(request, response, () => sendHtml(response, 200, page));
  };
}
