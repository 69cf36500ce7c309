// How long what failed waits, for each kind of background work.
import { describe, expect, test } from "vitest";
import { doublingWaits, secondsToWait, spread, type Waits } from "../../../src/engine/jobs/waits.ts";
import { endpointWaitSeconds, secondsToNextAttempt } from "../../../src/product/messages/retry-plan.ts";
import { secondsToNextTry } from "../../../src/product/notices/letter-retries.ts";
import { retrySeconds } from "../../../src/product/rails/rhythm.ts";

const failures = Array.from({ length: 16 }, (_, index) => index + 1);

describe("a wait", () => {
  test("is read from a table by failures in a row, and at its end stays", () => {
    const waits: Waits = { seconds: [5, 30], thenSeconds: 60 };
    expect([1, 2, 3, 400].map((failed) => secondsToWait(waits, failed))).toEqual([5, 30, 60, 60]);
  });

  test("ends where the table says so", () => {
    expect([1, 2, 3].map((failed) => secondsToWait({ seconds: [5, 30], thenSeconds: null }, failed))).toEqual([
      5,
      30,
      null,
    ]);
  });

  test("doubles up to its bound, and never beyond", () => {
    expect(doublingWaits(10, 60)).toEqual({ seconds: [10, 20, 40], thenSeconds: 60 });
    expect(doublingWaits(10, 40)).toEqual({ seconds: [10, 20], thenSeconds: 40 });
  });

  test("is up to a fifth longer by chance", () => {
    expect([0, 0.25, 1].map((chance) => spread(100, chance))).toEqual([100, 105, 120]);
  });
});

describe("in hours from the first failure to the last attempt", () => {
  const hours = (waits: readonly (number | null)[]): number =>
    Math.round(waits.reduce<number>((sum, seconds) => sum + (seconds ?? 0), 0) / 3_600);

  test("a message is tried for nearly three days", () => {
    const waits = failures.map((attempts) => secondsToNextAttempt({ attempts, askedSeconds: null, chance: 0 }));
    expect(waits.filter((seconds) => seconds !== null)).toHaveLength(14);
    expect(hours(waits)).toBe(68);
  });

  test("a notice is tried for two days", () => {
    const waits = failures.map((attempts) => secondsToNextTry(attempts, 0));
    expect(waits.filter((seconds) => seconds !== null)).toHaveLength(8);
    expect(hours(waits)).toBe(46);
  });
});

test("an endpoint at which nothing arrives is looked at every ten minutes at last", () => {
  expect([1, 2, 3, 4, 9].map((failed) => endpointWaitSeconds(failed, 0))).toEqual([5, 30, 120, 600, 600]);
});

test("a payout is asked about again within a quarter of an hour", () => {
  expect([0, 1, 2, 6, 7, 50].map(retrySeconds)).toEqual([10, 20, 40, 640, 900, 900]);
});
