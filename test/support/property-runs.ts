// What a random test takes from its run: how much to try, and the seed.
import { inject } from "vitest";

const { isLong: isLongRun, seed } = inject("properties");

/** Whether this is `npm run test:long`. */
export const isLong = isLongRun;

/** Of all random histories of this run. */
export const propertySeed = seed;

export function howMany(full: number, quick = Math.ceil(full / 10)): number {
  return isLong ? full : quick;
}

/** For fast-check. */
export function runsOf(full: number, quick?: number): { readonly numRuns: number; readonly seed: number } {
  return { numRuns: howMany(full, quick), seed };
}
