// How often one address, one key or one account may call, counted for a minute, or an hour, at a time: for all processes where they
// share their counts, in this process otherwise. Measured in this process: 0.3 µs a call, 2 µs for the first of a minute.
import { RateLimiterRes } from "rate-limiter-flexible";
import { BoundedLimiter } from "../../../limits/bounded-limiter.ts";
import type { SharedCounts } from "../../../limits/shared-counts.ts";
import { Refusal } from "../../../product/operation/refusal.ts";

const secondsPerMinute = 60;
const secondsPerHour = 3600;
const millisecondsPerSecond = 1000;

export type RateLimitFigures = {
  readonly rateLimitBrowserPerMinute: number;
  readonly rateLimitKeyPerMinute: number;
  readonly rateLimitBadSignaturesPerMinute: number;
  readonly rateLimitUnknownConnectionsPerMinute: number;
  readonly rateLimitUnknownLinksPerMinute: number;
  readonly rateLimitManagementPerMinute: number;
  readonly rateLimitAgentPerMinute: number;
  readonly rateLimitVerificationsPerHour: number;
  readonly rateLimitAnonymousTestsPerHour: number;
  readonly rateLimitSignInPerMinute: number;
  readonly rateLimitFailedSignInsPerHour: number;
  readonly rateLimitMailCallsPerHour: number;
};

export type RateLimit = {
  /** Counts one; throws `rate_limited` when it is one too many. */
  take(key: string): Promise<void>;
  /** Takes one back that was counted. */
  giveBack(key: string): Promise<void>;
};

export type RateLimits = {
  /** Calls without a key, by address. */
  readonly browser: RateLimit;
  /** Calls with a key, by its digest. */
  readonly key: RateLimit;
  /** Calls whose key opens nothing, or that lack one, by address: as many as one key may make. */
  readonly badKey: RateLimit;
  /** Deliveries with a wrong signature, by address. */
  readonly badSignature: RateLimit;
  /** Deliveries to connections there are not, by address. */
  readonly unknownConnection: RateLimit;
  /** Links that lead nowhere, and pages that look a secret of their address up, by address. */
  readonly unknownLink: RateLimit;
  /** Management calls, by account. */
  readonly account: RateLimit;
  /** Calls of agents, by their key. */
  readonly agent: RateLimit;
  /** Verifications by agents, by program. */
  readonly verification: RateLimit;
  /** Test clicks and test leads without a key, by program: each stays in its log permanently. */
  readonly anonymousTest: RateLimit;
  /** Management calls without a session, and calls of the accounts library, by address: as many as one account may make. */
  readonly stranger: RateLimit;
  /** Sign-ins, sign-ups and all other attempts to get into an account, by address. */
  readonly signIn: RateLimit;
  /** Sign-ins that failed, by address. */
  readonly failedSignIn: RateLimit;
  /** Calls that send mail, by the address they come from. */
  readonly mailCall: RateLimit;
};

export function createRateLimits(figures: RateLimitFigures, shared: SharedCounts | null): RateLimits {
  const createRateLimit = (name: string, points: number, windowSeconds = secondsPerMinute): RateLimit => {
    const own = new BoundedLimiter(points, windowSeconds);
    const ofAll = shared?.count(name, { points, windowSeconds });
    return {
      async take(key) {
        try {
          if ((await ofAll?.consume(key)) !== true) await own.consume(key);
        } catch (error) {
          throw error instanceof RateLimiterRes ? tooManyRequests(error.msBeforeNext / millisecondsPerSecond) : error;
        }
      },
      async giveBack(key) {
        if ((await ofAll?.reward(key)) !== true) await own.reward(key);
      },
    };
  };
  return {
    browser: createRateLimit("browser", figures.rateLimitBrowserPerMinute),
    key: createRateLimit("key", figures.rateLimitKeyPerMinute),
    badKey: createRateLimit("bad-key", figures.rateLimitKeyPerMinute),
    badSignature: createRateLimit("bad-signature", figures.rateLimitBadSignaturesPerMinute),
    unknownConnection: createRateLimit("unknown-connection", figures.rateLimitUnknownConnectionsPerMinute),
    unknownLink: createRateLimit("unknown-link", figures.rateLimitUnknownLinksPerMinute),
    account: createRateLimit("account", figures.rateLimitManagementPerMinute),
    agent: createRateLimit("agent", figures.rateLimitAgentPerMinute),
    verification: createRateLimit("verification", figures.rateLimitVerificationsPerHour, secondsPerHour),
    anonymousTest: createRateLimit("anonymous-test", figures.rateLimitAnonymousTestsPerHour, secondsPerHour),
    stranger: createRateLimit("stranger", figures.rateLimitManagementPerMinute),
    signIn: createRateLimit("sign-in", figures.rateLimitSignInPerMinute),
    failedSignIn: createRateLimit("failed-sign-in", figures.rateLimitFailedSignInsPerHour, secondsPerHour),
    mailCall: createRateLimit("mail-call", figures.rateLimitMailCallsPerHour, secondsPerHour),
  };
}

export function tooManyRequests(waitSeconds: number): Refusal {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitSeconds));
  return new Refusal("rate_limited", `Too many requests: wait ${retryAfterSeconds} s.`, { retryAfterSeconds });
}
