// Statements of a program in memory, read from its books as the service's queries read them: every line of a month, in order.

import { monthOf, type RestatementRow, type StatementTotals } from "../../src/core/rules/events/statement.ts";
import { type Currency, isCurrency } from "../../src/core/vocabulary/money/currencies.ts";
import type { MemoryProgram } from "./memory-program.ts";

export type StatedLine = {
  readonly event_id: number;
  readonly sale_id: number;
  readonly what: "sale" | "change" | "correction";
  readonly partner_id: number;
  readonly currency: string;
  readonly sales: number;
  readonly amount: number;
  readonly refunded: number;
  readonly fee: number;
  readonly commission_currency: string;
  readonly commission: number;
};

/** What is stated of a month by now. */
export function linesOf(program: MemoryProgram, month: string): StatedLine[] {
  const times = new Map(program.log.map(({ id, received_at }) => [id, monthOf(received_at)]));
  const isIn = (eventId: number) => times.get(eventId) === month;
  const restated = program.rows("restatement");
  const first = [...restated].sort((a, b) => b.event_id - a.event_id);
  const stated = new Map(first.map((row) => [row.sale_id, row]));
  const commissions = new Map(program.rows("commission").map((row) => [row.sale_id, row]));
  const fees = new Map(program.rows("platform_fee").map((row) => [row.sale_id, row]));
  const sales = program
    .rows("sale")
    .filter((row) => row.imported === null && isIn(row.sale_id) && !stated.has(row.sale_id));
  const lines: StatedLine[] = sales.map((row) => ({
    event_id: row.sale_id,
    sale_id: row.sale_id,
    what: "sale",
    partner_id: row.partner_id,
    currency: row.currency,
    sales: 1,
    amount: row.amount_cents,
    refunded: 0,
    fee: fees.get(row.sale_id)?.amount_at_sale_cents ?? 0,
    commission_currency: commissions.get(row.sale_id)?.currency ?? "",
    commission: commissions.get(row.sale_id)?.amount_at_sale_cents ?? 0,
  }));
  for (const row of stated.values()) if (isIn(row.sale_id)) lines.push(...sideOf(row, "was", row.sale_id, "sale", 1));
  for (const row of program.rows("sale_change").filter(({ event_id }) => isIn(event_id))) {
    const { event_id, sale_id, partner_id, currency, commission_currency } = row;
    const named = { event_id, sale_id, partner_id, currency, commission_currency };
    const amounts = { refunded: row.refunded_cents, fee: row.fee_cents, commission: row.commission_cents };
    lines.push({ ...named, what: "change", sales: 0, amount: 0, ...amounts });
  }
  for (const row of restated.filter(({ event_id }) => isIn(event_id))) {
    lines.push(...sideOf(row, "was", row.event_id, "correction", -1));
    lines.push(...sideOf(row, "now", row.event_id, "correction", 1));
  }
  return lines.sort((a, b) => a.event_id - b.event_id || a.sale_id - b.sale_id || (order(a) < order(b) ? -1 : 1));
}

function sideOf(
  row: RestatementRow,
  side: "was" | "now",
  event_id: number,
  what: "sale" | "correction",
  sign: 1 | -1,
): StatedLine[] {
  const currency = row[`${side}_currency`];
  if (currency === null) return [];
  return [
    {
      event_id,
      sale_id: row.sale_id,
      what,
      partner_id: row[`${side}_partner_id`] ?? 0,
      currency,
      sales: sign,
      amount: sign * (row[`${side}_amount_cents`] ?? 0),
      refunded: 0,
      fee: sign * (row[`${side}_fee_cents`] ?? 0),
      commission_currency: row[`${side}_commission_currency`] ?? "",
      commission: sign * (row[`${side}_commission_cents`] ?? 0),
    },
  ];
}

const order = (line: StatedLine) => `${line.what} ${line.sales} ${line.commission_currency}`;

/** By currency, without what was paid out. */
export function totalsOf(lines: readonly StatedLine[]): Omit<StatementTotals, "paid_out_cents">[] {
  const sums = new Map<
    Currency,
    { sales: number; amount: number; refunded: number; fee: number; commission: number }
  >();
  const sumOf = (currency: string) => {
    if (!isCurrency(currency)) throw new Error(`${currency} is no currency`);
    const sum = sums.get(currency) ?? { sales: 0, amount: 0, refunded: 0, fee: 0, commission: 0 };
    sums.set(currency, sum);
    return sum;
  };
  for (const line of lines) {
    const sum = sumOf(line.currency);
    for (const name of ["sales", "amount", "refunded", "fee"] as const) sum[name] += line[name];
    if (line.commission_currency !== "") sumOf(line.commission_currency).commission += line.commission;
  }
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, { sales, amount, refunded, fee, commission }]) => ({
      currency,
      sales,
      sales_cents: amount,
      refunded_cents: refunded,
      commission_cents: commission,
      platform_fee_cents: fee,
    }));
}
