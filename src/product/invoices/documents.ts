// What a document says, made from the rows as they are when it is issued: an invoice from the payout, the program's details and the partner's
// tax details; a credit note from the invoice that it takes back.
import type { Secrets } from "../../access/secrets/secrets.ts";
import type { Settings } from "../../core/rules/events/settings/settings.ts";
import type { PayoutRow } from "../../core/rules/rows/payout-rows.ts";
import { defaultLanguage, isLanguage } from "../../core/wording/languages.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import type { TaxDetails } from "../tax/details.ts";
import { openTaxDetails } from "../tax/list.ts";
import { creditNoteOf, type InvoiceContent, linesOf, openInvoice, type PaidItems, type Party } from "./content.ts";
import { issuerOf } from "./issuer.ts";
import { splitGross, vatTreatmentOf } from "./vat.ts";

const numberDigits = 4;

type Opening = Pick<Secrets, "decrypt">;
export type Consent = { readonly language: string; readonly agreed_at: Date; readonly withdrawn_at: Date | null };
export type Issued = { readonly sequence: number; readonly content_encrypted: Buffer | null };

export type DocumentOf = {
  readonly programId: number;
  readonly partnerId: number;
  readonly payout: PayoutRow;
  readonly sequence: number;
  readonly issuedAt: Date;
};

/** The prefix is the invoice's, so that both are in one series. */
export function takeBack(
  secrets: Opening,
  { programId, partnerId, payout, sequence, issuedAt }: DocumentOf,
  invoice: Issued | undefined,
): InvoiceContent | null {
  if (invoice === undefined || invoice.content_encrypted === null) return null;
  if (payout.status !== "returned" || payout.withdrawn_at === null) return null;
  const invoiced = openInvoice(
    secrets,
    { programId, partnerId, sequence: invoice.sequence },
    invoice.content_encrypted,
  );
  const [prefix = ""] = invoiced.number.split("-");
  return creditNoteOf(invoiced, {
    number: numberOf(prefix, partnerId, sequence),
    issuedOn: dayOf(issuedAt),
    returnedOn: dayOf(payout.withdrawn_at),
  });
}

const issuerStatement: Statement = {
  name: "issuer_of_invoices",
  text: `select s.settings, p.name as program_name
           from program_settings s
           join program p on p.program_id = s.program_id
          where s.program_id = $1
          order by s.from_event_id desc
          limit 1`,
};

const taxStatement: Statement = {
  name: "tax_details_for_invoice",
  text: `select details_encrypted, vat_status, vat_checked_at
           from partner_tax
          where program_id = $1 and partner_id = $2`,
};

const itemsStatement: Statement = {
  name: "sums_of_payout_items",
  text: `select amount_cents < 0 as is_correction, count(*)::integer as count, sum(amount_cents)::bigint as amount_cents
           from payout_item
          where program_id = $1 and payout_id = $2
          group by 1`,
};

type IssuerRow = { readonly settings: Settings; readonly program_name: string };
type TaxRow = {
  readonly details_encrypted: Buffer;
  readonly vat_status: "unchecked" | "valid" | "invalid" | null;
  readonly vat_checked_at: Date | null;
};
type ItemSums = { readonly is_correction: boolean; readonly count: number; readonly amount_cents: number };

export async function bill(
  session: Session,
  secrets: Opening,
  { programId, partnerId, payout, sequence, issuedAt }: DocumentOf,
  { language, agreed_at, withdrawn_at }: Consent,
): Promise<InvoiceContent | null> {
  const { payout_id, paid_at, currency, amount_cents } = payout;
  if (payout.status !== "paid" || paid_at === null || withdrawn_at !== null || paid_at < agreed_at) return null;
  const [program] = await session.query<IssuerRow>(issuerStatement, [programId]);
  const issuer = program === undefined ? null : issuerOf(program.settings);
  const [tax] = await session.query<TaxRow>(taxStatement, [programId, partnerId]);
  if (program === undefined || issuer === null || tax === undefined) return null;
  const details = openTaxDetails(secrets, { programId, partnerId }, tax.details_encrypted);
  const { country, vat_id } = details;
  const vat_treatment = vatTreatmentOf({ country, vat_id, vat_status: tax.vat_status }, issuer);
  const basisPoints = vat_treatment === "domestic" ? issuer.domesticVatBasisPoints : 0;
  const sums = splitGross(amount_cents, basisPoints);
  const items = itemsOf(await session.query<ItemSums>(itemsStatement, [programId, payout_id]));
  return {
    version: 1,
    language: isLanguage(language) ? language : defaultLanguage,
    program_name: program.program_name,
    kind: "invoice",
    number: numberOf(issuer.prefix, partnerId, sequence),
    issued_on: dayOf(issuedAt),
    paid_on: dayOf(paid_at),
    payout_id,
    takes_back: null,
    supplier: supplierOf(tax.vat_status === "invalid" ? { ...details, vat_id: null } : details),
    customer: { name: issuer.name, address: [...issuer.address], country: issuer.country, vat_id: issuer.vat_id },
    vat_check:
      tax.vat_status === null
        ? null
        : { status: tax.vat_status, checked_on: tax.vat_checked_at === null ? null : dayOf(tax.vat_checked_at) },
    lines: linesOf(items, sums, basisPoints),
    currency,
    vat_treatment,
    vat_basis_points: basisPoints === 0 ? null : basisPoints,
    ...sums,
  };
}

function itemsOf(rows: readonly ItemSums[]): PaidItems {
  const nothing = { count: 0, amount_cents: 0 };
  const of = (isCorrection: boolean) => rows.find(({ is_correction }) => is_correction === isCorrection) ?? nothing;
  const [{ count, amount_cents }, corrections] = [of(false), of(true)];
  return {
    commissions: { count, amount_cents },
    corrections: { count: corrections.count, amount_cents: corrections.amount_cents },
  };
}

function supplierOf({ legal_name, street, city, region, postal_code, country, vat_id }: TaxDetails): Party {
  const place = postal_code === null ? city : `${postal_code} ${city}`;
  return { name: legal_name, address: [street, place, ...(region === null ? [] : [region])], country, vat_id };
}

/** `ACME-12-0003`: the third document of partner 12. */
function numberOf(prefix: string, partnerId: number, sequence: number): string {
  return `${prefix}-${partnerId}-${String(sequence).padStart(numberDigits, "0")}`;
}

/** In UTC. */
function dayOf(time: Date): string {
  return time.toISOString().slice(0, "2026-01-31".length);
}
