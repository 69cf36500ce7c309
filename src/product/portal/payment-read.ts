// How a partner is paid, and what its program still needs of it before it pays.
import type { Kysely } from "kysely";
import { taxSettingsOf } from "../../core/rules/events/settings/tax-settings.ts";
import type { RailName } from "../../core/vocabulary/money/payout-rails.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { issuerOf } from "../invoices/issuer.ts";
import { findOwnSelfBilling } from "../invoices/read.ts";
import { isExpired } from "../tax/list.ts";

export type OwnPayment = {
  /** The provider that pays; null where the program pays by a file or by hand. */
  readonly rail: RailName | null;
  /** What keeps the partner from being paid: null without a fault, and where tax details are not required. */
  readonly taxFault: "missing" | "expired" | null;
  /** The partner can decide about self-billing and never did. */
  readonly isAskedForInvoices: boolean;
};

type Of = { readonly programId: number; readonly partnerId: number };

export async function findOwnPayment(
  db: Kysely<Tables>,
  { programId, partnerId }: Of,
  { today }: { readonly today: string },
): Promise<OwnPayment> {
  const program = await db
    .selectFrom("program_settings")
    .select("settings")
    .where("program_id", "=", programId)
    .orderBy("from_event_id", "desc")
    .limit(1)
    .executeTakeFirst();
  const settings = program?.settings ?? null;
  const tax = await db
    .selectFrom("partner_tax")
    .select("valid_until")
    .where("program_id", "=", programId)
    .where("partner_id", "=", partnerId)
    .executeTakeFirst();
  const chosen = await db
    .selectFrom("payout_rail")
    .select("rail")
    .where("program_id", "=", programId)
    .where("is_chosen", "=", true)
    .executeTakeFirst();
  const isRequired = settings !== null && taxSettingsOf(settings).tax_required;
  const offers = settings !== null && issuerOf(settings) !== null;
  return {
    rail: chosen?.rail ?? null,
    taxFault: isRequired ? faultOf(tax, today) : null,
    isAskedForInvoices: offers && (await findOwnSelfBilling(db, { programId, partnerId })) === null,
  };
}

function faultOf(tax: { readonly valid_until: string | null } | undefined, today: string): OwnPayment["taxFault"] {
  if (tax === undefined) return "missing";
  return isExpired(tax.valid_until, today) ? "expired" : null;
}
