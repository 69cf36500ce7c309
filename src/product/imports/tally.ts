// What an import has come to so far.

import { type ImportReport, importFaultsMax } from "../../core/vocabulary/import-report.ts";
import type { Currency } from "../../core/vocabulary/money/currencies.ts";
import { sumOf } from "../../core/vocabulary/money/money.ts";
import type { Fault, ImportedSaleLine, LeftOutReason } from "./import-row.ts";
import type { Layout } from "./reading/layout.ts";

export type CountName =
  | "partners_new"
  | "partners_known"
  | "customers_new"
  | "customers_known"
  | "sales_new"
  | "sales_known"
  | "sales_already_here"
  | "kept";

type Sums = { amount: bigint; commission: bigint; paid: bigint };

export class Tally {
  readonly #records: Layout["records"] | null;
  readonly #counts: { [Name in CountName]: number } = {
    partners_new: 0,
    partners_known: 0,
    customers_new: 0,
    customers_known: 0,
    sales_new: 0,
    sales_known: 0,
    sales_already_here: 0,
    kept: 0,
  };
  readonly #leftOut = new Map<LeftOutReason, number>();
  readonly #sums = new Map<Currency, Sums>();
  readonly #faults: Fault[] = [];
  #lines = 0;
  #faultyLines = 0;

  constructor(records: Layout["records"] | null) {
    this.#records = records;
  }

  read(): void {
    this.#lines += 1;
  }

  count(name: CountName): void {
    this.#counts[name] += 1;
  }

  leaveOut(reason: LeftOutReason): void {
    this.#leftOut.set(reason, (this.#leftOut.get(reason) ?? 0) + 1);
  }

  fault(faults: readonly Fault[]): void {
    this.#faultyLines += 1;
    this.#faults.push(...faults.slice(0, importFaultsMax - this.#faults.length));
  }

  addSale({ amountCents, currency, commissionCents, commissionCurrency, state }: ImportedSaleLine): void {
    this.#sumsOf(currency).amount += BigInt(amountCents);
    if (state === "none" || state === "refunded") return;
    const earned = this.#sumsOf(commissionCurrency);
    earned.commission += BigInt(commissionCents);
    if (state === "paid") earned.paid += BigInt(commissionCents);
  }

  report(fault: string | null = null): ImportReport {
    const byCurrency = [...this.#sums].sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      fault,
      records: this.#records,
      lines: this.#lines,
      faulty_lines: this.#faultyLines,
      ...this.#counts,
      left_out: [...this.#leftOut].map(([reason, lines]) => ({ reason, lines })),
      totals: byCurrency.map(([currency, { amount, commission, paid }]) => ({
        currency,
        amount_cents: sumOf([String(amount)]),
        commission_cents: sumOf([String(commission)]),
        paid_cents: sumOf([String(paid)]),
        owed_cents: sumOf([String(commission - paid)]),
      })),
      faults: [...this.#faults].sort((a, b) => a.line - b.line),
    };
  }

  #sumsOf(currency: Currency): Sums {
    const sums = this.#sums.get(currency) ?? { amount: 0n, commission: 0n, paid: 0n };
    this.#sums.set(currency, sums);
    return sums;
  }
}
