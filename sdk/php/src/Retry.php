<?php

declare(strict_types=1);

namespace Svc;

/**
 * Whether a call is made again, and when: a pure decision.
 *
 * Only a call whose repetition has no further effect is repeated after an answer that was lost or says 5xx. Any call may be repeated after
 * 429, which is said before a call is looked at. No other 4xx ever gets better by asking again.
 */
final class Retry
{
    private const FIRST_DELAY_MS = 500;

    /**
     * How long to wait before the next attempt, in milliseconds, or null for none.
     *
     * @param float $chance From 0 up to 1: callers that failed together must not come back together.
     */
    public static function delayMs(
        Outcome $outcome,
        bool $isIdempotent,
        int $retriesMade,
        Settings $settings,
        float $chance,
        int $now,
    ): ?float {
        if ($retriesMade >= $settings->maxRetries || !self::mayBeRepeated($outcome, $isIdempotent)) {
            return null;
        }
        $limit = $settings->maxRetryDelayMs;
        $asked = self::retryAfterSeconds($outcome->retryAfter, $now);
        if ($asked !== null) {
            // To come earlier than asked would only be refused again.
            return $asked * 1000 > $limit ? null : min($limit, $asked * 1000 + self::FIRST_DELAY_MS * $chance);
        }
        return min($limit, self::FIRST_DELAY_MS * 2 ** $retriesMade) * (0.5 + $chance / 2);
    }

    /** Null where the header is absent or says neither seconds nor a date. */
    public static function retryAfterSeconds(?string $header, int $now): ?int
    {
        if ($header === null) {
            return null;
        }
        if (preg_match('/^\d{1,9}$/', $header) === 1) {
            return (int) $header;
        }
        $date = preg_match('/^[A-Z][a-z]{2,8}, /', $header) === 1 ? strtotime($header) : false;
        return $date === false ? null : max(0, $date - $now);
    }

    private static function mayBeRepeated(Outcome $outcome, bool $isIdempotent): bool
    {
        return $outcome->status === 429 || ($isIdempotent && ($outcome->status === 0 || $outcome->status >= 500));
    }
}
