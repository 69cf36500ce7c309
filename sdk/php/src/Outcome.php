<?php

declare(strict_types=1);

namespace Svc;

/** What came of one attempt. */
final class Outcome
{
    /**
     * @param int $status 0 where nothing of the service came back; `error` says why.
     * @param array<string, mixed>|null $body Null where it is no JSON object.
     * @param string|null $retryAfter As the header says: seconds or a date.
     */
    public function __construct(
        public readonly int $status,
        public readonly ?array $body = null,
        public readonly ?string $retryAfter = null,
        public readonly ?string $location = null,
        public readonly string $error = '',
    ) {
    }
}
