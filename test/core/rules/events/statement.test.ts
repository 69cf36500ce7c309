// A replay's change to a closed month is recorded as a correction, once: with it, the statement matches the books.
import { expect, test } from "vitest";
import {
  replayedSince,
  type StatementCorrection,
  type StatementTotals,
  withCorrections,
} from "../../../../src/core/rules/events/statement.ts";

const sums = (currency: "EUR" | "USD" | "VND", sales: number, cents: number) => ({
  currency,
  sales,
  sales_cents: cents,
  refunded_cents: cents / 10,
  commission_cents: cents / 5,
  platform_fee_cents: cents / 20,
});
const totals = (...line: Parameters<typeof sums>): StatementTotals => ({ ...sums(...line), paid_out_cents: 700 });
const replayed = (month: string, ...line: Parameters<typeof sums>): StatementCorrection => ({
  ...sums(...line),
  month,
  reason: "replay",
});
const reportedLater: StatementCorrection = { ...replayed("2026-01", "USD", 5, 5_000), reason: "told_later" };

test("a replay's correction is the month's sums now, less what was stated of it and corrected by replays before", () => {
  const month = { month: "2026-01", totals: [totals("VND", 1, 400), totals("USD", 2, 20_000)] };
  const now = [totals("VND", 1, 400), totals("USD", 4, 40_000), totals("EUR", 1, 1_000)];
  const stated = [replayed("2026-01", "USD", 1, 10_000), replayed("2025-12", "USD", 7, 7_000), reportedLater];
  expect(replayedSince(month, now, stated)).toEqual([
    replayed("2026-01", "EUR", 1, 1_000),
    replayed("2026-01", "USD", 1, 10_000),
  ]);
});

test("what a replay removed is a correction too, and no change makes no correction", () => {
  const month = { month: "2026-01", totals: [totals("USD", 1, 20_000)] };
  expect(replayedSince(month, [], [])).toEqual([replayed("2026-01", "USD", -1, -20_000)]);
  expect(replayedSince(month, [totals("USD", 1, 20_000)], [])).toEqual([]);
  const fee = { ...totals("USD", 1, 20_000), platform_fee_cents: 999 };
  expect(replayedSince(month, [fee], [])).toMatchObject([{ commission_cents: 0, platform_fee_cents: -1 }]);
});

test("a month with corrections that are not in it yet is their sum, in every currency of either", () => {
  const corrections = [reportedLater, replayed("2025-12", "USD", -1, -1_000), replayed("2025-12", "EUR", 1, 600)];
  expect(withCorrections([totals("VND", 1, 400), totals("USD", 2, 20_000)], corrections)).toEqual([
    { ...sums("EUR", 1, 600), paid_out_cents: 0 },
    totals("USD", 6, 24_000),
    totals("VND", 1, 400),
  ]);
});
