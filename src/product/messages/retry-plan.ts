// When a message that did not arrive is sent again: soon at first, then ever later, over three days. A receiver that says when it
// wants to be asked again is believed, within bounds.
import { secondsToWait, spread, type Waits } from "../../engine/jobs/waits.ts";

const ofMessage: Waits<null> = {
  seconds: [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 21_600, 28_800, 36_000, 43_200, 43_200, 43_200],
  thenSeconds: null,
};
const ofEndpoint: Waits<number> = { seconds: [5, 30, 120], thenSeconds: 600 };
const retryAfterSecondsMax = 86_400;
const millisecondsPerSecond = 1000;

/** An endpoint without a success for so long is paused: its messages wait, and are not abandoned. */
export const pauseAfterHours = 48;

export type Attempted = {
  /** This one included. */
  readonly attempts: number;
  /** What the receiver asked for. */
  readonly askedSeconds: number | null;
  /** From 0 to 1. */
  readonly chance: number;
};

/** Null after the last. */
export function secondsToNextAttempt({ attempts, askedSeconds, chance }: Attempted): number | null {
  const seconds = secondsToWait(ofMessage, attempts);
  return seconds === null ? null : Math.max(spread(seconds, chance), askedSeconds ?? 0);
}

/** Of an endpoint at which nothing arrives: until then nothing is tried there. At most ten minutes, so that one that is back is found. */
export function endpointWaitSeconds(failures: number, chance: number): number {
  return spread(secondsToWait(ofEndpoint, failures), chance);
}

/** Seconds, or a date; nothing else is one. */
export function secondsAsked(retryAfter: string | null, now: Date): number | null {
  if (retryAfter === null) return null;
  const seconds = /^\d{1,9}$/.test(retryAfter.trim())
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - now.getTime()) / millisecondsPerSecond;
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, retryAfterSecondsMax) : null;
}
