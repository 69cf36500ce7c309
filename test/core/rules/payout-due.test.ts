// When payout schedules are due: month ends, runs that were missed, and days before a schedule was set.
import { describe, expect, test } from "vitest";
import { dueIn, monthDue, nextRun } from "../../../src/core/rules/payout-due.ts";

const at = (text: string) => new Date(text.length === 10 ? `${text}T00:00:00.000Z` : text);
const times = (now: string, more: { since?: string; ran?: readonly string[] } = {}) => ({
  now: at(now),
  since: at(more.since ?? "2025-01-01"),
  ran: new Set(more.ran ?? []),
});
const on = (day_of_month: number, is_paused = false) => ({ day_of_month, is_paused });

test.each([
  ["2026-02-10", "2026-02-28"],
  ["2028-02-10", "2028-02-29"],
  ["2026-04-10", "2026-04-30"],
  ["2026-12-10", "2026-12-31"],
])("the 31st in the month of %s is %s", (time, day) => {
  expect(dueIn(on(31), at(time), 0)).toEqual(at(day));
});

describe("a schedule", () => {
  test.each([
    [31, "2026-02-27T23:59:59.999Z", "2026-01"],
    [31, "2026-02-28T00:00:00.000Z", "2026-02"],
    [15, "2026-03-15T00:00:00.000Z", "2026-03"],
    [15, "2026-01-14T23:59:59.999Z", "2025-12"],
    [1, "2026-03-01T00:00:00.000Z", "2026-03"],
  ])("of day %i is due at %s for %s", (day, now, month) => {
    expect(monthDue(on(day), times(now))).toBe(month);
  });

  test("runs once a month, also when its day is moved", () => {
    expect(monthDue(on(15), times("2026-03-20", { ran: ["2026-03"] }))).toBeNull();
    expect(monthDue(on(18), times("2026-03-20", { ran: ["2026-03"] }))).toBeNull();
    expect(nextRun(on(25), times("2026-03-20", { ran: ["2026-03"] }))).toEqual(at("2026-04-25"));
  });

  test("that was missed for months runs for the newest one alone, late", () => {
    expect(monthDue(on(15), times("2026-06-20", { ran: ["2026-02"] }))).toBe("2026-06");
    expect(nextRun(on(15), times("2026-06-20", { ran: ["2026-02"] }))).toEqual(at("2026-06-15"));
  });

  test("begins with the first day after it was set", () => {
    const set = { since: "2026-03-15T00:00:00.001Z" };
    expect(monthDue(on(15), times("2026-03-20", set))).toBeNull();
    expect(nextRun(on(15), times("2026-03-20", set))).toEqual(at("2026-04-15"));
    expect(monthDue(on(15), times("2026-03-20", { since: "2026-03-15" }))).toBe("2026-03");
  });

  test("that is paused is never due", () => {
    expect(monthDue(on(15, true), times("2026-03-20"))).toBeNull();
    expect(nextRun(on(15, true), times("2026-03-20"))).toBeNull();
  });
});
