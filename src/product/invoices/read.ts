// What a program issues invoices with, a partner's consent, and the content of one document.
import type { Kysely } from "kysely";
import type { Secrets } from "../../access/secrets/secrets.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { type InvoiceContent, openInvoice } from "./content.ts";
import { type Issuer, issuerOf } from "./issuer.ts";
import { selfBillingTextVersion } from "./self-billing-text.ts";

/** Null where the program issues none. */
export async function findIssuer(db: Kysely<Tables>, programId: number): Promise<Issuer | null> {
  const row = await db
    .selectFrom("program_settings")
    .select("settings")
    .where("program_id", "=", programId)
    .orderBy("from_event_id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : issuerOf(row.settings);
}

type OfPartner = { readonly programId: number; readonly partnerId: number };

export type OwnSelfBilling = {
  /** The text it agreed to is the one shown now. */
  readonly isCurrentText: boolean;
  readonly agreedAt: Date;
  readonly withdrawnAt: Date | null;
};

/** Null where it never agreed. */
export async function findOwnSelfBilling(
  db: Kysely<Tables>,
  { programId, partnerId }: OfPartner,
): Promise<OwnSelfBilling | null> {
  const row = await db
    .selectFrom("self_billing")
    .select(["text_version", "agreed_at", "withdrawn_at"])
    .where("program_id", "=", programId)
    .where("partner_id", "=", partnerId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { text_version, agreed_at: agreedAt, withdrawn_at: withdrawnAt } = row;
  return { isCurrentText: text_version === selfBillingTextVersion, agreedAt, withdrawnAt };
}

export type InvoiceDocument = { readonly partnerId: number; readonly content: InvoiceContent | null };

/** `partnerId` null: of any partner of the program. Without content, it was erased. Undefined where there is no such document. */
export async function findInvoice(
  db: Kysely<Tables>,
  secrets: Pick<Secrets, "decrypt">,
  {
    programId,
    partnerId,
    number,
  }: { readonly programId: number; readonly partnerId: number | null; readonly number: string },
): Promise<InvoiceDocument | undefined> {
  let query = db
    .selectFrom("invoice")
    .select(["partner_id", "sequence", "content_encrypted"])
    .where("program_id", "=", programId)
    .where("number", "=", number);
  if (partnerId !== null) query = query.where("partner_id", "=", partnerId);
  const row = await query.executeTakeFirst();
  if (row === undefined) return undefined;
  const place = { programId, partnerId: row.partner_id, sequence: row.sequence };
  const content = row.content_encrypted === null ? null : openInvoice(secrets, place, row.content_encrypted);
  return { partnerId: row.partner_id, content };
}
