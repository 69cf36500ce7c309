// What a sale earns its partner: how long renewals earn, and the commission on the terms in force for it.
// It only computes. What was paid out for the sale is laid over it by paid-out.ts; what went back, and whether it is held, by rebook.ts.

import type { Books } from "../books.ts";
import type { CommissionTerms } from "../events/settings/terms.ts";
import type { SubscriptionRow } from "../rows/rows.ts";
import type { CommissionRow, ImportedSale, SaleRow } from "../rows/sale-rows.ts";
import { addDays, addMonths } from "../time.ts";
import { settingsInForce } from "./settings-in-force.ts";
import { earnedOn } from "./terms/earned-amount.ts";
import { holdPeriodDays, type SaleTerms } from "./terms/in-force.ts";

type Payment = Pick<SaleRow, "sale_id" | "received_at">;

/** Whether a subscription has stopped earning by this payment: its months are over, or enough payments have earned. */
export function hasEnded(
  terms: CommissionTerms,
  { started_at, payments }: Pick<SubscriptionRow, "started_at" | "payments">,
  { sale_id, received_at }: Payment,
): boolean {
  const { duration_months, duration_payments } = terms;
  if (duration_months === 0) return true;
  if (duration_months !== null && received_at >= addMonths(started_at, duration_months)) return true;
  if (duration_payments === undefined || payments?.includes(sale_id)) return false;
  return (payments?.length ?? 0) >= duration_payments;
}

export function commissionOn(books: Books, sale: SaleRow, terms: SaleTerms): CommissionRow {
  if (sale.imported !== null) return importedCommission(books, sale, sale.imported);
  const earned = earnedOn(books, sale, terms);
  const holdDays = holdPeriodDays(books, terms.origin?.group_id ?? null, sale.sale_id);
  return {
    program_id: sale.program_id,
    sale_id: sale.sale_id,
    kind: "sale",
    partner_id: sale.partner_id,
    amount_cents: earned.amount_cents,
    amount_at_sale_cents: earned.amount_cents,
    currency: earned.currency,
    status: "pending",
    stage: "pending",
    hold_until: addDays(sale.received_at, holdDays),
    terms: earned.terms,
  };
}

/** As another tool reported it, for any partner; its hold began with the sale. */
function importedCommission(books: Books, sale: SaleRow, imported: ImportedSale): CommissionRow {
  return {
    program_id: sale.program_id,
    sale_id: sale.sale_id,
    kind: "sale",
    partner_id: sale.partner_id,
    amount_cents: imported.commission_cents,
    amount_at_sale_cents: imported.commission_cents,
    currency: imported.commission_currency,
    status: "pending",
    stage: "pending",
    hold_until: addDays(happenedAt(sale), settingsInForce(books, sale.sale_id).hold_period_days),
    terms: null,
  };
}

/** When the sale was made: long before it was reported, where it was imported. */
export function happenedAt({ imported, occurred_at, received_at }: SaleRow): Date {
  return imported === null || occurred_at === null ? received_at : occurred_at;
}
