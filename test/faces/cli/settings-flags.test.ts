// Settings as flags: what is left out stays, and what makes no sense together is refused.
import { describe, expect, test } from "vitest";
import { joinFieldsSchema } from "../../../src/core/rules/events/settings/join-fields.ts";
import { givenSettingsSchema } from "../../../src/core/rules/events/settings/settings.ts";
import { type CommissionTerms, commissionTermsSchema } from "../../../src/core/rules/events/settings/terms.ts";
import { UsageError } from "../../../src/faces/cli/failures.ts";
import { commissionFlags, commissionFrom } from "../../../src/faces/cli/input/commission-flags.ts";
import { flagName, parseFlags } from "../../../src/faces/cli/input/flags.ts";
import { jsonFlag } from "../../../src/faces/cli/input/json-flag.ts";
import { flagsOf, inputOf } from "../../../src/faces/cli/input/operation-flags.ts";
import { loadOperation } from "../../../src/product/operation/groups.ts";

const percentage: CommissionTerms = { type: "percentage", rate_bps: 2000, duration_months: 12 };
const flat: CommissionTerms = { type: "flat", amount_cents: 500, currency: "EUR", duration_months: null };

const commission = (options: Record<string, string>, before: CommissionTerms | null) =>
  commissionFrom(parseFlags(commissionFlags, options), before);

const { flags, names } = flagsOf(await loadOperation("programs.update"), ["commission"]);
const settingsFlags = { ...flags, ...commissionFlags };
const required = { program: "1" };

describe("settings flags", () => {
  test("are named like their fields", () => {
    const given = Object.keys(settingsFlags).map((key) => flagName(key).slice(2).replaceAll("-", "_"));
    // Limits and schedules of payouts have commands of their own.
    const fields = Object.keys(givenSettingsSchema.shape).filter((field) => field !== "commission");
    // Those of several parts are in the terms that --commission holds as JSON.
    const parts = ["first", "tiers", "caps"];
    const terms = new Set(
      commissionTermsSchema.options
        .flatMap((option) => Object.keys(option.shape))
        .filter((term) => !parts.includes(term)),
    );
    expect(given).toEqual(expect.arrayContaining([...fields, ...[...terms].map((term) => `commission_${term}`)]));
  });

  test("left out, are nothing that changes", () => {
    expect(inputOf(names, parseFlags(settingsFlags, required))).toEqual({ program_id: 1 });
  });

  test("of several parts are JSON, and null ends them", () => {
    const parsed = (leadReward: string) => inputOf(names, parseFlags(settingsFlags, { ...required, leadReward }));
    const reward = { amount_cents: 500, currency: "USD" };
    expect(parsed(JSON.stringify(reward))).toEqual({ program_id: 1, lead_reward: reward });
    expect(parsed("null")).toEqual({ program_id: 1, lead_reward: null });
    for (const wrong of ["500", "{", '{"amount_cents": 0, "currency": "USD"}', '{"amount_cents": 5}']) {
      expect(() => parsed(wrong), wrong).toThrow(/--lead-reward/);
    }
  });

  test("of a list of objects are one JSON list, whose faults name their place", () => {
    const joinFields = jsonFlag(joinFieldsSchema, "Fields");
    const field = { key: "site", label: "Your site, if any", kind: "url" };
    const parsed = (text: string) => parseFlags({ joinFields }, { joinFields: text }).joinFields;
    expect(parsed(JSON.stringify([field]))).toEqual([{ ...field, required: false, options: null, help: null }]);
    expect(parsed("[]")).toEqual([]);
    expect(() => parsed("[")).toThrow("--join-fields the JSON: ");
    expect(() => parsed(JSON.stringify([{ ...field, kind: "file" }]))).toThrow("--join-fields 0.kind: must be one of");
  });

  test("have the bounds of the core", () => {
    const given = { cookieWindowDays: "365", holdPeriodDays: "0", platformFeeBps: "10000", commissionRateBps: "0" };
    const parsed = parseFlags(settingsFlags, { ...required, ...given });
    expect(inputOf(names, parsed)).toMatchObject({ cookie_window_days: 365, hold_period_days: 0 });
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
      expect(() => parseFlags(settingsFlags, { ...required, ...beyond })).toThrow(
        /must be (a whole number|at (least|most) \d+)/,
      );
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
