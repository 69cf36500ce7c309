// When a failed letter is retried. A notice that is two days old is useless: it is abandoned.
import { secondsToWait, spread, type Waits } from "../../engine/jobs/waits.ts";

const secondsPerMinute = 60;
const waits: Waits<null> = {
  seconds: [1, 5, 15, 60, 180, 360, 720, 1_440].map((minutes) => minutes * secondsPerMinute),
  thenSeconds: null,
};

/** `attempts` includes this one; `chance` is from 0 to 1. Null after the last. */
export function secondsToNextTry(attempts: number, chance: number): number | null {
  const seconds = secondsToWait(waits, attempts);
  return seconds === null ? null : spread(seconds, chance);
}
