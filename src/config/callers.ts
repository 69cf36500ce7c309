// Rate limits of callers, as variables of the environment.
import type { z } from "zod";
import { limit } from "./values.ts";

export const callerLimits = {
  RATE_LIMIT_BROWSER_PER_MINUTE: limit(120, [1, 1_000_000], "Clicks and browser leads one address may send a minute."),
  RATE_LIMIT_KEY_PER_MINUTE: limit(6000, [1, 10_000_000], "Tracking calls one program key may make a minute."),
  RATE_LIMIT_BAD_SIGNATURES_PER_MINUTE: limit(
    300,
    [1, 1_000_000],
    "Webhooks with a wrong signature one address may send a minute.",
  ),
  RATE_LIMIT_UNKNOWN_CONNECTIONS_PER_MINUTE: limit(
    300,
    [1, 1_000_000],
    "Webhooks to unknown connections, per address and minute.",
  ),
  RATE_LIMIT_UNKNOWN_LINKS_PER_MINUTE: limit(
    300,
    [1, 1_000_000],
    "Partners' links that are not there, and pages of operator links and invitations, one address may open a minute.",
  ),
  RATE_LIMIT_MANAGEMENT_PER_MINUTE: limit(1200, [1, 1_000_000], "Management calls one account may make a minute."),
  RATE_LIMIT_AGENT_PER_MINUTE: limit(600, [1, 1_000_000], "Calls one agent key may make a minute."),
  RATE_LIMIT_VERIFICATIONS_PER_HOUR: limit(10, [1, 10_000], "Verifications agents may run of one program in an hour."),
};

type Given = z.output<z.ZodObject<typeof callerLimits>>;

export function callerFigures(given: Given) {
  return {
    rateLimitBrowserPerMinute: given.RATE_LIMIT_BROWSER_PER_MINUTE,
    rateLimitKeyPerMinute: given.RATE_LIMIT_KEY_PER_MINUTE,
    rateLimitBadSignaturesPerMinute: given.RATE_LIMIT_BAD_SIGNATURES_PER_MINUTE,
    rateLimitUnknownConnectionsPerMinute: given.RATE_LIMIT_UNKNOWN_CONNECTIONS_PER_MINUTE,
    rateLimitUnknownLinksPerMinute: given.RATE_LIMIT_UNKNOWN_LINKS_PER_MINUTE,
    rateLimitManagementPerMinute: given.RATE_LIMIT_MANAGEMENT_PER_MINUTE,
    rateLimitAgentPerMinute: given.RATE_LIMIT_AGENT_PER_MINUTE,
    rateLimitVerificationsPerHour: given.RATE_LIMIT_VERIFICATIONS_PER_HOUR,
  };
}
