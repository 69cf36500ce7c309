// Counts failures by key; after a few free ones each makes the next attempt wait longer: 1 s, then twice as long, up to a bound. The answer
// is 429 and is not counted, so no one can prolong another person's wait by repeating. Counted in this process; forgotten an hour after the
// last failure.
import { createHash } from "node:crypto";
import { tooManyRequests } from "./rate-limits.ts";

const millisecondsPerSecond = 1000;
const forgottenAfterMilliseconds = 3_600_000;
/** About 20 MB. The oldest go first; each was paid for by a sign-in, of which one address may try 30 a minute. */
const keysMax = 100_000;

export type BackOff = {
  /** Counts a failure before it is one, so that a thousand at once are not each the first; throws while the key must wait. */
  take(key: string): void;
  /** It was none. */
  giveBack(key: string): void;
};

export type BackOffFigures = {
  /** Failures after which waiting begins. */
  readonly free: number;
  readonly waitSecondsMax: number;
};

type Failures = { readonly count: number; readonly lastAt: number };

/** `now` in milliseconds. */
export function createBackOff({ free, waitSecondsMax }: BackOffFigures, now: () => number): BackOff {
  const kept = new Map<string, Failures>();

  /** The time from which the next try may be made. */
  function nextAt({ count, lastAt }: Failures): number {
    if (count < free) return lastAt;
    return lastAt + millisecondsPerSecond * Math.min(waitSecondsMax, 2 ** (count - free));
  }

  function find(digest: string): Failures | undefined {
    const found = kept.get(digest);
    return found !== undefined && now() - found.lastAt < forgottenAfterMilliseconds ? found : undefined;
  }

  return {
    take(key) {
      const digest = digestOf(key);
      const found = find(digest);
      const waitMilliseconds = found === undefined ? 0 : nextAt(found) - now();
      if (waitMilliseconds > 0) throw tooManyRequests(waitMilliseconds / millisecondsPerSecond);
      kept.delete(digest);
      kept.set(digest, { count: (found?.count ?? 0) + 1, lastAt: now() });
      const [oldest] = kept.keys();
      if (kept.size > keysMax && oldest !== undefined) kept.delete(oldest);
    },
    giveBack(key) {
      const digest = digestOf(key);
      const found = kept.get(digest);
      if (found === undefined) return;
      if (found.count <= 1) kept.delete(digest);
      else kept.set(digest, { ...found, count: found.count - 1 });
    },
  };
}

/** What strangers write is of any length. */
function digestOf(key: string): string {
  return createHash("sha256").update(key, "utf8").digest("base64url");
}
