// Whether a call is retried, and when: a pure decision.
import type { Outcome } from "./exchange.ts";

const firstDelayMs = 500;
const millisecondsPerSecond = 1000;

export type Retrying = {
  readonly isIdempotent: boolean;
  readonly retriesMade: number;
  readonly maxRetries: number;
  readonly maxRetryDelayMs: number;
  /** From 0 up to 1: callers that failed together must not come back together. */
  readonly chance: number;
  /** In milliseconds, for a Retry-After that is a date. */
  readonly now: number;
};

/** How long to wait before the next attempt, or null for none. */
export function retryDelayMs(outcome: Outcome, retrying: Retrying): number | null {
  const { retriesMade, maxRetries, maxRetryDelayMs, chance, now } = retrying;
  if (retriesMade >= maxRetries || !mayBeRepeated(outcome, retrying.isIdempotent)) return null;
  const asked = outcome.kind === "answered" ? retryAfterMs(outcome.retryAfter, now) : null;
  // To come earlier than asked would only be refused again.
  if (asked !== null && asked > maxRetryDelayMs) return null;
  const backoff = Math.min(maxRetryDelayMs, firstDelayMs * 2 ** retriesMade);
  return asked === null ? backoff * (0.5 + chance / 2) : Math.min(maxRetryDelayMs, asked + firstDelayMs * chance);
}

function mayBeRepeated(outcome: Outcome, isIdempotent: boolean): boolean {
  if (outcome.kind === "answered" && outcome.status === 429) return true;
  return isIdempotent && (outcome.kind === "unanswered" || outcome.status >= 500);
}

/** Null where the header is absent or says neither seconds nor a date. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header) * millisecondsPerSecond;
  // Date.parse alone finds a date in nearly anything.
  const date = /^[A-Z][a-z]{2,8}, /.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
