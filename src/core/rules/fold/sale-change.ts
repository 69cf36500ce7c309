// What changed in the worth of a sale after it was recorded, dated by the event that was folded when it did.
// A statement adds these up for a month: so what came later changes the later month, and a month that is over stays as it was.
// Each says what the sale was when it changed, so that a closed month can still be read when the sale is no longer there.

import type { Currency } from "../../vocabulary/money/currencies.ts";
import type { SaleChangeRow } from "../rows/payout-rows.ts";
import type { SaleRow } from "../rows/sale-rows.ts";
import type { FoldContext } from "./context.ts";
import { isClosed } from "./month-closed.ts";

/** What is not as it was at the sale, altogether. */
export type Worth = Pick<SaleChangeRow, "refunded_cents" | "commission_cents" | "fee_cents"> & {
  /** Null where there is no commission. */
  readonly commission_currency: Currency | null;
};

/** A sale, or a commission that no sale earned. */
export type Changing = Pick<SaleRow, "sale_id" | "transaction_id" | "partner_id" | "currency" | "imported">;

/** The change is what is missing between all changes so far and `worth`, so that they always sum to it, in each currency. */
export function keepChange(context: FoldContext, sale: Changing, worth: Worth): void {
  // Imported history is on no statement, and neither are its changes.
  if (sale.imported !== null) return;
  const changes = context.books.of.sale_change.list(sale.sale_id);
  const own: SaleChangeRow["commission_currency"] = worth.commission_currency ?? "";
  const sumOf = (name: "refunded_cents" | "fee_cents") => changes.reduce((sum, change) => sum + change[name], 0);
  for (const currency of new Set([own, ...changes.map((change) => change.commission_currency)])) {
    const ofCurrency = changes.filter((change) => change.commission_currency === currency);
    const commissionCents = ofCurrency.reduce((sum, change) => sum + change.commission_cents, 0);
    const isOwn = currency === own;
    addToChange(context, sale, currency, {
      refunded_cents: isOwn ? worth.refunded_cents - sumOf("refunded_cents") : 0,
      commission_cents: (isOwn ? worth.commission_cents : 0) - commissionCents,
      fee_cents: isOwn ? worth.fee_cents - sumOf("fee_cents") : 0,
    });
  }
}

type Missing = Pick<SaleChangeRow, "refunded_cents" | "commission_cents" | "fee_cents">;

function addToChange(
  { books, cause }: FoldContext,
  sale: Changing,
  currency: SaleChangeRow["commission_currency"],
  missing: Missing,
) {
  const known = books.of.sale_change
    .list(sale.sale_id)
    .find((change) => change.event_id === cause.id && change.commission_currency === currency);
  const change: SaleChangeRow = {
    program_id: books.programId,
    sale_id: sale.sale_id,
    event_id: cause.id,
    transaction_id: sale.transaction_id,
    partner_id: sale.partner_id,
    currency: sale.currency,
    refunded_cents: (known?.refunded_cents ?? 0) + missing.refunded_cents,
    commission_currency: currency,
    commission_cents: (known?.commission_cents ?? 0) + missing.commission_cents,
    fee_cents: (known?.fee_cents ?? 0) + missing.fee_cents,
    changed_at: cause.received_at,
  };
  if (change.refunded_cents !== 0 || change.commission_cents !== 0 || change.fee_cents !== 0) {
    books.of.sale_change.put(change);
  } else if (known !== undefined) {
    books.of.sale_change.delete(known);
  }
}

/**
 * The sale turned out to repeat another, or was taken from its partner: it leaves the books, and its changes with it; what is closed is
 * taken back. `feeCents` is what stays of its fee.
 */
export function dropChanges(context: FoldContext, sale: Changing, feeCents = 0): void {
  const { books } = context;
  for (const change of books.of.sale_change.list(sale.sale_id)) {
    if (!isClosed(books, change.changed_at)) books.of.sale_change.delete(change);
  }
  keepChange(context, sale, { refunded_cents: 0, commission_cents: 0, fee_cents: feeCents, commission_currency: null });
}
