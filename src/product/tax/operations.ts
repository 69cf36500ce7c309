// Partners' tax details as owners see them: masked. Partners give them in their portal.

import { z } from "zod";
import { keepTakenOut } from "../../access/taken-out.ts";
import { count, id, oneOf, wholeNumber, words } from "../../core/vocabulary/fields.ts";
import { defineProgramList } from "../operation/list-operation.ts";
import { answerOf, defineOperation, inProgram, type Operation, programId } from "../operation/operation.ts";
import { Refusal } from "../operation/refusal.ts";
import { removeTaxDetails } from "./change.ts";
import { listTaxDetails, taxFilters, taxLine } from "./list.ts";
import { makeTaxReport, reportFormats } from "./report-read.ts";

const [firstYear, lastYear] = [2000, 2100];

const taxReport = z.strictObject({
  year: count("The year"),
  report: oneOf(reportFormats, "For which tax office"),
  csv: words("The report: a header and a line for each partner and currency"),
  lines: count("How many lines the report has, without its header"),
});

const partner_id = id("The partner's id");

export const operations: readonly Operation[] = [
  defineProgramList({
    name: "tax.list",
    description:
      "Of partners that gave them in the portal. Ids are masked. With the program's setting tax_required, a partner without valid details is not paid.",
    access: inProgram("tax"),
    http: { method: "get", path: "/programs/:program_id/tax-details" },
    row: taxLine,
    table: ["partner_id", "partner_name", "form", "country", "kind", "tax_id_masked", "valid_until", "status"],
    filters: taxFilters,
    example: "tax list --program 1 --status expired",
    read: (db, programId, page, filter, { secrets, now }) =>
      listTaxDetails(db, { secrets, today: dayOf(now()) }, programId, page, filter),
  }),
  defineOperation({
    name: "tax.remove",
    description:
      "Erases what the partner gave. Before that, keep what the tax office requires you to keep: it cannot be undone. That details were given and removed remains recorded.",
    access: inProgram("tax"),
    http: { method: "delete", path: "/programs/:program_id/partners/:partner_id/tax-details" },
    command: { example: "tax remove --program 1 --partner 2" },
    changes: true,
    input: { program_id: programId, partner_id },
    output: answerOf(z.strictObject({ partner_id })),
    run: async ({ database, actor }, { program_id, partner_id }) => {
      if (!(await removeTaxDetails(database, { programId: program_id, partnerId: partner_id }, actor))) {
        throw new Refusal("not_found", `Partner ${partner_id} has no tax details.`);
      }
      return { data: { partner_id } };
    },
  }),
  defineOperation({
    name: "tax.report",
    description:
      "By the day of payment in UTC. 1099-nec lists partners with a W-9, or without details, who were paid at least 600 USD (to 2025) or 2,000 USD (from 2026) in the year, without what was paid by PayPal; sums in other currencies are listed with a note. dac7 lists partners in the European Union by quarter. Money that came back is subtracted when it came back. The report holds tax ids in clear; that it was created is recorded.",
    access: inProgram("tax"),
    http: { method: "get", path: "/programs/:program_id/tax-report" },
    command: { example: "tax report --program 1 --year 2026 --format 1099-nec" },
    input: {
      program_id: programId,
      year: wholeNumber([firstYear, lastYear], "The year, in UTC"),
      report: oneOf(reportFormats, "For which tax office").meta({ flag: { name: "format" } }),
    },
    output: answerOf(taxReport),
    run: async ({ database, reads, secrets, actor }, { program_id, year, report: format }) => {
      const made = await reads.ofProgram(actor, program_id, "tax", (db) =>
        makeTaxReport(db, secrets, program_id, { year, format }),
      );
      await database.transaction(async (session) => {
        const detail = { format, year: String(year) };
        keepTakenOut(session, { change: "tax_report_created", programId: program_id, detail }, actor);
      });
      return { data: { year, report: format, ...made } };
    },
  }),
];

/** In UTC. */
export const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);
