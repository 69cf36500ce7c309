// Fixed rates: when requests are meant to start, and that every wait is counted.
import { expect, test } from "vitest";
import { SendSchedule } from "../../bench/load/send-schedule.ts";

const schedule = () => new SendSchedule({ startsAt: 1_000, perSecond: 100, seconds: 0.5 });

test("a rate and a time make a number of requests, evenly spaced", () => {
  const { count } = schedule();
  expect(count).toBe(50);
  expect([0, 1, 49].map((index) => schedule().startOf(index))).toEqual([1_000, 1_010, 1_490]);
});

test("nothing is due before the start, and the first is due at it", () => {
  const each = schedule();
  expect(each.takeDue(999)).toEqual({ from: 0, to: 0 });
  expect(each.takeDue(1_000)).toEqual({ from: 0, to: 1 });
});

test("requests that became due unnoticed are returned once, each with its intended start", () => {
  const each = schedule();
  each.takeDue(1_000);
  const stalled = each.takeDue(1_305);
  expect(stalled).toEqual({ from: 1, to: 31 });
  expect(1_305 - each.startOf(stalled.from)).toBe(295);
  expect(each.takeDue(1_305)).toEqual({ from: 31, to: 31 });
});

test("it is over when the last has been handed out, however late", () => {
  const each = schedule();
  each.takeDue(1_480);
  expect(each.isOver).toBe(false);
  expect(each.takeDue(99_000)).toEqual({ from: 49, to: 50 });
  expect(each.isOver).toBe(true);
});
