// Invoices and credit notes as owners see them: numbers and amounts. What they say of a person is in their content alone.
import type { Kysely } from "kysely";
import { z } from "zod";
import { count, currency, flag, id, oneOf, sum, time, words, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { type Filter, keyset, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { invoiceKinds } from "./content.ts";
import { vatTreatments } from "./vat.ts";

export const invoiceLine = z.strictObject({
  number: words("Its number; those of a partner follow each other without a gap"),
  kind: oneOf(invoiceKinds, "An invoice for a payout that was paid, or a credit note for one whose money came back"),
  partner_id: id("The partner in whose name it is issued"),
  partner_name: wordsOrNull("Its name in the program"),
  sequence: count("Its place in the partner's series, from 1"),
  payout_id: id("The payout"),
  takes_back: wordsOrNull("Of a credit note: the number of the invoice that it takes back"),
  currency,
  net_cents: sum("Without VAT; below zero on a credit note"),
  vat_cents: sum("The VAT that is stated"),
  gross_cents: sum("What was paid"),
  vat_treatment: oneOf(vatTreatments, "How VAT is treated"),
  issued_at: time("When it was issued"),
  is_erased: flag("Its content was erased: there is no PDF of it any more"),
});
export type InvoiceLine = z.output<typeof invoiceLine>;

export const invoiceFilters = {
  partner_id: id("Only in the name of this partner").optional(),
  payout_id: id("Only of this payout").optional(),
  kind: oneOf(invoiceKinds, "Only of this kind").optional(),
};

const bySeries = keyset("invoices", z.tuple([z.int().nonnegative(), z.int().nonnegative()]));

export async function listInvoices(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  filter: Filter<typeof invoiceFilters> = {},
): Promise<Page<InvoiceLine>> {
  const [afterPartner, afterSequence] = bySeries.after(request, [0, 0]);
  let query = invoicesOf(db, programId)
    .where((of) =>
      of.or([
        of("i.partner_id", ">", afterPartner),
        of.and([of("i.partner_id", "=", afterPartner), of("i.sequence", ">", afterSequence)]),
      ]),
    )
    .orderBy("i.partner_id")
    .orderBy("i.sequence")
    .limit(request.limit + 1);
  if (filter.partner_id !== undefined) query = query.where("i.partner_id", "=", filter.partner_id);
  if (filter.payout_id !== undefined) query = query.where("i.payout_id", "=", filter.payout_id);
  if (filter.kind !== undefined) query = query.where("i.kind", "=", filter.kind);
  const page = bySeries.page(await query.execute(), request, (row) => [row.partner_id, row.sequence]);
  const names = await namesOf(db, programId, [...new Set(page.data.map(({ partner_id }) => partner_id))]);
  return { ...page, data: page.data.map((row) => ({ ...row, partner_name: names.get(row.partner_id) ?? null })) };
}

/** Newest first, as many as a partner's page shows. */
export async function findOwnInvoices(
  db: Kysely<Tables>,
  { programId, partnerId }: { readonly programId: number; readonly partnerId: number },
  limit: number,
): Promise<readonly OwnInvoice[]> {
  return invoicesOf(db, programId)
    .where("i.partner_id", "=", partnerId)
    .orderBy("i.sequence", "desc")
    .limit(limit)
    .execute();
}

export type OwnInvoice = Omit<InvoiceLine, "partner_name">;

function invoicesOf(db: Kysely<Tables>, programId: number) {
  return db
    .selectFrom("invoice as i")
    .leftJoin("invoice as taken", (join) =>
      join
        .onRef("taken.program_id", "=", "i.program_id")
        .onRef("taken.partner_id", "=", "i.partner_id")
        .onRef("taken.sequence", "=", "i.corrects"),
    )
    .select((of) => [
      "i.number",
      "i.kind",
      "i.partner_id",
      "i.sequence",
      "i.payout_id",
      "taken.number as takes_back",
      "i.currency",
      "i.net_cents",
      "i.vat_cents",
      "i.gross_cents",
      "i.vat_treatment",
      "i.issued_at",
      of("i.content_encrypted", "is", null).as("is_erased"),
    ])
    .where("i.program_id", "=", programId)
    .$narrowType<{ is_erased: boolean }>();
}

/** Names are with the program's books, invoices on the coordinator: two statements. */
export async function namesOf(db: Kysely<Tables>, programId: number, partnerIds: readonly number[]) {
  if (partnerIds.length === 0) return new Map<number, string>();
  const rows = await db
    .selectFrom("partner")
    .select(["partner_id", "name"])
    .where("program_id", "=", programId)
    .where("partner_id", "in", partnerIds)
    .execute();
  return new Map(rows.map(({ partner_id, name }) => [partner_id, name]));
}
