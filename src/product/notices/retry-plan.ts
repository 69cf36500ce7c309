// When a failed letter is retried. A notice that is two days old is useless: it is abandoned.

const minutesAfterAttempt = [1, 5, 15, 60, 180, 360, 720, 1_440] as const;
/** So that what failed together is not tried together. */
const jitterShare = 0.2;
const secondsPerMinute = 60;

/** `attempts` includes this one; `chance` is from 0 to 1. Null after the last. */
export function secondsToNextTry(attempts: number, chance: number): number | null {
  const minutes = minutesAfterAttempt[attempts - 1];
  return minutes === undefined ? null : minutes * secondsPerMinute * (1 + jitterShare * chance);
}
