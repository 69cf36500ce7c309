// A program's month as it is stated: its sums by currency, what in them corrects earlier months, and what is kept so that a
// month which was closed stays as it was.
import type { Currency, Sum } from "./money.ts";
import { addDays, addMonths } from "./time.ts";

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

/** What of a month's sums belongs to an earlier month, which was closed when it was learnt. */
export type StatementCorrection = {
  readonly month: string;
  readonly currency: Currency;
  readonly sales: number;
  readonly sales_cents: Sum;
  readonly commission_cents: Sum;
  readonly platform_fee_cents: Sum;
};

export type ClosedMonthRow = InProgram & {
  readonly event_id: number;
  readonly month: string;
  readonly totals: readonly StatementTotals[];
  readonly corrections: readonly StatementCorrection[];
  readonly closed_at: Date;
};

/**
 * A sale of a closed month that turned out to be another than was stated, by the event that was folded when it did: `was_` is how
 * it stood until then, `now_` how it stands from then on; null where there was, or is, no such sale.
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
  readonly now_partner_id: number | null;
  readonly now_currency: Currency | null;
  readonly now_amount_cents: number | null;
  readonly now_fee_cents: number | null;
  readonly now_commission_currency: Currency | null;
  readonly now_commission_cents: number | null;
};

/** `2026-01`, in UTC. */
export function monthOf(time: Date): string {
  return time.toISOString().slice(0, 7);
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
