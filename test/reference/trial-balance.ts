// The trial balance of a program's rows, worked out apart from the service's own: what every partner earned, in each currency, against
// what is owed and what was paid. A line that does not come to zero is answered.

import type { BookName, BookRows } from "../../src/core/rules/rows/rows.ts";
import { remainingShare } from "../../src/core/vocabulary/money.ts";

export type RowsOf = <Name extends BookName>(name: Name) => readonly BookRows[Name][];

export type Imbalance = { readonly of: string; readonly cents: number };

export function imbalances(rowsOf: RowsOf): Imbalance[] {
  const sums = new Map<string, number>();
  const add = (
    check: string,
    whose: { readonly partner_id?: number; readonly currency: string },
    cents: number,
  ): void => {
    const of = [check, ...(whose.partner_id === undefined ? [] : [whose.partner_id]), whose.currency].join(" ");
    sums.set(of, (sums.get(of) ?? 0) + cents);
  };
  const commissions = new Map(rowsOf("commission").map((row) => [row.sale_id, row]));
  const sales = new Map(rowsOf("sale").map((row) => [row.sale_id, row]));
  for (const row of commissions.values()) {
    const sale = sales.get(row.sale_id);
    const isImported = sale !== undefined && sale.imported !== null;
    add("earned", row, row.amount_at_sale_cents);
    if (isImported)
      add(
        "earned",
        row,
        remainingShare(row.amount_at_sale_cents, sale.refunded_cents, sale.amount_cents) - row.amount_at_sale_cents,
      );
    if (row.stage !== "paid") add("earned", row, -row.amount_cents);
    else add("paid commissions", row, row.amount_cents);
  }
  for (const row of rowsOf("sale_change")) {
    if (row.commission_currency === "") continue;
    const commission = commissions.get(row.sale_id);
    const partner_id = commission?.partner_id ?? 0;
    add("earned", { partner_id, currency: row.commission_currency }, row.commission_cents);
  }
  for (const row of rowsOf("adjustment")) add("earned", row, -row.amount_cents);
  for (const row of rowsOf("payout")) {
    if (row.status === "paid") add("earned", row, -row.amount_cents);
    if (row.status === "paid" || row.status === "created") add(`items ${row.status}`, row, row.amount_cents);
  }
  for (const row of rowsOf("payout_item")) {
    if (row.status === "paid" || row.status === "created") add(`items ${row.status}`, row, -row.amount_cents);
    const commission = commissions.get(row.sale_id);
    const isOwn = commission?.partner_id === row.partner_id && commission.currency === row.currency;
    if (row.status === "paid" && isOwn) add("paid commissions", row, -row.amount_cents);
  }
  for (const row of rowsOf("platform_fee")) {
    if (row.removed_by === null) add("fee", { currency: row.currency }, row.amount_at_sale_cents);
    add("fee", { currency: row.currency }, -row.amount_cents);
  }
  for (const row of rowsOf("sale_change")) add("fee", { currency: row.currency }, row.fee_cents);
  return [...sums].filter(([, cents]) => cents !== 0).map(([of, cents]) => ({ of, cents }));
}
