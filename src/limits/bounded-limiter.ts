// A count for each key and window, for a bounded number of bounded keys: keys that strangers choose (addresses, e-mails) cannot fill the
// memory. With too many keys, the one with the oldest window is evicted: abusing that takes more addresses than there are counts.
import { hash } from "node:crypto";
import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";

/** About 250 bytes each. */
const keysMaxDefault = 50_000;
/** Longer keys are counted by their digest. A key's digest and every address are shorter. */
const keyCharactersMax = 64;
const millisecondsPerSecond = 1000;

export class BoundedLimiter {
  readonly #limiter: RateLimiterMemory;
  readonly #windowMilliseconds: number;
  readonly #keysMax: number;
  /** When each window ends, in the order they began. */
  readonly #ends = new Map<string, number>();

  constructor(points: number, windowSeconds: number, keysMax = keysMaxDefault) {
    this.#limiter = new RateLimiterMemory({ points, duration: windowSeconds });
    this.#windowMilliseconds = windowSeconds * millisecondsPerSecond;
    this.#keysMax = keysMax;
  }

  /** Counts one; rejects with what is counted when it is one too many. */
  async consume(given: string): Promise<void> {
    const key = boundedKey(given);
    this.#keep(await this.#limiter.consume(key), key);
  }

  /** Takes one back that was counted. */
  async reward(given: string): Promise<void> {
    const key = boundedKey(given);
    this.#keep(await this.#limiter.reward(key), key);
  }

  #keep({ isFirstInDuration }: RateLimiterRes, key: string): void {
    if (!isFirstInDuration) return;
    const now = performance.now();
    this.#ends.delete(key);
    this.#ends.set(key, now + this.#windowMilliseconds);
    for (const [oldest, endsAt] of this.#ends) {
      if (endsAt > now && this.#ends.size <= this.#keysMax) return;
      this.#ends.delete(oldest);
      if (endsAt > now) void this.#limiter.delete(oldest);
    }
  }
}

function boundedKey(key: string): string {
  return key.length <= keyCharactersMax ? key : `sha256:${hash("sha256", key, "base64url")}`;
}
