<?php

declare(strict_types=1);

namespace Svc;

use Closure;
use InvalidArgumentException;
use SensitiveParameter;

/** The options of a client, held against their rules once, when it is made: a bad one throws there and never in a call. */
final class Settings
{
    /** Where the service listens when it is started by itself. Nothing leaves the machine by a forgotten option. */
    public const API_URL_BY_DEFAULT = 'http://127.0.0.1:8080';
    private const MAX_RETRIES_MAX = 10;

    public readonly string $apiUrl;

    /** Told of each warning of each answer. */
    public readonly Closure $onWarning;

    public function __construct(
        #[SensitiveParameter] private readonly string $apiKey,
        string $apiUrl,
        public readonly int $timeoutMs,
        public readonly int $maxRetries,
        public readonly int $maxRetryDelayMs,
        ?Closure $onWarning,
    ) {
        if ($apiKey === '') {
            throw new InvalidArgumentException('Svc needs apiKey, the program API key.');
        }
        if (preg_match('/^[\x21-\x7e]+$/D', $apiKey) !== 1) {
            throw new InvalidArgumentException('apiKey holds a space, a line break or a special character.');
        }
        if ($timeoutMs < 1) {
            throw new InvalidArgumentException('timeoutMs must be a whole number of 1 or more.');
        }
        if ($maxRetries < 0 || $maxRetries > self::MAX_RETRIES_MAX) {
            throw new InvalidArgumentException(sprintf('maxRetries must be a whole number from 0 to %d.', self::MAX_RETRIES_MAX));
        }
        if ($maxRetryDelayMs < 0) {
            throw new InvalidArgumentException('maxRetryDelayMs must be 0 or more.');
        }
        $this->apiUrl = self::readUrl($apiUrl);
        $this->onWarning = $onWarning ?? self::warnOnce();
    }

    public function authorization(): string
    {
        return "Authorization: Bearer {$this->apiKey}";
    }

    /** The key is kept out of everything that is printed. @return array<string, mixed> */
    public function __debugInfo(): array
    {
        return ['apiUrl' => $this->apiUrl];
    }

    private static function readUrl(string $apiUrl): string
    {
        $parts = parse_url($apiUrl);
        $isPlain = is_array($parts)
            && isset($parts['scheme'], $parts['host'])
            && in_array($parts['scheme'], ['http', 'https'], true)
            && !isset($parts['user'], $parts['pass'])
            && preg_match('/[?#\s]/', $apiUrl) === 0;
        if (!$isPlain) {
            throw new InvalidArgumentException('apiUrl must be an http or https address without query and credentials.');
        }
        return rtrim($apiUrl, '/');
    }

    /** A key about to be refused must not go unnoticed where nobody listens. */
    private static function warnOnce(): Closure
    {
        $said = [];
        return static function (array $warning) use (&$said): void {
            if (isset($said[$warning['code']])) {
                return;
            }
            $said[$warning['code']] = true;
            $until = isset($warning['rotate_by']) ? " (by {$warning['rotate_by']})" : '';
            error_log("[svc] {$warning['code']}: {$warning['message']}{$until}");
        };
    }
}
