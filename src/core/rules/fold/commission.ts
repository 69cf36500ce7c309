// What a sale earns its partner: the terms in force for it, how long renewals earn, and the amount.
// It only reckons. What was paid out for the sale is laid over it by paid-out.ts; what went back, and whether it is held, by rebook.ts.

import { basisPointsPerWhole, shareOf } from "../../vocabulary/money.ts";
import type { Books } from "../books.ts";
import type { CommissionTerms } from "../events/settings.ts";
import type { CommissionRow, ImportedSale, SaleRow } from "../rows/sale-rows.ts";
import { addDays, addMonths } from "../time.ts";
import { settingsInForce, versionInForce } from "./settings-in-force.ts";

/** A product's own terms where it has any, else the program's, as they were when this event was recorded. */
export function termsInForce(books: Books, productId: string | null, eventId: number): CommissionTerms {
  const ofProduct = productId === null ? undefined : versionInForce(books.of.policy.list(productId), eventId);
  return ofProduct?.commission ?? settingsInForce(books, eventId).commission;
}

/** Calendar months from the first sale; 0 means that sale only, null for life. */
export function isPeriodOver(terms: CommissionTerms, startedAt: Date, receivedAt: Date): boolean {
  if (terms.duration_months === null) return false;
  return terms.duration_months === 0 || receivedAt >= addMonths(startedAt, terms.duration_months);
}

/** A flat commission is paid in its own currency; a percentage in the sale's. Nothing is converted. */
export function commissionOn(books: Books, sale: SaleRow, terms: CommissionTerms): CommissionRow {
  if (sale.imported !== null) return importedCommission(books, sale, sale.imported);
  const isFlat = terms.type === "flat";
  const amountCents =
    isFlat && sale.amount_cents > 0
      ? terms.amount_cents
      : shareOf(sale.amount_cents, isFlat ? 0 : terms.rate_bps, basisPointsPerWhole);
  return {
    program_id: sale.program_id,
    sale_id: sale.sale_id,
    partner_id: sale.partner_id,
    amount_cents: amountCents,
    amount_at_sale_cents: amountCents,
    currency: isFlat ? terms.currency : sale.currency,
    status: "pending",
    stage: "pending",
    hold_until: addDays(sale.received_at, settingsInForce(books, sale.sale_id).hold_period_days),
  };
}

/** As another tool said it, whoever earns it; its hold began with the sale. */
function importedCommission(books: Books, sale: SaleRow, imported: ImportedSale): CommissionRow {
  return {
    program_id: sale.program_id,
    sale_id: sale.sale_id,
    partner_id: sale.partner_id,
    amount_cents: imported.commission_cents,
    amount_at_sale_cents: imported.commission_cents,
    currency: imported.commission_currency,
    status: "pending",
    stage: "pending",
    hold_until: addDays(happenedAt(sale), settingsInForce(books, sale.sale_id).hold_period_days),
  };
}

/** When the sale was made: long before it was reported, where it was imported. */
export function happenedAt({ imported, occurred_at, received_at }: SaleRow): Date {
  return imported === null || occurred_at === null ? received_at : occurred_at;
}
