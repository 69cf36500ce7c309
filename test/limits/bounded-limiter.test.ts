// Counts in bounded memory: as many keys as it may have, none longer than it may be, and those whose window is over are forgotten.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BoundedLimiter } from "../../src/limits/bounded-limiter.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const isTaken = (limiter: BoundedLimiter, key: string): Promise<boolean> =>
  limiter.consume(key).then(
    () => true,
    () => false,
  );

test("a key is counted within its window and from zero after it", async () => {
  const limiter = new BoundedLimiter(2, 60);
  expect([await isTaken(limiter, "a"), await isTaken(limiter, "a"), await isTaken(limiter, "a")]).toEqual([
    true,
    true,
    false,
  ]);
  await limiter.reward("a");
  await limiter.reward("a");
  expect([await isTaken(limiter, "a"), await isTaken(limiter, "a")]).toEqual([true, false]);
  vi.advanceTimersByTime(60_001);
  expect(await isTaken(limiter, "a")).toBe(true);
});

test("keys that differ only behind their 64th character are two", async () => {
  const limiter = new BoundedLimiter(1, 60);
  const long = "x".repeat(65_000);
  expect([await isTaken(limiter, `${long}a`), await isTaken(limiter, `${long}b`)]).toEqual([true, true]);
  expect(await isTaken(limiter, `${long}a`)).toBe(false);
});

test("with more keys than it may have the oldest window is forgotten, and no other", async () => {
  const limiter = new BoundedLimiter(1, 60, 3);
  for (const key of ["a", "b", "c", "d"]) expect(await isTaken(limiter, key)).toBe(true);
  expect([await isTaken(limiter, "b"), await isTaken(limiter, "c"), await isTaken(limiter, "d")]).toEqual([
    false,
    false,
    false,
  ]);
  expect(await isTaken(limiter, "a")).toBe(true);
});

test("addresses of 64 KB and very many of them take no memory to speak of", async () => {
  vi.useRealTimers();
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const limiter = new BoundedLimiter(10, 3600);
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let number = 0; number < 1_160; number += 1) await limiter.consume(`${number}${"x".repeat(64_000)}`);
  for (let number = 0; number < 100_000; number += 1) await limiter.consume(`person-${number}@acme.test`);
  collect();
  // 155 MB were seen with the long ones alone.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(40_000_000);
});
