// When a call is retried: the pure decision behind the server library's retries.
import { describe, expect, test } from "vitest";
import type { Outcome } from "../../../sdk/src/server/exchange.ts";
import { type Retrying, retryAfterMs, retryDelayMs } from "../../../sdk/src/server/retry.ts";

const now = Date.parse("2026-03-01T12:00:00Z");
const first: Retrying = {
  isIdempotent: true,
  retriesMade: 0,
  maxRetries: 5,
  maxRetryDelayMs: 10_000,
  chance: 0,
  now,
};
const silence: Outcome = { kind: "unanswered", error: "" };

function answered(status: number, retryAfter: string | null = null): Outcome {
  return { kind: "answered", status, statusText: "", body: undefined, retryAfter, location: null };
}

describe("the wait before a retry", () => {
  test("doubles each time, up to its limit", () => {
    const waits = [0, 1, 2, 3, 4].map((retriesMade) =>
      retryDelayMs(silence, { ...first, retriesMade, chance: 0.9999999, maxRetryDelayMs: 3000 }),
    );
    expect(waits.map((wait) => Math.round(wait ?? -1))).toEqual([500, 1000, 2000, 3000, 3000]);
  });

  test("is spread over its upper half", () => {
    expect(retryDelayMs(silence, { ...first, chance: 0 })).toBe(250);
    expect(retryDelayMs(silence, { ...first, chance: 0.5 })).toBe(375);
  });

  test("is at least what was asked for, spread a little, and never beyond its limit", () => {
    expect(retryDelayMs(answered(503, "4"), first)).toBe(4000);
    expect(retryDelayMs(answered(503, "4"), { ...first, chance: 0.5 })).toBe(4250);
    expect(retryDelayMs(answered(503, "10"), { ...first, chance: 0.5 })).toBe(10_000);
  });
});

describe("there is no retry", () => {
  test("beyond the number allowed", () => {
    expect(retryDelayMs(silence, { ...first, retriesMade: 4 })).not.toBeNull();
    expect(retryDelayMs(silence, { ...first, retriesMade: 5 })).toBeNull();
  });

  test.each([200, 301, 400, 401, 403, 404, 405, 408, 409, 413, 415, 422])("after %d", (status) => {
    expect(retryDelayMs(answered(status, "0"), first)).toBeNull();
  });

  test("after a wait longer than allowed is asked for", () => {
    expect(retryDelayMs(answered(429, "11"), first)).toBeNull();
  });

  test.each([silence, answered(500), answered(503, "1")])(
    "of a call that would count twice, but for 429",
    (outcome) => {
      expect(retryDelayMs(outcome, { ...first, isIdempotent: false })).toBeNull();
      expect(retryDelayMs(answered(429), { ...first, isIdempotent: false })).toBe(250);
    },
  );
});

test.each([
  ["absent", null, null],
  ["seconds", "7", 7000],
  ["a date", "Sun, 01 Mar 2026 12:00:30 GMT", 30_000],
  ["a date that is past", "Sun, 01 Mar 2026 11:00:00 GMT", 0],
  ["neither", "soon", null],
  ["negative", "-1", null],
])("Retry-After that is %s", (_, header, milliseconds) => {
  expect(retryAfterMs(header, now)).toBe(milliseconds);
});
