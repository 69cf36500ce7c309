// Settings as flags: what is left out stays, and what makes no sense together is refused.
import { describe, expect, test } from "vitest";
import { UsageError } from "../../src/cli/failures.ts";
import { flagName, parseFlags } from "../../src/cli/flags.ts";
import { commissionFlags, commissionFrom, settingsFlags, settingsFrom } from "../../src/cli/settings-flags.ts";
import {
  type CommissionTerms,
  commissionTermsSchema,
  defaultSettings,
  settingsSchema,
} from "../../src/core/settings.ts";

const percentage: CommissionTerms = { type: "percentage", rate_bps: 2000, duration_months: 12 };
const flat: CommissionTerms = { type: "flat", amount_cents: 500, currency: "EUR", duration_months: null };

const commission = (options: Record<string, string>, before: CommissionTerms | null) =>
  commissionFrom(parseFlags(commissionFlags, options), before);

describe("settings flags", () => {
  test("are named like their fields", () => {
    const names = Object.keys(settingsFlags).map((key) => flagName(key).slice(2).replaceAll("-", "_"));
    const fields = Object.keys(settingsSchema.shape).filter((field) => field !== "commission");
    const terms = new Set(commissionTermsSchema.options.flatMap((option) => Object.keys(option.shape)));
    expect(names.toSorted()).toEqual([...fields, ...[...terms].map((term) => `commission_${term}`)].toSorted());
  });

  test("left out, leave everything as it was", () => {
    const before = { ...defaultSettings, hold_period_days: 0, commission: flat };
    expect(settingsFrom(parseFlags(settingsFlags, {}), before)).toEqual(before);
  });

  test("have the bounds of the core", () => {
    const given = { cookieWindowDays: "365", holdPeriodDays: "0", platformFeeBps: "10000", commissionRateBps: "0" };
    const settings = settingsFrom(parseFlags(settingsFlags, given), defaultSettings);
    expect(settingsSchema.parse(settings)).toMatchObject({ cookie_window_days: 365, hold_period_days: 0 });
    for (const beyond of [
      { cookieWindowDays: "0" },
      { holdPeriodDays: "91" },
      { platformFeeBps: "10001" },
      { commissionRateBps: "20.5" },
      { commissionRateBps: "-1" },
      { commissionRateBps: "1e3" },
      { commissionAmountCents: "1000000000001" },
      { commissionDurationMonths: "1201" },
    ]) {
      expect(() => parseFlags(settingsFlags, beyond)).toThrow(/must be a whole number from \d+ to \d+/);
    }
  });

  test("change one term and keep the others", () => {
    expect(commission({ commissionRateBps: "3000" }, percentage)).toEqual({ ...percentage, rate_bps: 3000 });
    expect(commission({ commissionDurationMonths: "none" }, percentage)).toEqual({
      ...percentage,
      duration_months: null,
    });
    expect(commission({ commissionAmountCents: "700" }, flat)).toEqual({ ...flat, amount_cents: 700 });
    expect(commission({ commissionType: "percentage", commissionRateBps: "100" }, flat)).toEqual({
      type: "percentage",
      rate_bps: 100,
      duration_months: null,
    });
  });

  test("without earlier terms need the figure", () => {
    expect(commission({ commissionRateBps: "3000" }, null)).toEqual({
      type: "percentage",
      rate_bps: 3000,
      duration_months: null,
    });
    expect(() => commission({}, null)).toThrow(UsageError);
    expect(() => commission({ commissionType: "flat", commissionAmountCents: "5" }, null)).toThrow(UsageError);
  });

  test("of the other type are refused, not ignored", () => {
    expect(() => commission({ commissionAmountCents: "700" }, percentage)).toThrow(/need --commission-type flat/);
    expect(() => commission({ commissionRateBps: "700" }, flat)).toThrow(/needs --commission-type percentage/);
  });
});
