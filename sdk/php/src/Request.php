<?php

declare(strict_types=1);

namespace Svc;

use InvalidArgumentException;

/** From a method's arguments to the HTTP call it means, and whether that call may be repeated. */
final class Request
{
    private const ID_CHARACTERS_MAX = 255;

    /**
     * @param bool $isIdempotent Made twice, the call has the effect of one.
     * @param array<string, mixed> $body
     */
    private function __construct(
        public readonly string $path,
        public readonly bool $sendsKey,
        public readonly bool $isIdempotent,
        public readonly array $body,
    ) {
    }

    /** @param array<string, mixed> $fields */
    public static function lead(?string $customerKey, ?string $clickId, array $fields): self
    {
        if (self::isMissing($customerKey) && self::isMissing($clickId)) {
            throw new InvalidArgumentException('trackLead needs customerExternalId or clickId.');
        }
        $body = self::present(['customer_key' => $customerKey, 'click_id' => $clickId] + $fields);
        return new self('/api/v1/track/lead', true, true, $body);
    }

    /** @param array<string, mixed> $fields */
    public static function sale(int $amount, string $invoiceId, array $fields): self
    {
        if ($amount <= 0) {
            throw new InvalidArgumentException("trackSale needs amount as a positive integer in the currency's smallest unit.");
        }
        if ($invoiceId === '' || self::length($invoiceId) > self::ID_CHARACTERS_MAX) {
            throw new InvalidArgumentException(
                sprintf('trackSale needs invoiceId as a string of 1 to %d characters.', self::ID_CHARACTERS_MAX),
            );
        }
        $body = self::present(['amount_cents' => $amount, 'transaction_id' => $invoiceId] + $fields);
        return new self('/api/v1/track/sale', true, true, $body);
    }

    /**
     * Without the click the visitor has, each call makes a new one: it may not be repeated.
     *
     * @param array<string, mixed> $fields
     */
    public static function click(?string $existingClickId, array $fields): self
    {
        $body = self::present(['existing_click_id' => $existingClickId] + $fields);
        return new self('/api/v1/track/click', false, !self::isMissing($existingClickId), $body);
    }

    /** @param array<string, mixed> $fields */
    public static function refund(string $invoiceId, array $fields): self
    {
        if ($invoiceId === '') {
            throw new InvalidArgumentException('trackRefund needs invoiceId.');
        }
        return new self('/api/v1/track/refund', true, true, self::present(['transaction_id' => $invoiceId] + $fields));
    }

    /** An empty id is none: it must never match anything. */
    private static function isMissing(?string $value): bool
    {
        return $value === null || $value === '';
    }

    /** In characters; of what is no UTF-8, in bytes. */
    private static function length(string $text): int
    {
        $count = preg_match_all('/./us', $text);
        return $count === false ? strlen($text) : $count;
    }

    /**
     * @param array<string, mixed> $fields
     * @return array<string, mixed>
     */
    private static function present(array $fields): array
    {
        return array_filter($fields, static fn (mixed $value): bool => $value !== null);
    }
}
