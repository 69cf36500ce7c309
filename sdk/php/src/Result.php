<?php

declare(strict_types=1);

namespace Svc;

/** `ok` is true exactly when `status` is 2xx, and `data` is there exactly when `ok` is true. */
final class Result
{
    /**
     * @param int $status The HTTP status; 0 on a network error, after a timeout, and for a call that was not sent.
     * @param array<string, mixed>|null $data The service's answer as it was sent.
     * @param string|null $error For people, and subject to change: branch on `status` and `code`.
     * @param string|null $code The service's `error.code`, such as `no_attribution`; null where something else answered.
     * @param array<string, mixed> $details The service's `error.details`: of a 409, `sale_id` is the sale recorded before.
     * @param int|null $retryAfterSeconds How long the service asked to wait.
     */
    public function __construct(
        public readonly bool $ok,
        public readonly int $status,
        public readonly ?array $data = null,
        public readonly ?string $error = null,
        public readonly ?string $code = null,
        public readonly array $details = [],
        public readonly ?int $retryAfterSeconds = null,
    ) {
    }
}
