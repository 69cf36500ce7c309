// Months and days in UTC: how long a commission lasts, and how old a click is.
import { expect, test } from "vitest";
import { addMonths, daysBetween } from "../../../src/core/rules/time.ts";

test.each([
  ["2026-01-31T12:34:56.789Z", 1, "2026-02-28T12:34:56.789Z"],
  ["2024-01-31T00:00:00.000Z", 1, "2024-02-29T00:00:00.000Z"],
  ["2026-11-30T23:59:59.999Z", 3, "2027-02-28T23:59:59.999Z"],
  ["2026-03-01T06:00:00.000Z", 12, "2027-03-01T06:00:00.000Z"],
  ["2024-02-29T06:00:00.000Z", 12, "2025-02-28T06:00:00.000Z"],
  ["2026-05-15T06:00:00.000Z", 0, "2026-05-15T06:00:00.000Z"],
])("%s and %i months are %s", (from, months, to) => {
  expect(addMonths(new Date(from), months).toISOString()).toBe(to);
});

test.each([
  ["2026-01-01T00:00:00.000Z", "2026-01-03T00:00:00.000Z", 2],
  ["2026-01-01T00:00:00.001Z", "2026-01-03T00:00:00.000Z", 1],
  ["2026-01-01T00:00:00.000Z", "2026-01-01T23:59:59.999Z", 0],
  ["2026-01-03T00:00:00.000Z", "2026-01-01T00:00:00.000Z", 0],
])("from %s to %s are %i whole days", (from, to, days) => {
  expect(daysBetween(new Date(from), new Date(to))).toBe(days);
});
