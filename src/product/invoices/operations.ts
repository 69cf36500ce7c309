// Self-billing invoices and credit notes as owners see them. Partners agree to them, and find their own, in their portal.
import { z } from "zod";
import { keepTakenOut } from "../../access/taken-out.ts";
import { givenDay, id, rule, words } from "../../core/vocabulary/fields.ts";
import { defineProgramList } from "../operation/list-operation.ts";
import { answerOf, defineOperation, inProgram, type Operation, programId } from "../operation/operation.ts";
import { Refusal } from "../operation/refusal.ts";
import { consentFilters, consentLine, listConsents } from "./consents-list.ts";
import { eraseInvoices } from "./erase-change.ts";
import { invoiceFilters, invoiceLine, listInvoices } from "./list.ts";
import { findInvoice } from "./read.ts";

export const invoicePdf = z.strictObject({
  number: words("The number of the invoice or credit note"),
  file_name: words("What to call the file"),
  pdf_base64: words("The PDF, in base64"),
});

export const operations: readonly Operation[] = [
  defineProgramList({
    name: "invoices.list",
    description: "By partner and number. A document is issued within minutes after its payout was paid or came back.",
    access: inProgram("tax"),
    http: { method: "get", path: "/programs/:program_id/invoices" },
    row: invoiceLine,
    table: ["number", "kind", "partner_name", "payout_id", "currency", "gross_cents", "vat_treatment", "issued_at"],
    filters: invoiceFilters,
    example: "invoices list --program 1 --partner 2",
    read: listInvoices,
  }),
  defineProgramList({
    name: "invoices.consents",
    description:
      "Given and withdrawn by partners in their portal. Payouts that are paid while a consent is in force get an invoice.",
    access: inProgram("tax"),
    http: { method: "get", path: "/programs/:program_id/self-billing" },
    row: consentLine,
    table: ["partner_id", "partner_name", "text_version", "language", "agreed_at", "withdrawn_at"],
    filters: consentFilters,
    example: "invoices consents --program 1",
    read: listConsents,
  }),
  defineOperation({
    name: "invoices.pdf",
    description:
      "In the language in which the partner agreed, and the same each time. It holds the partner's name and address; that it was downloaded is recorded.",
    access: inProgram("tax"),
    http: { method: "get", path: "/programs/:program_id/invoices/:number/pdf" },
    command: { example: "invoices pdf --program 1 --number ACME-2-0001" },
    input: {
      program_id: programId,
      number: z
        .string()
        .regex(/^[A-Z0-9]{1,10}-\d{1,16}-\d{1,10}$/, rule("must be an invoice's number, such as ACME-2-0001"))
        .meta({ description: "The number of the invoice or credit note" }),
    },
    output: answerOf(invoicePdf),
    run: async ({ database, reads, secrets, actor }, { program_id, number }) => {
      const found = await reads.ofProgram(actor, program_id, "tax", (db) =>
        findInvoice(db, secrets, { programId: program_id, partnerId: null, number }),
      );
      if (found === undefined) throw new Refusal("not_found", `Program ${program_id} has no invoice ${number}.`);
      const { partnerId, content } = found;
      if (content === null) throw new Refusal("not_found", `The content of invoice ${number} was erased.`);
      const { drawInvoice } = await import("./pdf.ts");
      const pdf = await drawInvoice(content);
      await database.transaction(async (session) => {
        const line = { change: "invoice_downloaded", programId: program_id, subject: String(partnerId) } as const;
        keepTakenOut(session, { ...line, detail: { number } }, actor);
      });
      return { data: { number, file_name: `${number}.pdf`, pdf_base64: pdf.toString("base64") } };
    },
  }),
  defineOperation({
    name: "invoices.erase",
    description:
      "Erases names and addresses from a partner's invoices and credit notes issued before the day (UTC); their PDFs are gone and it cannot be undone. Numbers, days and amounts stay. Ask first how long you must keep invoices: in most countries six to ten years.",
    access: inProgram("tax"),
    http: { method: "delete", path: "/programs/:program_id/partners/:partner_id/invoice-contents" },
    command: { example: "invoices erase --program 1 --partner 2 --before 2016-01-01" },
    changes: true,
    input: {
      program_id: programId,
      partner_id: id("The partner's id"),
      before: givenDay("Only those issued before this day"),
    },
    output: answerOf(
      z.strictObject({ erased: z.array(z.string()).readonly().meta({ description: "The numbers of the documents" }) }),
    ),
    run: async ({ database, actor }, { program_id, partner_id, before }) => ({
      data: { erased: await eraseInvoices(database, { programId: program_id, partnerId: partner_id, before }, actor) },
    }),
  }),
];
