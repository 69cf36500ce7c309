// A program's month over HTTP: as figures, as a page to print, or as every line in CSV.
import type { RequestHandler } from "express";
import { id, oneOf } from "../../../core/vocabulary/fields.ts";
import { pageRowsMax } from "../../../core/vocabulary/page.ts";
import { keepDownload } from "../../../product/audit/downloads.ts";
import type { OperationParts } from "../../../product/operation/operation.ts";
import { Refusal } from "../../../product/operation/refusal.ts";
import { meaningOf } from "../../../product/operation/text-input.ts";
import type { ScopedReads } from "../../../product/reads/scoped-reads.ts";
import { listStatementLines } from "../../../product/statements/lines-read.ts";
import { findStatement, monthSchema } from "../../../product/statements/list.ts";
import { protectKeptPage } from "../guard/page-protection.ts";
import { statementCsvColumns, statementCsvRow, statementPage, statementPageLinesMax } from "../pages/statement-page.ts";
import { readQuery } from "../query.ts";
import { sendJson } from "../send.ts";
import { sendHtml } from "../served/send-html.ts";
import type { ManagementCallers } from "./account-callers.ts";
import { sendRows } from "./rows.ts";

export const statementFormat = oneOf(["json", "html", "csv"], "How it is shown").default("json");
const programSchema = id("The program");

type StatementParts = {
  readonly people: ManagementCallers;
  readonly work: Pick<OperationParts, "baseUrl" | "database">;
  readonly shownReads: ScopedReads;
};

export function statementRoute({ people, work, shownReads }: StatementParts): RequestHandler {
  return async (request, response) => {
    const actor = await people.account(request, response);
    const programId = programSchema.safeParse(meaningOf(programSchema, String(request.params.program_id))).data;
    const month = monthSchema.safeParse(request.params.month).data;
    if (programId === undefined || month === undefined) {
      throw new Refusal("not_found", "There is no such month: write it as 2026-01.");
    }
    const { format } = readQuery(request, { format: statementFormat });
    const read = <Answer>(query: Parameters<typeof shownReads.ofProgram<Answer>>[3]) =>
      shownReads.ofProgram(actor, programId, "read", query);
    if (format === "csv") {
      const pageAfter = async (cursor: string | null) => {
        const wanted = { limit: pageRowsMax, cursor };
        const page = await read((db) => listStatementLines(db, programId, month, wanted));
        return { ...page, data: page.data.map(statementCsvRow) };
      };
      const firstPage = await pageAfter(null);
      if (request.method !== "HEAD") {
        const download = { list: `statement ${month}`, format, programId, workspaceId: null };
        await keepDownload({ ...work, actor }, download);
      }
      await sendRows(response, {
        format,
        fileName: `statement-${programId}-${month}`,
        columns: statementCsvColumns,
        firstPage,
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
    const page = statementPage(statement, { lines: lines.data, hasMore: lines.next !== null }, work.baseUrl);
    protectKeptPage(request, response, () => sendHtml(response, 200, page));
  };
}
