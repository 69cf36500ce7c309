<?php

declare(strict_types=1);

namespace Svc;

use Closure;
use JsonException;
use SensitiveParameter;
use Throwable;

/**
 * Reports leads, sales, clicks and refunds from a backend, with the program API key.
 *
 * Methods throw at once where a call could not mean anything, and otherwise always return a result, so that reporting a sale can never
 * break the checkout around it.
 */
final class Svc
{
    private readonly Settings $settings;

    /**
     * @param string $apiUrl The service's address, such as `https://track.example.com`.
     * @param int $timeoutMs How long one attempt may take.
     * @param int $maxRetries How often a call is made again when that is safe; 0 for never.
     * @param int $maxRetryDelayMs The longest wait before a retry. Asked to wait longer, a call returns the answer instead.
     * @param (Closure(array<string, mixed>): void)|null $onWarning Told of each warning of each answer. By default each code is logged once.
     */
    public function __construct(
        #[SensitiveParameter] string $apiKey,
        string $apiUrl = Settings::API_URL_BY_DEFAULT,
        int $timeoutMs = 10_000,
        int $maxRetries = 2,
        int $maxRetryDelayMs = 10_000,
        ?Closure $onWarning = null,
    ) {
        $this->settings = new Settings($apiKey, $apiUrl, $timeoutMs, $maxRetries, $maxRetryDelayMs, $onWarning);
    }

    /**
     * Reports a signup and binds the customer to the click. Throws at once without both ids.
     *
     * @param array<string, mixed>|null $additionalData
     */
    public function trackLead(
        ?string $customerExternalId = null,
        ?string $clickId = null,
        ?string $email = null,
        ?string $eventName = null,
        ?array $additionalData = null,
    ): Result {
        // An empty array would be written as a list.
        $data = $additionalData === null ? null : (object) $additionalData;
        $fields = ['email' => $email, 'event_name' => $eventName, 'additional_data' => $data];
        return $this->call(Request::lead($customerExternalId, $clickId, $fields));
    }

    /**
     * Reports a payment, `amount` in the currency's smallest unit.
     *
     * A 409 means that the invoice is recorded already, perhaps by an earlier attempt of the same call whose answer was lost: treat it as
     * done.
     */
    public function trackSale(
        int $amount,
        string $invoiceId,
        ?string $customerExternalId = null,
        ?string $clickId = null,
        ?int $taxCents = null,
        ?string $currency = null,
        ?string $saleType = null,
        ?bool $isRecurring = null,
        ?string $subscriptionId = null,
        ?string $subscriptionInterval = null,
        ?string $eventName = null,
    ): Result {
        return $this->call(Request::sale($amount, $invoiceId, [
            'customer_key' => $customerExternalId,
            'click_id' => $clickId,
            'tax_cents' => $taxCents,
            'currency' => $currency,
            'sale_type' => $saleType,
            'is_recurring' => $isRecurring,
            'subscription_id' => $subscriptionId,
            'subscription_interval' => $subscriptionInterval,
            'event_name' => $eventName,
        ]));
    }

    /** Reports a visit through an affiliate link, for pages that do not load the tracker. The key is not sent. */
    public function trackClick(
        ?string $affiliateUrl = null,
        ?string $pageUrl = null,
        ?string $referrerUrl = null,
        ?string $existingClickId = null,
    ): Result {
        $fields = ['affiliate_url' => $affiliateUrl, 'page_url' => $pageUrl, 'referrer_url' => $referrerUrl];
        return $this->call(Request::click($existingClickId, $fields));
    }

    /**
     * Reports a refund, once for each. Without an amount, or with 0, everything that is left is refunded.
     *
     * Without `refundId` a second refund of the same amount is taken for the first one, and skipped.
     */
    public function trackRefund(
        string $invoiceId,
        int $refundAmountCents = 0,
        ?string $refundId = null,
        ?string $refundReason = null,
    ): Result {
        return $this->call(Request::refund($invoiceId, [
            'refund_amount_cents' => $refundAmountCents === 0 ? null : $refundAmountCents,
            'refund_id' => $refundId,
            'refund_reason' => $refundReason,
        ]));
    }

    private function call(Request $request): Result
    {
        try {
            $json = json_encode($request->body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION);
        } catch (JsonException $error) {
            return new Result(ok: false, status: 0, error: "Nothing was sent: {$error->getMessage()}");
        }
        for ($retriesMade = 0; ; $retriesMade++) {
            $outcome = Exchange::send($this->settings, $request, $json);
            $chance = mt_rand() / (mt_getrandmax() + 1);
            $delayMs = Retry::delayMs($outcome, $request->isIdempotent, $retriesMade, $this->settings, $chance, time());
            if ($delayMs === null) {
                return $this->resultOf($outcome);
            }
            usleep((int) ($delayMs * 1000));
        }
    }

    private function resultOf(Outcome $outcome): Result
    {
        if ($outcome->status === 0) {
            return new Result(ok: false, status: 0, error: $outcome->error);
        }
        $this->tellWarnings($outcome->body['warnings'] ?? null);
        if ($outcome->body !== null && $outcome->status >= 200 && $outcome->status <= 299) {
            return new Result(ok: true, status: $outcome->status, data: $outcome->body);
        }
        $said = $outcome->body['error'] ?? null;
        $error = is_array($said) ? $said : ['message' => $said];
        return new Result(
            ok: false,
            status: $outcome->status,
            error: self::text($error['message'] ?? null) ?? self::withoutWords($outcome),
            code: self::text($error['code'] ?? null),
            details: is_array($error['details'] ?? null) ? $error['details'] : [],
            retryAfterSeconds: Retry::retryAfterSeconds($outcome->retryAfter, time()),
        );
    }

    /** Also of refusals: a flagged key says so in every answer. */
    private function tellWarnings(mixed $warnings): void
    {
        foreach (is_array($warnings) ? $warnings : [] as $warning) {
            if (self::text($warning['code'] ?? null) === null || self::text($warning['message'] ?? null) === null) {
                continue;
            }
            try {
                ($this->settings->onWarning)($warning);
            } catch (Throwable) {
                // The call was taken: a fault of the listener must not make it look failed.
            }
        }
    }

    private static function text(mixed $value): ?string
    {
        return is_string($value) && $value !== '' ? $value : null;
    }

    /** Of an answer that is not the service's own. */
    private static function withoutWords(Outcome $outcome): string
    {
        return $outcome->location === null
            ? "HTTP status {$outcome->status}"
            : "{$outcome->status}: moved to {$outcome->location}; give the address it moved to as apiUrl.";
    }
}
