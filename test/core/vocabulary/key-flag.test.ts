// A key that must be replaced works until its deadline, and not from then on.
import { expect, test } from "vitest";
import { flagOf, isPastDeadline } from "../../../src/core/vocabulary/access/key-flag.ts";

const flaggedAt = new Date("2026-01-01T00:00:00Z");
const rotateBy = new Date("2026-01-31T00:00:00Z");

test("a key is flagged only where it has both the time of its flag and a deadline", () => {
  expect(flagOf({ flagged_at: flaggedAt, rotate_by: rotateBy })).toEqual({ flaggedAt, rotateBy });
  expect(flagOf({ flagged_at: null, rotate_by: rotateBy })).toBeNull();
  expect(flagOf({ flagged_at: flaggedAt, rotate_by: null })).toBeNull();
  expect(flagOf({ flagged_at: null, rotate_by: null })).toBeNull();
});

test("a flagged key is refused from the very millisecond of its deadline, one without a flag never", () => {
  const flag = { flaggedAt, rotateBy };
  const deadline = rotateBy.getTime();
  expect([deadline - 1, deadline, deadline + 1].map((at) => isPastDeadline(flag, at))).toEqual([false, true, true]);
  expect(isPastDeadline(null, deadline)).toBe(false);
});
