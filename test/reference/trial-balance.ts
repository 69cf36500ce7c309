// The trial balance of a program's rows, worked out apart from the service's own: what every partner earned, in each currency, against
// what is owed and what was paid. Answers the lines that do not come to zero.
import type { BookName, BookRows } from "../../src/core/rules/rows/rows.ts";
import { remainingShare } from "../../src/core/vocabulary/money/money.ts";

export type RowsOf = <Name extends BookName>(name: Name) => readonly BookRows[Name][];

export type Imbalance = { readonly line: string; readonly cents: number };

type Whose = { readonly partner_id?: number; readonly currency: string };
type Add = (check: string, whose: Whose, cents: number) => void;

export function imbalances(rowsOf: RowsOf): Imbalance[] {
  const sums = new Map<string, number>();
  const add: Add = (check, { partner_id = "all", currency }, cents) => {
    const line = `${check} ${partner_id} ${currency}`;
    sums.set(line, (sums.get(line) ?? 0) + cents);
  };
  addCommissions(rowsOf, add);
  addPayouts(rowsOf, add);
  addFees(rowsOf, add);
  return [...sums].filter(([, cents]) => cents !== 0).map(([line, cents]) => ({ line, cents }));
}

function addCommissions(rowsOf: RowsOf, add: Add): void {
  const sales = new Map(rowsOf("sale").map((row) => [row.sale_id, row]));
  const partners = new Map(rowsOf("commission").map((row) => [row.sale_id, row.partner_id]));
  for (const row of rowsOf("commission")) {
    const sale = sales.get(row.sale_id);
    const atSale = row.amount_at_sale_cents;
    const isImported = sale !== undefined && sale.imported !== null;
    add("earned", row, isImported ? remainingShare(atSale, sale.refunded_cents, sale.amount_cents) : atSale);
    add(row.stage === "paid" ? "paid commissions" : "earned", row, row.amount_cents * (row.stage === "paid" ? 1 : -1));
  }
  for (const { sale_id, commission_currency: currency, commission_cents } of rowsOf("sale_change")) {
    if (currency !== "") add("earned", { partner_id: partners.get(sale_id) ?? 0, currency }, commission_cents);
  }
  for (const row of rowsOf("adjustment")) add("earned", row, -row.amount_cents);
}

function addPayouts(rowsOf: RowsOf, add: Add): void {
  const commissions = new Map(rowsOf("commission").map((row) => [row.sale_id, row]));
  for (const row of rowsOf("payout")) {
    if (row.status === "paid") add("earned", row, -row.amount_cents);
    add(`items ${row.status}`, row, row.amount_cents);
  }
  for (const row of rowsOf("payout_item")) {
    add(`items ${row.status}`, row, -row.amount_cents);
    const commission = commissions.get(row.sale_id);
    const isOwn = commission?.partner_id === row.partner_id && commission.currency === row.currency;
    if (row.status === "paid" && isOwn) add("paid commissions", row, -row.amount_cents);
  }
}

function addFees(rowsOf: RowsOf, add: Add): void {
  for (const { currency, removed_by, amount_cents, amount_at_sale_cents } of rowsOf("platform_fee")) {
    add("fee", { currency }, (removed_by === null ? amount_at_sale_cents : 0) - amount_cents);
  }
  for (const { currency, fee_cents } of rowsOf("sale_change")) add("fee", { currency }, fee_cents);
}
