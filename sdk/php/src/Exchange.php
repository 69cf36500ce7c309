<?php

declare(strict_types=1);

namespace Svc;

/**
 * One attempt at a call: a request and what came back within its time.
 *
 * What is not an answer of the service is no answer: a sign-in page behind a 200 must not pass for a recorded sale.
 */
final class Exchange
{
    public static function send(Settings $settings, Request $request, string $json): Outcome
    {
        $headers = [];
        $handle = curl_init($settings->apiUrl . $request->path);
        curl_setopt_array($handle, [
            CURLOPT_POST => true,
            CURLOPT_POSTFIELDS => $json,
            CURLOPT_HTTPHEADER => [
                'Content-Type: application/json',
                // Otherwise curl asks first whether a large body may be sent.
                'Expect:',
                ...($request->sendsKey ? [$settings->authorization()] : []),
            ],
            CURLOPT_RETURNTRANSFER => true,
            // Followed, a redirected POST would arrive as a GET without its body.
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_TIMEOUT_MS => $settings->timeoutMs,
            CURLOPT_NOSIGNAL => true,
            CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$headers): int {
                [$name, $value] = array_pad(explode(':', $line, 2), 2, '');
                $headers[strtolower(trim($name))] = trim($value);
                return strlen($line);
            },
        ]);
        $text = curl_exec($handle);
        if (!is_string($text)) {
            $isLate = curl_errno($handle) === CURLE_OPERATION_TIMEDOUT;
            return self::unanswered($settings, $isLate ? "nothing within {$settings->timeoutMs} ms" : curl_error($handle));
        }
        return self::read($settings, curl_getinfo($handle, CURLINFO_RESPONSE_CODE), $text, $headers);
    }

    /** @param array<string, string> $headers */
    private static function read(Settings $settings, int $status, string $text, array $headers): Outcome
    {
        $body = json_decode($text, false);
        if (!is_object($body) && $status >= 200 && $status <= 299) {
            return self::unanswered($settings, "a {$status} that is no JSON object of the service");
        }
        return new Outcome(
            status: $status,
            body: is_object($body) ? json_decode($text, true) : null,
            retryAfter: $headers['retry-after'] ?? null,
            location: $headers['location'] ?? null,
        );
    }

    private static function unanswered(Settings $settings, string $what): Outcome
    {
        $isDefault = $settings->apiUrl === Settings::API_URL_BY_DEFAULT;
        $where = $settings->apiUrl . ($isDefault ? ' (the default: is apiUrl missing?)' : '');
        return new Outcome(status: 0, error: sprintf('No answer from %s: %s.', $where, rtrim($what, '.')));
    }
}
