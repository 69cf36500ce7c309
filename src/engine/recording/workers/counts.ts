// Callers' use of their rate limits, counted for all workers of this machine: each key by one worker, or by the receiver if that one cannot
// be reached.
import { RateLimiterRes } from "rate-limiter-flexible";
import { BoundedLimiter } from "../../../limits/bounded-limiter.ts";
import type { SharedCounts } from "../../../limits/shared-counts.ts";
import type { Peers } from "./peers.ts";
import type { CountedCall } from "./questions.ts";

export function countsAmong(peers: Peers): SharedCounts {
  const limiters = new Map<string, BoundedLimiter>();

  /** Milliseconds to wait; null where it is not one too many. */
  async function countHere({ name, key, change }: CountedCall): Promise<number | null> {
    try {
      await limiters.get(name)?.[change](key);
      return null;
    } catch (error) {
      if (error instanceof RateLimiterRes) return error.msBeforeNext;
      throw error;
    }
  }

  async function count(call: CountedCall): Promise<true> {
    const there = await countThere(peers, call);
    const waitMilliseconds = there === undefined ? await countHere(call) : there;
    if (waitMilliseconds !== null) throw new RateLimiterRes(0, waitMilliseconds);
    return true;
  }

  peers.answerWith({ count: countHere });
  return {
    count(name, { points, windowSeconds }) {
      limiters.set(name, new BoundedLimiter(points, windowSeconds));
      return {
        consume: (key) => count({ name, key, change: "consume" }),
        reward: (key) => count({ name, key, change: "reward" }),
      };
    },
    close: () => undefined,
  };
}

/** Undefined where that worker did not count it. */
async function countThere(peers: Peers, call: CountedCall): Promise<number | null | undefined> {
  const link = peers.counterOf(`${call.name} ${call.key}`);
  try {
    const answer = await link?.ask({ kind: "count", count: call });
    return answer?.kind === "counted" ? answer.waitMilliseconds : undefined;
  } catch {
    return undefined;
  }
}
