// How long work that failed waits before its next attempt: each kind of work has a table, and this is the one place that reads it. What an
// attempt is and what ends it is stored with what the work is about (decision 0164).

/** Seconds after the first failure in a row, the second and so on; then `thenSeconds`, or no further attempt where that is null. */
export type Waits<Then extends number | null = number | null> = {
  readonly seconds: readonly number[];
  readonly thenSeconds: Then;
};

/** So that what failed together is not tried together. */
const jitterShare = 0.2;

/** `failures` in a row, from 1. Null: it is not tried again. */
export function secondsToWait<Then extends number | null>(
  { seconds, thenSeconds }: Waits<Then>,
  failures: number,
): number | Then {
  return seconds[failures - 1] ?? thenSeconds;
}

/** Up to a fifth longer; `chance` is from 0 to 1. */
export function spread(seconds: number, chance: number): number {
  return seconds * (1 + jitterShare * chance);
}

/** Twice as long after each failure, up to a bound that every further one waits. */
export function doublingWaits(firstSeconds: number, secondsMax: number): Waits<number> {
  const seconds: number[] = [];
  for (let wait = firstSeconds; wait < secondsMax; wait *= 2) seconds.push(wait);
  return { seconds, thenSeconds: secondsMax };
}
