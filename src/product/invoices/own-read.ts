// What a partner sees of its invoices in the portal: the newest of them, and what they depend on.
import type { Kysely } from "kysely";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { findOwnInvoices, type OwnInvoice } from "./list.ts";
import { findIssuer, findOwnSelfBilling, type OwnSelfBilling } from "./read.ts";

const invoicesMax = 100;

export type OwnInvoices = {
  /** Whether the program issues any at present. */
  readonly isOffered: boolean;
  readonly hasTaxDetails: boolean;
  readonly consent: OwnSelfBilling | null;
  readonly rows: readonly OwnInvoice[];
};

export async function readOwnInvoices(
  db: Kysely<Tables>,
  of: { readonly programId: number; readonly partnerId: number },
): Promise<OwnInvoices> {
  const tax = await db
    .selectFrom("partner_tax")
    .select("partner_id")
    .where("program_id", "=", of.programId)
    .where("partner_id", "=", of.partnerId)
    .executeTakeFirst();
  return {
    isOffered: (await findIssuer(db, of.programId)) !== null,
    hasTaxDetails: tax !== undefined,
    consent: await findOwnSelfBilling(db, of),
    rows: await findOwnInvoices(db, of, invoicesMax),
  };
}
