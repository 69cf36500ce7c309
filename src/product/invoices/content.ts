// What an invoice or credit note says, as it is kept: names, addresses and VAT as they were when it was issued. Its PDF is drawn from this
// alone, so that it is the same each time.
import { z } from "zod";
import { placeIn } from "../../access/secrets/sealed-places.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import { currency, sum } from "../../core/vocabulary/fields.ts";
import { differenceOf, sumOf } from "../../core/vocabulary/money/money.ts";
import { languageCodes } from "../../core/wording/languages.ts";
import { splitGross, type VatSums, vatTreatments } from "./vat.ts";

export const invoiceKinds = ["invoice", "credit_note"] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];

const party = z.strictObject({
  name: z.string(),
  address: z.array(z.string()),
  country: z.string(),
  vat_id: z.string().nullable(),
});
export type Party = z.output<typeof party>;

const day = z.iso.date();

export const invoiceContent = z.strictObject({
  version: z.literal(1),
  language: z.enum(languageCodes),
  program_name: z.string(),
  kind: z.enum(invoiceKinds),
  number: z.string(),
  /** Days in UTC. */
  issued_on: day,
  paid_on: day,
  payout_id: z.int(),
  /** Of a credit note. */
  takes_back: z.strictObject({ number: z.string(), issued_on: day, returned_on: day }).nullable(),
  supplier: party,
  customer: party,
  /** What VIES had said of the supplier's VAT id. */
  vat_check: z
    .strictObject({ status: z.enum(["unchecked", "valid", "invalid"]), checked_on: day.nullable() })
    .nullable(),
  lines: z.array(
    z.strictObject({ what: z.enum(["commissions", "corrections"]), count: z.int(), net_cents: sum("Without VAT") }),
  ),
  currency,
  vat_treatment: z.enum(vatTreatments),
  /** Null where no VAT is stated. */
  vat_basis_points: z.int().nullable(),
  net_cents: sum("Without VAT"),
  vat_cents: sum("VAT"),
  gross_cents: sum("What was paid"),
});
export type InvoiceContent = z.output<typeof invoiceContent>;

type Items = { readonly count: number; readonly amount_cents: number };
export type PaidItems = { readonly commissions: Items; readonly corrections: Items };

/** The first line has what rounding leaves over. */
export function linesOf(
  { commissions, corrections }: PaidItems,
  { net_cents }: VatSums,
  basisPoints: number,
): InvoiceContent["lines"] {
  const corrected = splitGross(corrections.amount_cents, basisPoints).net_cents;
  const earned = {
    what: "commissions" as const,
    count: commissions.count,
    net_cents: differenceOf(net_cents, corrected),
  };
  if (corrections.count === 0) return [earned];
  return [earned, { what: "corrections", count: corrections.count, net_cents: corrected }];
}

/** The same with each amount below zero. */
export function creditNoteOf(
  invoice: InvoiceContent,
  of: { readonly number: string; readonly issuedOn: string; readonly returnedOn: string },
): InvoiceContent {
  const negative = (cents: InvoiceContent["gross_cents"]) => differenceOf(0, cents);
  return {
    ...invoice,
    kind: "credit_note",
    number: of.number,
    issued_on: of.issuedOn,
    takes_back: { number: invoice.number, issued_on: invoice.issued_on, returned_on: of.returnedOn },
    lines: invoice.lines.map((line) => ({ ...line, net_cents: negative(line.net_cents) })),
    net_cents: negative(invoice.net_cents),
    vat_cents: negative(invoice.vat_cents),
    gross_cents: negative(invoice.gross_cents),
  };
}

export function hasFittingSums({ lines, net_cents, vat_cents, gross_cents }: InvoiceContent): boolean {
  const net = sumOf(lines.map((line) => line.net_cents));
  return BigInt(net) === BigInt(net_cents) && BigInt(sumOf([net, vat_cents])) === BigInt(gross_cents);
}

export function openInvoice(
  secrets: Pick<Secrets, "decrypt">,
  {
    programId,
    partnerId,
    sequence,
  }: { readonly programId: number; readonly partnerId: number; readonly sequence: number },
  sealed: Buffer,
): InvoiceContent {
  return invoiceContent.parse(JSON.parse(secrets.decrypt(placeIn("invoice", programId, partnerId, sequence), sealed)));
}
