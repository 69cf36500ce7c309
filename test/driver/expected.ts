// The rows of every list as the model has them, in the service's words: payments are named by their transactions, times by their
// days, since the service's own ids and moments are its own.
import { type ModelSale, sumOf } from "../reference/account-model.ts";
import type { ModelLine } from "../reference/statement-model.ts";
import type { Ledger } from "./ledger.ts";

export const dayOf = (time: Date | string | null) => (time === null ? null : new Date(time).toISOString().slice(0, 10));

export function expectedSales(ledger: Ledger) {
  return inOrder(ledger).map((sale) => ({
    transaction_id: sale.transaction_id,
    amount_cents: sale.amount_cents,
    refunded_cents: sale.refunded_cents,
    currency: sale.currency,
    status: sale.status,
    reason: sale.reason,
    customer_key: sale.customer_key,
    partner_id: sale.partner_id,
    click_id: sale.click_id,
    source: sale.source,
    is_recurring: sale.is_recurring,
    subscription_id: sale.subscription_id,
    product_id: sale.product_id,
    received_at: dayOf(sale.received_at),
  }));
}

export function expectedCommissions(ledger: Ledger) {
  const { adjustments } = ledger.accounts.books();
  return inOrder(ledger).flatMap(({ id, commission, ...sale }) => {
    if (commission === null) return [];
    const { amount_at_sale_cents, amount_cents, partner_id, currency, status, stage, hold_until } = commission;
    const own = adjustments.filter(
      (one) => one.sale_id === id && one.partner_id === partner_id && one.currency === currency,
    );
    return {
      sale_id: sale.transaction_id,
      partner_id,
      amount_cents,
      amount_at_sale_cents,
      currency,
      status,
      stage,
      hold_until: dayOf(hold_until),
      adjustment_cents: sumOf(own),
      refunded_cents: sale.refunded_cents,
    };
  });
}

export function expectedFees(ledger: Ledger) {
  return inOrder(ledger).flatMap(({ transaction_id: sale_id, fee }) => {
    if (fee === null) return [];
    const { amount_cents, amount_at_sale_cents, currency } = fee;
    return [{ sale_id, amount_cents, amount_at_sale_cents, currency }];
  });
}

/** A call for the rest is known by an event of the service. */
export function expectedRefunds(ledger: Ledger) {
  return reversalsOf(ledger, (key) => !key.startsWith("dispute")).map(({ sale_id, key, cents, state, byCall }) => ({
    sale_id,
    refund_key: key.startsWith("rest") ? "rest" : key.replace(" ", ":"),
    amount_cents: cents,
    has_failed: state === "failed",
    source: byCall ? "api" : "stripe",
  }));
}

export function expectedDisputes(ledger: Ledger) {
  return reversalsOf(ledger, (key) => key.startsWith("dispute")).map(({ sale_id, key, cents, state }) => ({
    transaction_id: sale_id,
    dispute_id: key.replace("dispute ", ""),
    amount_cents: cents,
    status: state,
  }));
}

function reversalsOf(ledger: Ledger, isAskedFor: (key: string) => boolean) {
  return inOrder(ledger).flatMap(({ transaction_id: sale_id, reversals }) =>
    reversals.filter(({ key }) => isAskedFor(key)).map((reversal) => ({ ...reversal, sale_id })),
  );
}

export function expectedPayouts({ accounts, payoutIds }: Ledger) {
  return accounts.payouts.map(({ id, items, created_at, paid_at, withdrawn_at, ...payout }) => ({
    ...payout,
    payout_id: payoutIds.get(id),
    amount_cents: sumOf(items),
    item_count: items.length,
    created_at: dayOf(created_at),
    paid_at: dayOf(paid_at),
    withdrawn_at: dayOf(withdrawn_at),
  }));
}

export function expectedInvoices({ invoices, payoutIds }: Ledger) {
  const bySeries = [...invoices.documents].sort((a, b) => a.partner_id - b.partner_id || a.sequence - b.sequence);
  return bySeries.map(({ payoutId, ...document }) => ({
    ...document,
    number: `ACME-${document.partner_id}-${String(document.sequence).padStart(4, "0")}`,
    payout_id: payoutIds.get(payoutId),
  }));
}

export function expectedOwed({ accounts }: Ledger) {
  return accounts
    .planned(Number.NEGATIVE_INFINITY, () => true)
    .map(({ items, ...payee }) => ({
      ...payee,
      owed_cents: sumOf(items),
      commission_cents: sumOf(items.filter(({ kind }) => kind === "commission")),
      adjustment_cents: sumOf(items.filter(({ kind }) => kind === "adjustment")),
      item_count: items.length,
    }));
}

/** As people read it. */
export function expectedLine(line: ModelLine) {
  const paidIn = line.commission_currency;
  return {
    what: line.what,
    transaction_id: line.transaction_id,
    partner_id: String(line.partner_id),
    currency: line.currency,
    amount: written(line.amount - line.refunded, line.currency),
    platform_fee: written(line.fee, line.currency),
    commission_currency: paidIn ?? "",
    commission: paidIn === null ? "" : written(line.commission, paidIn),
  };
}

/** Dong have no cents. */
export function written(cents: number, currency: string): string {
  return currency === "VND" ? String(cents) : (cents / 100).toFixed(2);
}

const inOrder = (ledger: Ledger): ModelSale[] => [...ledger.sales()].sort((a, b) => a.id - b.id);
