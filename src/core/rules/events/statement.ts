// A program's month as it is stated: its sums by currency, what in them corrects earlier months, and what is kept so that a
// month which was closed stays as it was.
import type { Currency } from "../../vocabulary/money/currencies.ts";
import { differenceOf, type Sum, sumOf } from "../../vocabulary/money/money.ts";
import { addDays, addMonths, twoDigits } from "../time.ts";

type InProgram = { readonly program_id: number };

/** Sums of a month in one currency, with what corrects closed months. */
export type StatementTotals = {
  readonly currency: Currency;
  readonly sales: number;
  readonly sales_cents: Sum;
  /** What went back of any sale in this month, less what came again. */
  readonly refunded_cents: Sum;
  readonly commission_cents: Sum;
  readonly platform_fee_cents: Sum;
  /** Paid to partners, less what came back. */
  readonly paid_out_cents: Sum;
};

/** What of a month's sums belongs to an earlier month, which was closed by the time of the report. */
export type StatementCorrection = Omit<StatementTotals, "paid_out_cents"> & {
  readonly month: string;
  /** A later report changed its sales, or a replay corrected the rules by which they were computed. */
  readonly reason: "told_later" | "replay";
};

const noSums = { sales: 0, sales_cents: 0, refunded_cents: 0, commission_cents: 0, platform_fee_cents: 0 } as const;

/** What a replay made of a closed month: its sums now, less what was stated of it so far, in each currency. */
export function replayedSince(
  { month, totals }: Pick<ClosedMonthRow, "month" | "totals">,
  now: readonly StatementTotals[],
  stated: readonly StatementCorrection[],
): StatementCorrection[] {
  const before = [...totals, ...stated.filter((line) => line.month === month && line.reason === "replay")];
  const currencies = [...new Set([...now, ...before].map((line) => line.currency))].toSorted();
  const corrections = currencies.map((currency): StatementCorrection => {
    const ofCurrency = (line: { readonly currency: Currency }) => line.currency === currency;
    const is = addSums(now.filter(ofCurrency));
    const was = addSums(before.filter(ofCurrency));
    return {
      month,
      currency,
      reason: "replay",
      sales: is.sales - was.sales,
      sales_cents: differenceOf(is.sales_cents, was.sales_cents),
      refunded_cents: differenceOf(is.refunded_cents, was.refunded_cents),
      commission_cents: differenceOf(is.commission_cents, was.commission_cents),
      platform_fee_cents: differenceOf(is.platform_fee_cents, was.platform_fee_cents),
    };
  });
  return corrections.filter((line) => Object.keys(noSums).some((name) => line[name as keyof typeof noSums] !== 0));
}

/** A month's sums with corrections that are not in them yet. */
export function withCorrections(
  totals: readonly StatementTotals[],
  corrections: readonly StatementCorrection[],
): StatementTotals[] {
  const currencies = [...new Set([...totals, ...corrections].map((line) => line.currency))].toSorted();
  return currencies.map((currency) => {
    const lines = [...totals, ...corrections].filter((line) => line.currency === currency);
    const paid = totals.find((line) => line.currency === currency)?.paid_out_cents ?? 0;
    return { currency, ...addSums(lines), paid_out_cents: paid };
  });
}

type Sums = Omit<StatementTotals, "currency" | "paid_out_cents">;

function addSums(lines: readonly Sums[]): Sums {
  return {
    sales: lines.reduce((sum, line) => sum + line.sales, 0),
    sales_cents: sumOf(lines.map((line) => line.sales_cents)),
    refunded_cents: sumOf(lines.map((line) => line.refunded_cents)),
    commission_cents: sumOf(lines.map((line) => line.commission_cents)),
    platform_fee_cents: sumOf(lines.map((line) => line.platform_fee_cents)),
  };
}

export type ClosedMonthRow = InProgram & {
  readonly event_id: number;
  readonly month: string;
  readonly totals: readonly StatementTotals[];
  readonly corrections: readonly StatementCorrection[];
  readonly closed_at: Date;
};

/**
 * A sale of a closed month that turned out to be another than was stated, by the event that was folded when it did: `was_` is
 * its state until then, `now_` from then on; null where there was, or is, no such sale.
 */
export type RestatementRow = InProgram & {
  readonly event_id: number;
  readonly sale_id: number;
  readonly month: string;
  readonly transaction_id: string;
  readonly restated_at: Date;
  readonly was_partner_id: number | null;
  readonly was_currency: Currency | null;
  readonly was_amount_cents: number | null;
  readonly was_fee_cents: number | null;
  readonly was_commission_currency: Currency | null;
  readonly was_commission_cents: number | null;
  /** What of it the month's tier had added. */
  readonly was_tier_cents: number;
  readonly now_partner_id: number | null;
  readonly now_currency: Currency | null;
  readonly now_amount_cents: number | null;
  readonly now_fee_cents: number | null;
  readonly now_commission_currency: Currency | null;
  readonly now_commission_cents: number | null;
};

/** A sale; a change of one; of a correction the part that takes back, and the part that states; what a month's tier added to a sale. */
export const lineKinds = ["sale", "change", "taken_back", "restated", "tier"] as const;
export type LineKind = (typeof lineKinds)[number];

/**
 * A line of a closed month that a replay changed: `was_` is what the month shows and keeps showing, `now_` what the books say from
 * then on; null where there was, or is, no such line. Amounts have the line's sign.
 */
export type LineCorrection = {
  /** The line's own event, in the closed month. */
  readonly line_event_id: number;
  readonly sale_id: number;
  readonly kind: LineKind;
  /** Empty where the sale earns nothing. */
  readonly commission_currency: Currency | "";
  readonly month: string;
  /** Of a line that is itself a correction: the earlier month. */
  readonly corrects: string | null;
  readonly was_transaction_id: string | null;
  readonly was_partner_id: number | null;
  readonly was_currency: Currency | null;
  readonly was_amount_cents: number | null;
  readonly was_fee_cents: number | null;
  readonly was_commission_cents: number | null;
  readonly now_transaction_id: string | null;
  readonly now_partner_id: number | null;
  readonly now_currency: Currency | null;
  readonly now_amount_cents: number | null;
  readonly now_fee_cents: number | null;
  readonly now_commission_cents: number | null;
};

export type LineCorrectionRow = InProgram &
  LineCorrection & {
    readonly event_id: number;
    readonly corrected_at: Date;
  };

/** `2026-01`, in UTC. */
export function monthOf(time: Date): string {
  return `${time.getUTCFullYear()}-${twoDigits(time.getUTCMonth() + 1)}`;
}

/** From its first moment to the next month's. */
export function boundsOfMonth(month: string): readonly [start: Date, end: Date] {
  const start = new Date(`${month}-01T00:00:00.000Z`);
  return [start, addMonths(start, 1)];
}

/** A month is closed when its third day after begins: two days later. */
export const openDaysAfterMonth = 2;

/** The month that is open since this time, once it is to be closed; null until then. */
export function monthToClose(openSince: Date, now: Date): string | null {
  const month = monthOf(openSince);
  const [, end] = boundsOfMonth(month);
  return addDays(end, openDaysAfterMonth) <= now ? month : null;
}
