// Which settings a program may have: the bounds of what is earned, owed and for how long, and nothing that is not known.
import { describe, expect, test } from "vitest";
import {
  defaultSettings,
  operatorSettings,
  settingsSchema,
} from "../../../../src/core/rules/events/settings/settings.ts";

const isValid = (fields: Readonly<Record<string, unknown>>) =>
  settingsSchema.safeParse({ ...defaultSettings, ...fields }).success;
/** Of a value below the bounds, the least, one that is not whole, the most, and one above. */
const onlyWithin = [false, true, false, true, false];
const percentage = (fields: object) => ({ type: "percentage", rate_bps: 2_000, duration_months: null, ...fields });
const flat = (fields: object) => ({ type: "flat", amount_cents: 500, currency: "EUR", duration_months: 0, ...fields });

describe("a program's settings", () => {
  test("have defaults, and nothing that is not known", () => {
    expect(settingsSchema.parse(defaultSettings)).toEqual(defaultSettings);
    expect(defaultSettings.commission).toEqual(percentage({}));
    expect(isValid({ discount: 5 })).toBe(false);
    expect(operatorSettings).toEqual(["platform_fee_bps", "fee_refunds"]);
  });

  test.each([
    ["cookie_window_days", 1, 365],
    ["attribution_window_days", 1, 365],
    ["hold_period_days", 0, 90],
    ["platform_fee_bps", 0, 10_000],
  ])("%s are from %i to %i", (name, min, max) => {
    const values = [min - 1, min, min + 0.5, max, max + 1];
    expect(values.map((value) => isValid({ [name]: value }))).toEqual(onlyWithin);
  });

  test.each([
    ["attribution_model", ["last_click", "first_click"]],
    ["lead_auth", ["any", "server_required"]],
    ["lead_settlement", ["customer", "click"]],
    ["coupon_precedence", ["click", "coupon"]],
    ["fee_refunds", ["any", "verified"]],
  ])("%s is one of %j", (name, values) => {
    expect([...values, "other", null].map((value) => isValid({ [name]: value }))).toEqual([true, true, false, false]);
  });
});

describe("a commission", () => {
  test.each([
    ["a rate", (rate_bps: number) => percentage({ rate_bps }), 0, 10_000],
    ["a flat amount", (amount_cents: number) => flat({ amount_cents }), 0, 1_000_000_000_000],
    ["the months of a rate", (duration_months: number) => percentage({ duration_months }), 0, 1200],
    ["the months of a flat amount", (duration_months: number) => flat({ duration_months }), 0, 1200],
  ])("%s is whole and within its bounds", (_, commission, min, max) => {
    const values = [min - 1, min, min + 0.5, max, max + 1];
    expect(values.map((value) => isValid({ commission: commission(value) }))).toEqual(onlyWithin);
  });

  test.each([
    ["of no known kind", { ...percentage({}), type: "share" }],
    ["of a rate and an amount", percentage({ amount_cents: 5 })],
    ["of an amount and a rate", flat({ rate_bps: 5 })],
    ["in a currency that is not known", flat({ currency: "XXX" })],
    ["without its months", { type: "percentage", rate_bps: 5 }],
  ])("is none %s", (_, commission) => {
    expect(isValid({ commission })).toBe(false);
  });
});
