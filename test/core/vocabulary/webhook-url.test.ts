import { expect, test } from "vitest";
import { webhookUrlOf } from "../../../src/core/vocabulary/webhook-url.ts";

test.each([
  ["https://track.example.com", 12, "https://track.example.com/webhooks/stripe/12"],
  ["https://example.com/track", "", "https://example.com/track/webhooks/stripe/"],
] as const)("below %s a provider delivers for connection %j to %s", (baseUrl, connectionId, url) => {
  expect(webhookUrlOf(baseUrl, "stripe", connectionId)).toBe(url);
});
